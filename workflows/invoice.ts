import {
  allHandlersFinished,
  condition,
  continueAsNew,
  defineSignal,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { InvoiceNews } from '../src/invoices/invoice-news.ts';
import type { InvoiceStatus } from '../src/invoices/state-machine.ts';
import { DeadlineTimer } from './deadline-timer.ts';
import { describe, describeDeadline } from './describe.ts';
import { InvoiceWork } from './invoice-work.ts';
import { KnownRecord } from './known-record.ts';
import { handleOperators } from './operators.ts';
import { rulesOfThisRun } from './rules-of-run.ts';
import { showInvoice, showStatus } from './show.ts';
import { hasCome, msUntil } from './time.ts';

export interface InvoiceInput {
  invoiceId: number;
  /** The state of the record when the run was started. Absent: the signal that started the run brings it. */
  news?: InvoiceNews;
}

export interface InvoiceResult {
  status: InvoiceStatus;
  version: number;
}

/** The record of the invoice has changed; the news says everything that is due now. */
export const recordChanged = defineSignal<[InvoiceNews]>('recordChanged');

/**
 * The life of an invoice. PostgreSQL is the record: it decides what the invoice is, and its news name all work that is
 * due. A run does that work and waits for what comes next:
 *
 * 1. The charge is registered at the gateway, and the payer gets a Pix code, a boleto or an answer about a card.
 * 2. The invoice waits for its payer, until a deadline: a code expires, a due date passes, nobody has paid.
 * 3. Money, a refusal, a refund or a cancellation reaches the record first; its news come by the signal.
 * 4. The store can answer a dispute until its time is over, and is reminded of that.
 * 5. The payer is reminded by the store's schedule, and gets receipts.
 * 6. The store hears of each event by its webhooks.
 * 7. An operator may have work done at once, by an Update.
 *
 * A run ends when it waits for nothing. It may start at any moment of the life, and again after an earlier run has
 * ended: late money, a refund.
 */
export async function invoice({ invoiceId, news }: InvoiceInput): Promise<InvoiceResult> {
  const record = new KnownRecord(invoiceId, news);
  setHandler(recordChanged, (latest) => record.hear(latest));
  handleOperators(invoiceId, record, () => work);
  if (!record.isKnown) record.learn(await record.read());
  const rules = rulesOfThisRun();
  record.isOrdered = rules.holdsWork;
  const timer = new DeadlineTimer();
  const work: InvoiceWork = new InvoiceWork(invoiceId, record, { rules, onFailing: showMore });

  /** The search attributes of a run that has just begun are written with the outcome of its first tries. */
  function showMore(): boolean {
    if (!rules.showsMore()) return false;
    if (!work.isTrying) showInvoice(record.news, work.failing);
    return true;
  }

  for (;;) {
    const known = record.news;
    const { deadline } = known;
    const hasNews = work.watch(known);

    work.makeFirstTries(known);
    work.registerCharges(known);
    work.cancelCharges(known);
    work.makeRefunds(known);
    work.answerDisputes(known);
    work.sendMessages(known);
    work.deliverEvents(known);
    if (!showMore()) showStatus(known, { always: !rules.triesFirst, withMethod: rules.passesDeadlinesBeside });
    setCurrentDetails(describe(known));

    // Waits for whatever comes first: news, the deadline, the end of all work.
    const byClock = known.clockAt !== undefined;
    const isDue = (rules.passesDeadlinesBeside || byClock) && deadline !== null && hasCome(deadline.at, known);
    let deadlineHasCome = isDue;
    // The timer of a deadline that is due is not stopped: news may come in the moment in which it ends.
    if (rules.keepsTimer && !isDue) timer.measure(byClock ? null : deadline);
    if (deadline && isDue) {
      work.passDeadline(deadline);
      await condition(hasNews);
    } else if (deadline && byClock) {
      await condition(() => hasNews() || work.mustAsk(known));
    } else if (deadline && rules.keepsTimer) {
      await condition(() => hasNews() || work.mustAsk(known) || timer.isOver);
      deadlineHasCome = timer.isOver;
    } else if (deadline) {
      deadlineHasCome = !(await condition(() => hasNews() || work.mustAsk(known), msUntil(deadline.at), {
        summary: `until ${describeDeadline(deadline)}, unless something comes first`,
      }));
    } else {
      await condition(() => hasNews() || (work.isDone && allHandlersFinished()));
    }

    if (deadline && deadlineHasCome) {
      // Where deadlines pass beside the rest, the next turn sees that this one has come.
      if (!rules.passesDeadlinesBeside) record.learn(await work.askToPass(deadline));
    } else if (!hasNews() && work.mustAsk(known)) {
      work.noteAsked();
      await record.learnLatest();
    } else if (!deadline && !hasNews()) {
      return { status: known.status, version: known.version };
    }
    work.check();

    if (!workflowInfo().continueAsNewSuggested) continue;
    // The run leaves a long history behind. Deliveries go back to the record, which has them; the next run asks it. Any
    // other work that is under way would be dropped with the history.
    if (work.canBeLeft) {
      work.leaveDeliveries();
      await condition(() => work.isDone || work.hasFailed);
      work.check();
    }
    if (work.isDone && allHandlersFinished()) await continueAsNew<typeof invoice>({ invoiceId });
  }
}
