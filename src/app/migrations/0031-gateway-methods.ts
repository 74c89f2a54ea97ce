import { Migration } from '@mikro-orm/migrations';

/**
 * A store has an account for each payment method. The account that it has collects by all of them, as before. The
 * version before, which may run beside this one, knows one account: a second is set after the upgrade.
 */
export class Migration0031GatewayMethods extends Migration {
  override up(): void {
    this.addSql(`alter table "gateway_accounts" add column "collects" text[] not null default '{pix,boleto,card}'`);
    this.addSql(`alter table "gateway_accounts" drop constraint "gateway_accounts_store"`);
    this.addSql(`alter table "gateway_accounts" add constraint "gateway_accounts_gateway"
      unique ("company_id", "environment", "gateway")`);
    for (const method of ['pix', 'boleto', 'card']) {
      this.addSql(
        `create unique index gateway_accounts_${method} on gateway_accounts (company_id, environment) where '${method}' = any(collects)`,
      );
    }
  }
}
