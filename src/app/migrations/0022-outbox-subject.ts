import { Migration } from '@mikro-orm/migrations';

const SUBJECTS = ['invoice', 'subscription', 'delivery', 'customer'];

/**
 * An entry of the outbox names its subject by kind and id, in place of a column for each kind. The version before,
 * which may run beside this one, still writes and reads the columns: a trigger translates both ways. The version after
 * this one drops the columns and the trigger.
 */
export class Migration0022OutboxSubject extends Migration {
  override up(): void {
    this.addSql(`alter table "outbox" add column "subject_type" text null, add column "subject_id" bigint null`);
    this.addSql(`update "outbox" set "subject_type" = case ${SUBJECTS.map(kindOfColumn('')).join(' ')} end,
      "subject_id" = coalesce(${SUBJECTS.map((kind) => `"${kind}_id"`).join(', ')})`);
    this.addSql(TRANSLATE);
    // Triggers run in the order of their names: this one before `outbox_store_of_entry`.
    this.addSql(`create trigger outbox_names_subject before insert on outbox for each row
      execute function name_subject_of_outbox_entry()`);
    this.addSql(
      `alter table "outbox" alter column "subject_type" set not null, alter column "subject_id" set not null`,
    );
    this.addSql(`alter table "outbox" add constraint "outbox_subject_type_check"
      check ("subject_type" in (${SUBJECTS.map((kind) => `'${kind}'`).join(', ')}))`);
    this.addSql(`alter table "outbox" drop constraint "outbox_one_subject"`);
    this.addSql(`create unique index outbox_bulk_subject on outbox (subject_type, subject_id) where is_bulk`);
    // No version that was released uses these.
    for (const kind of SUBJECTS) this.addSql(`drop index outbox_bulk_${kind}_id`);
  }
}

const TRANSLATE = `create function name_subject_of_outbox_entry() returns trigger language plpgsql as $$
  begin
    if new.subject_type is null then
      new.subject_type := case ${SUBJECTS.map(kindOfColumn('new.')).join(' ')} end;
      new.subject_id := coalesce(${SUBJECTS.map((kind) => `new.${kind}_id`).join(', ')});
    else
      ${SUBJECTS.map((kind) => `new.${kind}_id := case when new.subject_type = '${kind}' then new.subject_id end;`).join('\n      ')}
    end if;
    return new;
  end $$`;

function kindOfColumn(row: string) {
  return (kind: string): string => `when ${row}${kind}_id is not null then '${kind}'`;
}
