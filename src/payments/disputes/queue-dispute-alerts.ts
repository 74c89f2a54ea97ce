import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { DateTime } from 'luxon';
import { Company } from '../../accounts/companies/company.entity.ts';
import { mailStore, type StoreMailDeps } from '../../accounts/people/store-mail.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import type { MailText } from '../../base/mail/queue-mail.ts';
import { formatsOf } from '../../base/text/formats.ts';
import { Dispute } from '../../invoices/dispute.entity.ts';
import { isUnanswered } from '../../invoices/dispute-steps.ts';

const BATCH = 20;

export interface QueueDisputeAlertsDeps extends StoreMailDeps {
  em: EntityManager;
  log: Logger;
}

/**
 * Orders a mail to each store that can answer a dispute: when it hears of the dispute, some days before the end of its
 * time, and when that time is over. The mail is ordered with the mark that says so: each is ordered once. A dispute
 * that was answered or decided meanwhile needs none.
 *
 * @returns how many mails were ordered
 */
export async function queueDisputeAlerts({ em, secrets, publicUrl, log }: QueueDisputeAlertsDeps): Promise<number> {
  return inTransaction(em.fork(), async (tx) => {
    const rows = await tx.execute<{ id: string }[]>(
      `select id from disputes where alert_due is not null order by id limit ${BATCH} for no key update skip locked`,
    );
    const ids = rows.map(({ id }) => Number(id));
    let ordered = 0;
    for (const dispute of await tx.find(Dispute, { id: ids }, { orderBy: { id: 'asc' } })) {
      if (isUnanswered(dispute)) ordered += await tell(tx, { secrets, publicUrl, log }, dispute);
      dispute.alertDue = null;
    }
    return ordered;
  });
}

async function tell(
  tx: EntityManager,
  { secrets, publicUrl, log }: Omit<QueueDisputeAlertsDeps, 'em'>,
  dispute: Dispute,
): Promise<number> {
  const company = await tx.findOneOrFail(Company, dispute.companyId);
  const mails = await mailStore(tx, secrets, { store: dispute, mail: writeAlert(dispute, { company, publicUrl }) });
  const { companyId, environment, id, alertDue } = dispute;
  const about = { company_id: companyId, environment, dispute_id: id, days_left: alertDue, mails };
  log.info(about, 'a dispute is to be answered');
  return mails;
}

/** The mail in plain words: what is at stake, until when the store can answer, and where. */
function writeAlert(
  { id, invoiceId, environment, kind, amountCents, answerUntil, alertDue }: Dispute,
  { company, publicUrl }: { company: Company; publicUrl: string },
): MailText {
  const until = DateTime.fromJSDate(answerUntil ?? new Date(), { zone: company.timeZone })
    .setLocale('en')
    .toFormat('d LLLL yyyy, HH:mm ZZZZ');
  const amount = formatsOf('en').money(amountCents);
  const whose = kind === 'med' ? 'disputes a Pix (MED)' : 'disputes a card payment';
  const page = `${publicUrl}/panel/stores/${company.id}/${environment}/disputes/${id}`;
  if (alertDue === 0) {
    return {
      subject: `The time to answer dispute ${id} is over`,
      text: [
        `The bank of the payer of invoice ${invoiceId} ${whose} of ${amount}, and decides now without an answer of ${company.name}.`,
        page,
      ].join('\n'),
    };
  }
  const days = alertDue === 1 ? '1 day' : `${alertDue} days`;
  return {
    subject: `${days} left to answer a dispute of ${amount}`,
    text: [
      `The bank of the payer of invoice ${invoiceId} (${company.name}, ${environment}) ${whose} of ${amount}.`,
      `Until ${until} you can answer. Without an answer the bank decides for the payer in most cases.`,
      '',
      'What helps: the receipt of the delivery, what the customer wrote to you, your terms.',
      page,
    ].join('\n'),
  };
}
