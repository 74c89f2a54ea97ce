import type { EntityManager } from '@mikro-orm/postgresql';
import { listOf } from '../../base/db/list-of.ts';
import { claim } from '../../base/db/claim.ts';
import type { Environment } from '../../base/environment.ts';
import type { Clock } from '../../base/time/clock.ts';
import { changeInvoice } from '../../invoices/change-invoice.ts';
import { nextReminder } from '../../invoices/next-reminder.ts';
import { OWED_STATUSES } from '../../invoices/state-machine.ts';

/** The invoices of a store that are planned in its turn. */
const BATCH = 100;

/**
 * Plans the reminders of a store anew whose schedule was changed, some invoices at a time: the store that has waited
 * longest for its turn goes first, so that a large store delays no other. An invoice whose next reminder stays the same
 * is left alone.
 *
 * @returns whether a store was found
 */
export async function replanReminders({ em, clock }: { em: EntityManager; clock: Clock }): Promise<boolean> {
  const turn = await takeTurn(em);
  if (!turn) return false;
  const { companyId, environment, replannedUntil } = turn;
  const rows = await em.fork().execute<{ id: string }[]>(
    `select id from invoices where company_id = ? and environment = ? and id > ?
       and status in (${listOf(OWED_STATUSES)}) and due_date is not null order by id limit ${BATCH}`,
    [companyId, environment, replannedUntil],
  );
  for (const { id } of rows) await replan({ em, clock }, { companyId, environment, invoiceId: Number(id) });
  await em.fork().execute(
    // A change that came meanwhile begins anew.
    `update store_settings set replanned_until = ? where company_id = ? and environment = ? and replanned_until = ?`,
    [rows.length < BATCH ? null : Number(rows.at(-1)!.id), companyId, environment, replannedUntil],
  );
  return true;
}

interface Turn {
  companyId: number;
  environment: Environment;
  replannedUntil: number;
}

async function takeTurn(em: EntityManager): Promise<Turn | null> {
  const [row] = await em.fork().execute<{ company_id: string; environment: Environment; replanned_until: string }[]>(
    claim(
      `select id from store_settings where replanned_until is not null
       order by replanned_at nulls first, id limit 1 for no key update skip locked`,
      `update store_settings set replanned_at = now() from claimed where store_settings.id = claimed.id
       returning company_id, environment, replanned_until`,
    ),
  );
  if (!row) return null;
  const { company_id: companyId, environment, replanned_until: replannedUntil } = row;
  return { companyId: Number(companyId), environment, replannedUntil: Number(replannedUntil) };
}

async function replan(
  { em, clock }: { em: EntityManager; clock: Clock },
  { invoiceId, ...store }: { companyId: number; environment: Environment; invoiceId: number },
): Promise<void> {
  const at = await clock.now(store);
  await changeInvoice(em, { invoiceId, at, dispatch: 'outbox' }, ({ invoice, schedule, company, touch }) => {
    const { reminderStep, reminderAt } = nextReminder(invoice, schedule, company.timeZone);
    const isSame = reminderStep === invoice.reminderStep && reminderAt?.getTime() === invoice.reminderAt?.getTime();
    if (!isSame) touch();
  });
}
