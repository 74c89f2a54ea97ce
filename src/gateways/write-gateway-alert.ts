import { DateTime } from 'luxon';
import type { Company } from '../accounts/companies/company.entity.ts';
import type { Environment } from '../base/environment.ts';
import type { AccountFailure } from './payment-gateway.ts';

export interface GatewayAlertFacts {
  company: Pick<Company, 'id' | 'name' | 'timeZone'>;
  environment: Environment;
  /** The gateway, as people know it. */
  gateway: string;
  failingSince: Date;
  failure: AccountFailure;
  publicUrl: string;
}

const WHY: Record<AccountFailure, string> = {
  key_refused: 'the key is not accepted any more. It was replaced or revoked, or has expired',
  permission_missing: 'the key may not do all that is needed',
  not_configured: 'there is no access any more',
};

/** The mail in plain words: what fails since when and why, what becomes of what waits, what to do, and where. */
export function writeGatewayAlert(facts: GatewayAlertFacts): { subject: string; text: string } {
  const { company, environment, gateway, failingSince, failure, publicUrl } = facts;
  const zone = company.timeZone;
  const since = DateTime.fromJSDate(failingSince, { zone }).setLocale('en').toFormat('d LLLL yyyy, HH:mm ZZZZ');
  return {
    subject: `${gateway} refuses the access of ${company.name} in ${environment}`,
    text: [
      `Since ${since}, ${gateway} has refused the ${environment} access of ${company.name}:`,
      `${WHY[failure]}.`,
      '',
      'What we do: nothing is lost. Invoices, cancellations and refunds that need the gateway wait, and are tried again by',
      'themselves.',
      '',
      'What you can do: save a key that works, on the page of the gateway in the panel. Waiting work then goes on by itself',
      'within a minute.',
      `${publicUrl}/panel/stores/${company.id}/${environment}/settings/gateway`,
    ].join('\n'),
  };
}
