import {
  condition,
  continueAsNew,
  defineSignal,
  patched,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  sleep,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { InvoiceActivities } from '../activities/index.ts';
import type { Deadline } from '../src/invoices/deadline.ts';
import type { InvoiceNews } from '../src/invoices/invoice-news.ts';
import type { DeliveryOrder } from '../src/webhooks/delivery-order.ts';
import type { InvoiceStatus } from '../src/invoices/state-machine.ts';
import { TASK_QUEUES } from '../src/base/temporal/task-queues.ts';
import { Delivery } from './deliver.ts';
import { Duties } from './duties.ts';
import { describe, describeDeadline } from './describe.ts';
import type { TriedCharge } from '../activities/try-here.ts';
import { FirstTries, triesHereFirst, type FirstDelivery } from './first-tries.ts';
import { hasCome, msUntil } from './time.ts';

export interface InvoiceInput {
  invoiceId: number;
  /** The state of the record when the run was started. A run of 0.2.0 or later gets it by the signal that starts it. */
  news?: InvoiceNews;
}

export interface InvoiceResult {
  status: InvoiceStatus;
  version: number;
}

/** The record of the invoice has changed; the news says everything that is due now. */
export const recordChanged = defineSignal<[InvoiceNews]>('recordChanged');

// Unlimited retries: a gateway or a database that is down is waited for, and an operator sees the failure meanwhile.
const { readInvoice, passDeadline } = proxyActivities<InvoiceActivities>({
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
});
const { registerCharge, cancelCharge, makeRefund } = proxyActivities<InvoiceActivities>({
  taskQueue: TASK_QUEUES.payments,
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
});

/** An activity of a minute brings the news of its end, and Temporal a few seconds later. */
const FURTHEST_OUT_OF_ORDER_US = 90_000_000;

/**
 * The life of an invoice: its charge and its refunds are taken to the gateway, its deadlines pass, its events are
 * delivered. PostgreSQL is the record; a run does the work that the record names, and ends when nothing is waited for.
 * A run may start at any moment of the invoice's life, and again after an earlier run ended (money that comes late).
 */
export async function invoice({ invoiceId, news }: InvoiceInput): Promise<InvoiceResult> {
  let record = news;
  // News of one version may arrive in another order than they were read in.
  let ordersByTime = false;
  const learn = (latest: InvoiceNews): void => {
    if (!record || latest.version > record.version) record = latest;
    // The present news are looked at anew: work that they name may have become free with these.
    else if (latest.version === record.version)
      record = ordersByTime && isOlder(latest, record) ? { ...record } : latest;
  };
  setHandler(recordChanged, learn);
  if (!record) learn(await readInvoice({ invoiceId }));

  const triesHere = triesHereFirst();
  // A run that began before these were there awaits each deadline, and keeps what it once began to deliver.
  const goesOnBeside = patched('deadlines beside, released deliveries');
  // A run that began before this was there keeps its history for as long as a delivery waits.
  const leavesDeliveries = patched('long histories are left with deliveries pending');
  // A run that began before this was there retries work whose store has lost its gateway, each minute.
  const leavesHeldWork = patched('work is held until the gateway works again');
  ordersByTime = leavesHeldWork;
  const tries = new FirstTries();
  const duties = new Duties();
  let asking: Promise<void> = Promise.resolve();
  let nextAsk: Promise<void> | undefined;
  /** The present news are looked at once more. */
  const lookAgain = (): void => {
    record = { ...record! };
  };
  const ask = async (): Promise<void> => {
    const before = record;
    learn(await readInvoice({ invoiceId }));
    // A later version came meanwhile: its news are looked at anew.
    if (record === before) lookAgain();
  };
  /**
   * Asks the record, once for all who want to know at one moment: twenty deliveries that find no place are one
   * question. A question that is under way may have been read before the moment; the next question is for later askers.
   */
  const askRecord = (): Promise<void> => {
    if (!leavesHeldWork) return readInvoice({ invoiceId }).then(learn);
    nextAsk ??= asking
      .catch(() => undefined)
      .then(() => {
        nextAsk = undefined;
        asking = ask();
        return asking;
      });
    return nextAsk;
  };
  /** Work that the record holds is begun anew once the record names it, which it may do already. */
  const goOn = async (name: string, latest: InvoiceNews): Promise<void> => {
    learn(latest);
    if (!leavesHeldWork || !latest.isHeldAtGateway) return;
    duties.forget(name);
    await askRecord();
  };
  const underWay = new Map<number, Delivery>();
  const pass = (deadline: Deadline): Promise<InvoiceNews> => {
    const { kind, at } = deadline;
    return passDeadline.executeWithOptions({ summary: describeDeadline(deadline) }, [{ invoiceId, kind, at }]);
  };
  /** A record that cannot be reached now holds up nothing else: payments and cancellations are acted on meanwhile. */
  const passBeside = (deadline: Deadline): void => {
    const name = `pass ${deadline.kind} ${deadline.at}`;
    duties.begin(name, async () => {
      learn(await pass(deadline));
      duties.forget(name);
    });
  };
  let deliveriesBegun = 0;
  let delivering = 0;
  let begunWhenAsked = 0;
  for (;;) {
    const known: InvoiceNews = record!;
    const { chargeToRegister, chargesToCancel, refundsToMake = [], deliveries, deadline } = known;
    const triesSeen = tries.ended;

    const untried = triesHere ? tries.untried(known) : null;
    if (untried) {
      duties.begin(
        `try ${untried.charge?.attemptId} ${untried.deliveries.map((one) => one.deliveryId).join()}`,
        async () => {
          const { news: brought, left } = await tries.make(untried, { leavesTogether: leavesHeldWork });
          // News of the same version that came meanwhile say what changed without one: a policy, a webhook that is let
          // go.
          if (brought && (record === known || brought.version > record!.version)) learn(brought);
          await tries.makeTogether(left);
        },
      );
    }
    for (const [attemptId, tried] of tries.chargesToGoOnWith(chargeToRegister)) {
      const name = `register ${attemptId}`;
      duties.begin(name, async () => {
        const latest = await register({ invoiceId, attemptId, mayBeHeld: leavesHeldWork }, tried);
        if (leavesHeldWork && latest.isHeldAtGateway) tries.hold(attemptId);
        await goOn(name, latest);
      });
    }
    for (const attemptId of chargesToCancel) {
      const summary = `cancels the charge of attempt ${attemptId}`;
      const order = { attemptId, at: new Date().toISOString(), ...(leavesHeldWork && { invoiceId }) };
      const name = `cancel ${attemptId}`;
      duties.begin(name, async () => {
        const latest = await cancelCharge.executeWithOptions({ summary }, [order]);
        if (latest) await goOn(name, latest);
      });
    }
    for (const refundId of refundsToMake) {
      const name = `refund ${refundId}`;
      duties.begin(name, async () => {
        const at = new Date().toISOString();
        const order = { invoiceId, refundId, at, ...(leavesHeldWork && { mayBeHeld: true }) };
        const latest = await makeRefund.executeWithOptions({ summary: `makes refund ${refundId}` }, [order]);
        // Asked for once more when the record says so: its callback may have been lost.
        if (leavesHeldWork) duties.forget(name);
        await goOn(name, latest);
        if (!leavesHeldWork) duties.forget(name);
      });
    }
    for (const order of deliveries) {
      const { deliveryId } = order;
      if (tries.isTrying(order)) continue;
      const delivery =
        underWay.get(deliveryId) ??
        newDelivery(order, { first: tries.takeDelivery(deliveryId), hearsOfEarlier: leavesHeldWork });
      underWay.set(deliveryId, delivery);
      delivery.learn(order);
      duties.begin(`deliver ${deliveryId}`, async () => {
        deliveriesBegun += 1;
        delivering += 1;
        const { isHeld } = await delivery.run().finally(() => (delivering -= 1));
        if (!isHeld) return;
        const forget = (): void => {
          underWay.delete(deliveryId);
          duties.forget(`deliver ${deliveryId}`);
        };
        if (!leavesHeldWork) forget();
        // Begun anew when the record says that it is due again, which it may say already. Released, it is named again
        // by news of its own.
        if (!delivery.isReleased) await askRecord();
        // Not sooner: news that are older than the hold name it too. A signal of the same task may have had the news
        // looked at already, while the delivery still counted as begun.
        if (leavesHeldWork) {
          forget();
          lookAgain();
        }
      });
    }
    if (goesOnBeside && !known.hasMoreDeliveries) releaseUnnamed(underWay, deliveries);
    showStatus(known, { always: !triesHere, withMethod: goesOnBeside });
    setCurrentDetails(describe(known));

    const somethingNew = (): boolean => record !== known || duties.failed || tries.ended !== triesSeen;
    // Only while asking brings something: what is held for a paused endpoint is not told of.
    const mustAsk = (): boolean =>
      Boolean(known.hasMoreDeliveries) && duties.idle && deliveriesBegun > begunWhenAsked && !somethingNew();
    const isDue = goesOnBeside && deadline !== null && hasCome(deadline.at);
    let deadlineHasCome = isDue;
    if (deadline && isDue) {
      passBeside(deadline);
      await condition(somethingNew);
    } else if (deadline) {
      deadlineHasCome = !(await condition(() => somethingNew() || mustAsk(), msUntil(deadline.at), {
        summary: `until ${describeDeadline(deadline)}, unless something comes first`,
      }));
    } else {
      await condition(() => somethingNew() || duties.idle);
    }
    if (deadline && deadlineHasCome) {
      // Where deadlines pass beside the rest, the next turn sees that this one has come.
      if (!goesOnBeside) learn(await pass(deadline));
    } else if (mustAsk()) {
      begunWhenAsked = deliveriesBegun;
      learn(await readInvoice({ invoiceId }));
    } else if (!deadline && !somethingNew()) {
      return { status: known.status, version: known.version };
    }
    duties.check();
    if (!workflowInfo().continueAsNewSuggested) continue;
    // The run leaves a long history behind. Deliveries go back to the record, which has them; the next run asks it. Any
    // other work that is under way would be dropped with the history.
    if (leavesDeliveries && duties.size === delivering) {
      for (const delivery of underWay.values()) delivery.leave();
      await condition(() => duties.idle || duties.failed);
      duties.check();
    }
    if (duties.idle) await continueAsNew<typeof invoice>({ invoiceId });
  }
}

/**
 * Lets go of deliveries that the record no longer names. Such a delivery has ended, another workflow makes it, or its
 * endpoint is paused; the record names the latter again once the endpoint works.
 */
function releaseUnnamed(underWay: Map<number, Delivery>, named: DeliveryOrder[]): void {
  const ids = new Set(named.map(({ deliveryId }) => deliveryId));
  for (const [deliveryId, delivery] of underWay) if (!ids.has(deliveryId)) delivery.release();
}

/**
 * Whether news were read before others of the same version. Two that lie further apart than an activity may take were
 * read by a clock that was set back in between.
 */
function isOlder({ readAt }: InvoiceNews, known: InvoiceNews): boolean {
  if (readAt === undefined || known.readAt === undefined) return false;
  return readAt < known.readAt && known.readAt - readAt <= FURTHEST_OUT_OF_ORDER_US;
}

/** Writes the search attributes that have changed; a write of the same values would cost an event. */
function showStatus(
  { status, paymentMethod }: InvoiceNews,
  { always, withMethod }: { always: boolean; withMethod: boolean },
): void {
  const shown = workflowInfo().searchAttributes;
  const isOtherMethod = withMethod && shown.PaymentMethod?.[0] !== paymentMethod;
  if (!always && shown.InvoiceStatus?.[0] === status && !isOtherMethod) return;
  upsertSearchAttributes({ InvoiceStatus: [status], ...(isOtherMethod && { PaymentMethod: [paymentMethod] }) });
}

/** A delivery that was tried begins with the policy of then, and learns of another policy by later news. */
function newDelivery(
  order: DeliveryOrder,
  { first, hearsOfEarlier }: { first: FirstDelivery | undefined; hearsOfEarlier: boolean },
): Delivery {
  if (!first) return new Delivery(order, { hearsOfEarlier });
  return new Delivery(first.order, { tried: first.tried, hearsOfEarlier });
}

/** @param tried what came of a first try, where one was made */
async function register(
  { mayBeHeld, ...charge }: { invoiceId: number; attemptId: number; mayBeHeld: boolean },
  tried?: TriedCharge,
): Promise<InvoiceNews> {
  if (tried?.status === 'lost' && tried.retryAfterSeconds !== null) {
    await sleep(tried.retryAfterSeconds * 1000, { summary: 'the gateway asks to be left alone' });
  }
  const order = { ...charge, at: new Date().toISOString(), ...(mayBeHeld && { mayBeHeld }) };
  // Only what a first try may have taken to the gateway is asked for before it is made.
  const isRetry = tried !== undefined && tried.status !== 'elsewhere';
  const summary = `${isRetry ? 'finds out about' : 'registers'} the charge of attempt ${charge.attemptId}`;
  return registerCharge.executeWithOptions({ summary }, [isRetry ? { ...order, isRetry } : order]);
}
