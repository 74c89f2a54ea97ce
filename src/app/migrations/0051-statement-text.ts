import { Migration } from '@mikro-orm/migrations';

/** An account that exists tells its text when its settings are saved again. */
export class Migration0051StatementText extends Migration {
  override up(): void {
    this.addSql(`alter table gateway_accounts add column statement_text text`);
  }
}
