-- Leaves the rows without a value out of the indexes of Temporal's visibility store.
--
-- The store has an index for each search attribute that an installation may register some day, and writes all of them,
-- about seventy, each time that a workflow starts, shows something else or ends. A search for a value never finds a
-- row without one, so the smaller indexes serve it as well.
--
-- May be repeated, and after each upgrade of the schema: indexes that are partial already stay as they are.
do $$
declare
  found record;
begin
  for found in
    select index.relname as name, pg_get_indexdef(index.oid) as definition, attribute.attname as attribute
      from pg_index
      join pg_class as index on index.oid = pg_index.indexrelid
      -- The first column is the namespace. An expression in the second place has no attribute.
      join pg_attribute as attribute
        on attribute.attrelid = pg_index.indrelid and attribute.attnum = pg_index.indkey[1]
     where pg_index.indrelid = 'executions_visibility'::regclass
       and pg_index.indpred is null and not pg_index.indisunique and not attribute.attnotnull
     order by index.relname
  loop
    execute format('drop index %I', found.name);
    execute format('%s where %I is not null', found.definition, found.attribute);
  end loop;
end
$$;
