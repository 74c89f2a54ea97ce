import { Migration } from '@mikro-orm/migrations';

/** An invoice says how much of its money is disputed. The version before leaves the column at what it is. */
export class Migration0029AmountDisputed extends Migration {
  override up(): void {
    this.addSql(`alter table "invoices" add column "amount_disputed_cents" bigint not null default '0'`);
    this.addSql(`update invoices set amount_disputed_cents = open.cents
      from (select invoice_id, sum(amount_cents) as cents from disputes where status in ('open', 'under_review')
        group by invoice_id) as open
      where open.invoice_id = invoices.id`);
  }
}
