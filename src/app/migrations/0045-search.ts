import { Migration } from '@mikro-orm/migrations';

/** People search for a customer by phone, and for an invoice by its amount. */
export class Migration0045Search extends Migration {
  override up(): void {
    this.addSql(`create index customers_phone on customers
      (company_id, environment, right(regexp_replace(phone, '\\D', '', 'g'), 8)) where phone is not null`);
    this.addSql(`create index invoices_total on invoices (company_id, environment, total_cents, id)`);
    this.addSql(FIND_BY_PHONE);
    this.addSql(`revoke all on function customers_with_phone(text, bigint, text) from public`);
    this.addSql(`grant execute on function customers_with_phone(text, bigint, text) to fatura_store`);
  }
}

/**
 * A phone is known by its last eight digits, and fits where one of the two numbers ends as the other: people leave the
 * code of the country or the city out. As `customers_with_words`, it runs as the owner and holds its arguments against
 * the store of the transaction.
 */
const FIND_BY_PHONE = `create function customers_with_phone(digits text, of_company bigint, of_environment text)
  returns setof bigint language sql stable security definer set search_path from current rows 10
  begin atomic
    select id from customers
    where company_id = of_company and environment = of_environment and phone is not null
      and right(regexp_replace(phone, '\\D', '', 'g'), 8) = right(digits, 8)
      and (regexp_replace(phone, '\\D', '', 'g') like '%' || digits
        or digits like '%' || regexp_replace(phone, '\\D', '', 'g'))
      and of_company = coalesce(nullif(current_setting('fatura.company_id', true), '')::bigint, of_company)
      and of_environment = coalesce(nullif(current_setting('fatura.environment', true), ''), of_environment);
  end`;
