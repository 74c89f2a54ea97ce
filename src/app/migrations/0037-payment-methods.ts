import { Migration } from '@mikro-orm/migrations';

/** Each payment has the method by which it came, and the lists of all payments of a store have their indexes. */
export class Migration0037PaymentMethods extends Migration {
  override up(): void {
    this.addSql(`update payments set method = attempt.method from payment_attempts as attempt
      where attempt.id = payments.attempt_id and payments.method is null`);
    this.addSql(`alter table "payments" alter column "method" set not null`);
    this.addSql(`alter table "payments" add constraint "payments_method_check"
      check ("method" in ('pix', 'boleto', 'card', 'cash', 'transfer', 'check', 'other'))`);
    this.addSql(`create index "payments_created" on "payments" ("company_id", "environment", "created_at")`);
    this.addSql(`create index "payments_store" on "payments" ("company_id", "environment", "id")`);
    this.addSql(`create index "payments_method" on "payments" ("company_id", "environment", "method", "id")`);
    this.addSql(`create index "payments_amount_of" on "payments" ("company_id", "environment", "amount_cents", "id")`);
    this.addSql(`create index "payments_of_gateway" on "payments" ("company_id", "environment", "gateway", "id")`);
    this.addSql(`create index payments_payout on payments (payout_id, id) where payout_id is not null`);
    this.addSql(`alter table "payments" validate constraint "payments_payout_id_foreign"`);
    this.addSql(`alter table "payments" validate constraint "payments_fee"`);
    this.addSql(`alter table "events" validate constraint "events_type_check"`);
    this.addSql(`alter table "refunds" validate constraint "refunds_payout_id_foreign"`);
  }
}
