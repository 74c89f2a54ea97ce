import type { StoreSettings } from '../../accounts/companies/store-settings.entity.ts';
import type { SecretBox } from '../../base/crypto/secret-box.ts';
import type { TwilioAccount } from './message-outcome.ts';

/** A sealed account that is moved to another store does not open. */
function contextOf({ companyId, environment }: Pick<StoreSettings, 'companyId' | 'environment'>): string {
  return `twilio:${companyId}:${environment}`;
}

/** @returns null where the store has none */
export function openTwilioAccount(secrets: SecretBox, settings: StoreSettings): TwilioAccount | null {
  const { twilioAccount } = settings;
  return twilioAccount === null
    ? null
    : (JSON.parse(secrets.open(twilioAccount, contextOf(settings))) as TwilioAccount);
}

export function sealTwilioAccount(secrets: SecretBox, settings: StoreSettings, account: TwilioAccount): string {
  return secrets.seal(JSON.stringify(account), contextOf(settings));
}
