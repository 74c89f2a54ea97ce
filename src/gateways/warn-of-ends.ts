import type { EntityManager } from '@mikro-orm/postgresql';
import { DateTime } from 'luxon';
import type { Logger } from 'pino';
import { Company } from '../accounts/companies/company.entity.ts';
import type { PanelLanguage } from '../accounts/people/person.entity.ts';
import { mailOwners, type StoreMailDeps } from '../accounts/people/store-mail.ts';
import { inTransaction } from '../base/db/transaction.ts';
import type { MailText } from '../base/mail/queue-mail.ts';
import { GatewayAccount } from './gateway-account.entity.ts';
import { gatewayTitle, type GatewayRegistry } from './gateway-registry.ts';

const BATCH = 20;
const DAY_MS = 86_400_000;
/** The owners are told so many days before. */
const DAYS_BEFORE = [1, 7, 30] as const;

/** SQL: the days of the latest warning that an account's end calls for by now; null: none yet. */
const CALLED_FOR = `case ${DAYS_BEFORE.map(
  (days) => `when access_ends_at <= now() + interval '${days} days' then ${days}`,
).join(' ')} end`;

export interface WarnOfEndsDeps extends StoreMailDeps {
  em: EntityManager;
  log: Logger;
  gateways: Pick<GatewayRegistry, 'providers'>;
}

/**
 * Orders a mail to the owners of each store whose access to a gateway ends by itself soon, as the certificate of a bank
 * does: 30, 7 and 1 days before, each once. The mail is ordered with the mark that says so.
 *
 * @returns how many mails were ordered
 */
export async function warnOfEnds({ em, ...deps }: WarnOfEndsDeps): Promise<number> {
  return inTransaction(em.fork(), async (tx) => {
    const rows = await tx.execute<{ id: string; days: number }[]>(
      `select id, ${CALLED_FOR} as days from gateway_accounts
       where access_ends_at > now() and ${CALLED_FOR} < coalesce(end_warned_days, 9999)
       order by id limit ${BATCH} for no key update skip locked`,
    );
    let ordered = 0;
    for (const { id, days } of rows) {
      ordered += await warn(tx, deps, { account: await tx.findOneOrFail(GatewayAccount, Number(id)), days });
    }
    return ordered;
  });
}

async function warn(
  tx: EntityManager,
  { secrets, log, publicUrl, gateways }: Omit<WarnOfEndsDeps, 'em'>,
  { account, days }: { account: GatewayAccount; days: number },
): Promise<number> {
  const { companyId, environment, gateway, accessEndsAt } = account;
  const company = await tx.findOneOrFail(Company, companyId);
  const facts = {
    store: company.name,
    gateway: gatewayTitle(gateways, gateway),
    endsAt: DateTime.fromJSDate(accessEndsAt!, { zone: company.timeZone }),
    daysLeft: Math.max(1, Math.ceil((accessEndsAt!.getTime() - Date.now()) / DAY_MS)),
    address: `${publicUrl}/panel/stores/${companyId}/${environment}/settings/gateway?gateway=${gateway}`,
  };
  const mails = await mailOwners(tx, secrets, { store: account, write: (language) => WRITE[language](facts) });
  log.warn({ company_id: companyId, environment, gateway, days, mails }, 'a store was told that its access ends soon');
  account.endWarnedDays = days;
  return mails;
}

interface Facts {
  store: string;
  gateway: string;
  endsAt: DateTime;
  daysLeft: number;
  address: string;
}

const WRITE: Record<PanelLanguage, (facts: Facts) => MailText> = {
  pt: ({ store, gateway, endsAt, daysLeft, address }) => ({
    subject: `O certificado de ${store} (${gateway}) vence em ${daysLeft === 1 ? '1 dia' : `${daysLeft} dias`}`,
    text: [
      `Em ${endsAt.setLocale('pt-BR').toFormat("d 'de' LLLL 'de' yyyy, HH:mm")} vence o certificado com que ${store} acessa ${gateway}.`,
      'Depois disso, cobranças novas, cancelamentos e reembolsos esperam.',
      '',
      'O que fazer: peça ao banco um certificado novo e salve o certificado e a chave dele na página do gateway, no painel.',
      address,
    ].join('\n'),
  }),
  en: ({ store, gateway, endsAt, daysLeft, address }) => ({
    subject: `The certificate of ${store} (${gateway}) ends in ${daysLeft === 1 ? '1 day' : `${daysLeft} days`}`,
    text: [
      `On ${endsAt.setLocale('en').toFormat('d LLLL yyyy, HH:mm ZZZZ')} the certificate ends with which ${store} reaches ${gateway}.`,
      'After that, new charges, cancellations and refunds wait.',
      '',
      'What you can do: ask the bank for a new certificate, and save it with its key on the page of the gateway in the panel.',
      address,
    ].join('\n'),
  }),
};
