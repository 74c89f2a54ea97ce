import { Migration } from '@mikro-orm/migrations';

const COLUMNS = [
  'webhook_retries',
  'webhook_retry_interval_seconds',
  'webhook_retry_strategy',
  'webhook_retry_max_interval_seconds',
  'alert_email',
];
const LIST = COLUMNS.join(', ');
const BOTH = `(values ('production'), ('sandbox')) as of (environment)`;

/**
 * The retry policy and the address for alerts are settings of an environment: a token of the sandbox changes nothing in
 * production. Both environments begin with the settings that they shared.
 *
 * The version before may run beside this one and still writes the columns of `companies`: a trigger takes them
 * over. The version after this one drops the columns and the trigger.
 */
export class Migration0023SettingsOfEnvironments extends Migration {
  override up(): void {
    this.addSql(`create table "store_settings" (
      "id" bigserial primary key,
      "company_id" bigint not null,
      "environment" text not null,
      "webhook_retries" int not null default 3,
      "webhook_retry_interval_seconds" int not null default 300,
      "webhook_retry_strategy" text not null default 'fixed',
      "webhook_retry_max_interval_seconds" int not null default 86400,
      "alert_email" text null,
      constraint store_settings_store unique ("company_id", "environment"),
      constraint store_settings_environment_check check ("environment" in ('production', 'sandbox')),
      constraint store_settings_webhook_retry_strategy_check check ("webhook_retry_strategy" in ('fixed', 'exponential')),
      constraint store_settings_retries check (webhook_retries >= 0 and webhook_retry_interval_seconds > 0 and webhook_retry_max_interval_seconds > 0)
    )`);
    this.addSql(
      `alter table "store_settings" add constraint "store_settings_company_id_foreign" foreign key ("company_id") references "companies" ("id") on delete cascade`,
    );
    this.addSql(`alter table store_settings enable row level security`);
    this.addSql(`create policy of_store on store_settings to fatura_store
      using (company_id = current_setting('fatura.company_id')::bigint and (environment = current_setting('fatura.environment')) is true)`);
    this.addSql(`grant select, update on store_settings to fatura_store`);
    // The trigger comes first: a store that the version before makes meanwhile has settings too.
    this.addSql(TAKE_OVER);
    this.addSql(`create trigger companies_settings after insert or update of ${LIST} on companies
      for each row execute function take_over_settings()`);
    this.addSql(`insert into store_settings (company_id, environment, ${LIST})
      select id, environment, ${LIST} from companies cross join ${BOTH} on conflict (company_id, environment) do nothing`);
    for (const check of [
      'companies_durations_positive',
      'companies_retry_max_interval',
      'companies_counts_not_negative',
      'companies_webhook_retry_strategy_check',
    ]) {
      this.addSql(`alter table "companies" drop constraint "${check}"`);
    }
    this.addSql(
      `alter table "companies" add constraint companies_durations_positive check (pix_expiry_seconds > 0 and abandonment_seconds > 0)`,
    );
    this.addSql(
      `alter table "companies" add constraint companies_counts_not_negative check (boleto_due_days >= 0 and boleto_max_days_after_due >= 0)`,
    );
  }
}

/** As the owner: a request of the version before sees one environment, and its columns are those of both. */
const TAKE_OVER = `create function take_over_settings() returns trigger
  language plpgsql security definer set search_path from current as $$
  begin
    insert into store_settings (company_id, environment, ${LIST})
      select new.id, environment, ${COLUMNS.map((column) => `new.${column}`).join(', ')} from ${BOTH}
      on conflict (company_id, environment) do update
        set ${COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')};
    return null;
  end $$`;
