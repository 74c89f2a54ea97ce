import { readLastIds, skipIds } from '../base/db/skip-ids.ts';
import { GatewayAccount } from '../gateways/gateway-account.entity.ts';
import type { TimeSpan } from '../gateways/payment-gateway.ts';
import { BOOKED_TABLES, type Comparison, type ComparisonMode } from '../payments/reconciliation/comparison.ts';
import { compareBooks } from '../payments/reconciliation/reconcile-account.ts';
import { letGo, listSetAside } from '../outbox/set-aside.ts';
import { resumeWorkflows } from '../outbox/resume-workflows.ts';
import { systemClock } from '../base/time/clock.ts';
import { audited, FailedInPart, type AdminDeps } from './command.ts';
import { readCount, readId, readMoment, readYes, type Options } from './read-options.ts';

/** More than were given away in whatever time was lost. */
const IDS_SKIPPED = 1_000_000;
const WORKFLOWS_PER_SECOND = 100;

export async function runSkipIds({ em }: AdminDeps, options: Options): Promise<unknown> {
  const by = readCount(options, 'by', IDS_SKIPPED);
  return audited(em, async (tx) => ({
    result: { skipped: by, tables: await skipIds(tx, { by }) },
    line: { action: 'skipIds', details: { by } },
  }));
}

/**
 * Many small transactions: the line in the audit log comes before them, as what ends halfway has changed something too.
 */
export async function runResumeWorkflows({ em }: AdminDeps, options: Options): Promise<unknown> {
  const perSecond = readCount(options, 'per-second', WORKFLOWS_PER_SECOND);
  await audited(em, () =>
    Promise.resolve({ result: null, line: { action: 'resumeWorkflows', details: { perSecond } } }),
  );
  return resumeWorkflows(em, { perSecond });
}

export function runListSetAside({ em }: AdminDeps): Promise<unknown> {
  return listSetAside(em);
}

export async function runLetGo({ em }: AdminDeps, options: Options): Promise<unknown> {
  const entry = options.entry === undefined ? undefined : readId(options, 'entry');
  return audited(em, async (tx) => {
    const count = await letGo(tx, entry);
    if (count === 0 && entry !== undefined) {
      throw new Error(`Entry ${entry} is not set aside: list-set-aside shows those that are.`);
    }
    return { result: { let_go: count }, line: { action: 'letGoEntries', details: { count, entry: entry ?? null } } };
  });
}

/**
 * Reads all books before anything is changed. The accounts follow one another: a gateway that cannot be asked is named,
 * and does not keep the others from it.
 *
 * @throws Error before anything is changed, where ids are lost that would be given away again
 */
export async function runTakeInBooks(deps: AdminDeps, options: Options): Promise<unknown> {
  const span = { since: readMoment(options, 'since'), until: new Date() };
  const isConfirmed = readYes(options, 'confirm');
  const accounts = await deps.em.fork().find(GatewayAccount, {}, { orderBy: { id: 'asc' } });
  const told = await compareEach(deps, accounts, { span, mode: 'tell' });
  await refuseIdsToBeGivenAgain(deps, told);
  if (!isConfirmed) return printed(told.map((one) => present(one, ['to_take_in', 'to_cancel', 'to_decide'])));
  // Before what it is about: what ends halfway has changed something too.
  await audited(deps.em, () =>
    Promise.resolve({ result: null, line: { action: 'takeInBooks', details: { since: span.since.toISOString() } } }),
  );
  const unread = told.filter(({ failed }) => failed !== undefined);
  const read = told.filter(({ failed }) => failed === undefined).map(({ account }) => account);
  const done = [...unread, ...(await compareEach(deps, read, { span, mode: 'take_in' }))];
  return printed(done.map((one) => present(one, ['taken_in', 'canceled', 'to_decide'])));
}

/**
 * The outcome of an account's books: the comparison, null where the gateway keeps none; or why they could not be read.
 */
interface Outcome {
  account: GatewayAccount;
  comparison?: Comparison | null;
  failed?: string;
}

async function compareEach(
  { em, gateways, log }: AdminDeps,
  accounts: readonly GatewayAccount[],
  how: { span: TimeSpan; mode: ComparisonMode },
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const account of accounts) {
    const given = { accountId: account.id, heartbeat: () => undefined, ...how };
    try {
      const comparison = await compareBooks({ em, gateways, log, clock: systemClock }, given);
      outcomes.push({ account, comparison });
    } catch (error) {
      outcomes.push({ account, failed: (error as Error).message });
    }
  }
  return outcomes;
}

/** Read after the books: what a running platform gave away meanwhile is in neither or in both. */
async function refuseIdsToBeGivenAgain({ em }: AdminDeps, told: readonly Outcome[]): Promise<void> {
  const last = await readLastIds(em, BOOKED_TABLES);
  for (const table of BOOKED_TABLES) {
    const booked = Math.max(0, ...told.map(({ comparison }) => comparison?.highestIds[table] ?? 0));
    if (booked <= last[table]) continue;
    throw new Error(
      `A gateway knows ${booked} of ${table}, and ids were given away up to ${last[table]} only: it would be given away again.\n` +
        'Nothing was changed. Stop everything else, run skip-ids, and then this again.',
    );
  }
}

/** The differences that somebody has to decide are in the panel, beside the store's gateway. */
function present({ account, comparison, failed }: Outcome, [takenIn, canceled, toDecide]: [string, string, string]) {
  const whose = { company_id: account.companyId, environment: account.environment, gateway: account.gateway };
  if (failed !== undefined) return { ...whose, failed };
  const counts = comparison ?? { chargesSeen: 0, repaired: 0, canceled: 0, findings: [] };
  return {
    ...{ ...whose, charges_seen: counts.chargesSeen, [takenIn]: counts.repaired - counts.canceled },
    ...{ [canceled]: counts.canceled, [toDecide]: counts.findings.length },
  };
}

function printed(shown: object[]): object[] {
  const failed = shown.filter((one) => 'failed' in one).length;
  if (failed === 0) return shown;
  throw new FailedInPart(
    `The books of ${failed} of ${shown.length} accounts could not be read to their end. Mend what they name, and run this again.`,
    shown,
  );
}
