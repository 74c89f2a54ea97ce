import { DateTime } from 'luxon';
import type { Company } from '../accounts/companies/company.entity.ts';
import { PAUSE_AFTER_SECONDS, PROBE_INTERVAL_SECONDS } from './endpoint-health.ts';
import type { WebhookEndpoint } from './webhook-endpoint.entity.ts';

export type AlertKind = 'failing' | 'recovered';

export interface AlertMail {
  subject: string;
  text: string;
}

export interface AlertFacts {
  company: Pick<Company, 'id' | 'name' | 'timeZone'>;
  endpoint: Pick<WebhookEndpoint, 'id' | 'url' | 'environment'>;
  incident: { lastError: string; openedAt: Date; closedAt: Date | null };
  publicUrl: string;
}

/** The mail in plain words: what fails since when, the last error, what we do about it, and the page where to look. */
export function writeAlert(kind: AlertKind, facts: AlertFacts): AlertMail {
  const { company, endpoint, incident, publicUrl } = facts;
  const { host } = new URL(endpoint.url);
  const at = (moment: Date): string =>
    DateTime.fromJSDate(moment, { zone: company.timeZone }).setLocale('en').toFormat('d LLLL yyyy, HH:mm ZZZZ');
  const page = `${publicUrl}/panel/stores/${company.id}/${endpoint.environment}/webhooks/${endpoint.id}`;
  if (kind === 'recovered') {
    const until = incident.closedAt ? ` at ${at(incident.closedAt)}` : '';
    return {
      subject: `Your webhook at ${host} works again`,
      text: [
        `The ${endpoint.environment} webhook ${endpoint.id} of ${company.name} (${host}) took a delivery again${until}.`,
        '',
        'Deliveries that waited for it are on their way. Those that had been given up are not sent again by themselves: on',
        'the page of the webhook you can send all of them once more.',
        page,
      ].join('\n'),
    };
  }
  return {
    subject: `Your webhook at ${host} keeps failing`,
    text: [
      `The ${endpoint.environment} webhook ${endpoint.id} of ${company.name} (${host}) did not take a delivery, however`,
      `often it was tried. The last error, at ${at(incident.openedAt)}: it ${incident.lastError}.`,
      '',
      `What we do: new events are tried as your retry settings say. If nothing succeeds for ${PAUSE_AFTER_SECONDS / 3600} hours, the`,
      `webhook is paused: its events are kept, and one of them is tried every ${PROBE_INTERVAL_SECONDS / 60} minutes until it works.`,
      '',
      'What you can do: look what was sent and what came back, and mend the receiver.',
      page,
    ].join('\n'),
  };
}
