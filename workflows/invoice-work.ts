import { condition, isCancellation, proxyActivities, proxyLocalActivities, sleep } from '@temporalio/workflow';
import type { InvoiceActivities, MessageActivities } from '../activities/index.ts';
import type { TriedCharge } from '../activities/first-tries.ts';
import type { Deadline } from '../src/invoices/deadline.ts';
import type { InvoiceNews } from '../src/invoices/invoice-news.ts';
import type { DeliveryOrder } from '../src/webhooks/delivery-order.ts';
import type { StoreTime } from '../src/base/time/store-time.ts';
import { FIRST_TRY_LIMIT_MS } from '../src/base/temporal/task-limits.ts';
import { TASK_QUEUES } from '../src/base/temporal/task-queues.ts';
import { ChargeRetries } from './charge-retries.ts';
import { Delivery } from './deliver.ts';
import { describeDeadline } from './describe.ts';
import { Duties } from './duties.ts';
import { FirstTries } from './first-tries.ts';
import type { KnownRecord } from './known-record.ts';
import type { RunRules } from './rules-of-run.ts';
import { storeTime } from './time.ts';

// Unlimited retries: a gateway or a database that is down is waited for, and an operator sees the failure meanwhile.
const { passDeadline } = proxyActivities<InvoiceActivities>({
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
});
/** For many deadlines of one moment: the worker that has the workflow's task passes the deadline within that task. */
const { passDeadline: passHere } = proxyLocalActivities<InvoiceActivities>({
  scheduleToCloseTimeout: FIRST_TRY_LIMIT_MS,
  retry: { maximumAttempts: 1 },
});
const { registerCharge, cancelCharge, makeRefund, answerDispute } = proxyActivities<InvoiceActivities>({
  taskQueue: TASK_QUEUES.payments,
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
  // A try that is under way is heard out, so that none is made twice.
  cancellationType: 'WAIT_CANCELLATION_COMPLETED',
});
/** The try that an operator asks for. */
const { registerCharge: registerOnce } = proxyActivities<InvoiceActivities>({
  taskQueue: TASK_QUEUES.payments,
  startToCloseTimeout: '1 minute',
  retry: { maximumAttempts: 1 },
});

// A mail server that is down is waited for until the message is of no use, which the record says.
const { sendMessage } = proxyActivities<MessageActivities>({
  taskQueue: TASK_QUEUES.messages,
  startToCloseTimeout: '3 minutes',
  heartbeatTimeout: '15 seconds',
  retry: { initialInterval: '15 seconds', maximumInterval: '1 hour' },
});

/**
 * The work of an invoice that is under way beside the wait for what comes next. Each piece is begun once, however often
 * news name it, and brings news of the record when it ends.
 */
export class InvoiceWork {
  private readonly invoiceId: number;
  private readonly record: KnownRecord;
  private readonly rules: RunRules;
  private readonly tries = new FirstTries();
  private readonly duties = new Duties();
  private readonly retries = new ChargeRetries();
  private readonly underWay = new Map<number, Delivery>();
  private delivering = 0;
  private deliveriesBegun = 0;
  private begunWhenAsked = 0;
  private trying = 0;
  private readonly onFailing: () => unknown;

  /** @param onFailing called whenever `failing` has changed while the run waits */
  constructor(
    invoiceId: number,
    record: KnownRecord,
    { rules, onFailing }: { rules: RunRules; onFailing: () => unknown },
  ) {
    this.invoiceId = invoiceId;
    this.record = record;
    this.rules = rules;
    this.onFailing = onFailing;
  }

  /** Whether a first try is under way in this worker: it ends within seconds. */
  get isTrying(): boolean {
    return this.trying > 0;
  }

  /** The number of deliveries under way whose last attempt failed. */
  get failing(): number {
    return [...this.underWay.values()].filter(({ isFailing }) => isFailing).length;
  }

  /** Tells whether anything has come since these news: later news, the outcome of a first try, a failure. */
  watch(known: InvoiceNews): () => boolean {
    const triesSeen = this.tries.ended;
    return () => this.record.news !== known || this.duties.failed || this.tries.ended !== triesSeen;
  }

  /** Tries the charge and the deliveries that were never tried, in this worker. */
  makeFirstTries(known: InvoiceNews): void {
    const untried = this.rules.triesFirst ? this.tries.untried(known) : null;
    if (!untried) return;
    const deliveryIds = untried.deliveries.map((one) => one.deliveryId).join();
    this.duties.begin(`try ${untried.charge?.attemptId} ${deliveryIds}`, async () => {
      this.trying += 1;
      const made = this.tries.make(untried, { leavesTogether: this.rules.holdsWork });
      const { news, left } = await made.finally(() => (this.trying -= 1));
      // News of the same version that came meanwhile say what changed without one: a policy, a webhook that is let go.
      const { record } = this;
      if (news && (record.news === known || news.version > record.news.version)) record.learn(news);
      await this.tries.makeTogether(left);
    });
  }

  registerCharges({ chargeToRegister }: InvoiceNews): void {
    const { holdsWork } = this.rules;
    for (const [attemptId, tried] of this.tries.chargesToGoOnWith(chargeToRegister)) {
      const name = `register ${attemptId}`;
      this.duties.begin(name, async () => {
        const charge = { invoiceId: this.invoiceId, attemptId, mayBeHeld: holdsWork };
        const latest = await this.retries.register(attemptId, tried, (known, { isOnlyTry }) =>
          register(charge, { tried: known, time: () => this.record.news, isOnlyTry }),
        );
        if (holdsWork && latest.isHeldAtGateway) this.tries.hold(attemptId);
        await this.goOn(name, latest);
      });
    }
  }

  /**
   * Has a charge that waits for its gateway tried at once. A first try ends within seconds, and is waited for.
   *
   * @returns the news that came of it; null where the gateway could not be reached, and retries go on
   */
  async retryChargeNow(attemptId: number): Promise<InvoiceNews | null> {
    const isOver = (): boolean => this.record.news.chargeToRegister !== attemptId;
    await condition(() => this.retries.isWaiting(attemptId) || isOver());
    return this.retries.isWaiting(attemptId) ? this.retries.retryNow(attemptId) : this.record.news;
  }

  cancelCharges({ chargesToCancel }: InvoiceNews): void {
    const { invoiceId } = this;
    for (const attemptId of chargesToCancel) {
      const summary = `cancels the charge of attempt ${attemptId}`;
      const order = { attemptId, at: storeTime(this.record.news), ...(this.rules.holdsWork && { invoiceId }) };
      const name = `cancel ${attemptId}`;
      this.duties.begin(name, async () => {
        const latest = await cancelCharge.executeWithOptions({ summary }, [order]);
        if (latest) await this.goOn(name, latest);
      });
    }
  }

  makeRefunds({ refundsToMake = [] }: InvoiceNews): void {
    const { invoiceId } = this;
    const { holdsWork } = this.rules;
    for (const refundId of refundsToMake) {
      const name = `refund ${refundId}`;
      this.duties.begin(name, async () => {
        const at = storeTime(this.record.news);
        const order = { invoiceId, refundId, at, ...(holdsWork && { mayBeHeld: true }) };
        const latest = await makeRefund.executeWithOptions({ summary: `makes refund ${refundId}` }, [order]);
        // Asked for once more when the record says so: its callback may have been lost.
        if (holdsWork) this.duties.forget(name);
        await this.goOn(name, latest);
        if (!holdsWork) this.duties.forget(name);
      });
    }
  }

  answerDisputes({ disputesToAnswer = [] }: InvoiceNews): void {
    if (disputesToAnswer.length === 0 || !this.rules.answersDisputes()) return;
    const { invoiceId } = this;
    for (const disputeId of disputesToAnswer) {
      const name = `answer ${disputeId}`;
      this.duties.begin(name, async () => {
        const order = { invoiceId, disputeId, at: storeTime(this.record.news) };
        const latest = await answerDispute.executeWithOptions({ summary: `answers dispute ${disputeId}` }, [order]);
        // Refused, it may be answered once more.
        this.duties.forget(name);
        await this.goOn(name, latest);
      });
    }
  }

  sendMessages({ messagesToSend = [] }: InvoiceNews): void {
    if (messagesToSend.length === 0 || !this.rules.sendsMessages()) return;
    const { invoiceId } = this;
    for (const messageId of messagesToSend) {
      this.duties.begin(`message ${messageId}`, async () => {
        const summary = `writes to the payer: message ${messageId}`;
        this.record.learn(await sendMessage.executeWithOptions({ summary }, [{ invoiceId, messageId }]));
      });
    }
  }

  /** Delivers what the news name, each delivery with its retries, and lets go of what they no longer name. */
  deliverEvents({ deliveries, hasMoreDeliveries }: InvoiceNews): void {
    for (const order of deliveries) {
      if (this.tries.isTrying(order)) continue;
      const { deliveryId } = order;
      const delivery = this.underWay.get(deliveryId) ?? this.newDelivery(order);
      this.underWay.set(deliveryId, delivery);
      delivery.learn(order);
      this.duties.begin(nameOf(order), async () => {
        this.deliveriesBegun += 1;
        this.delivering += 1;
        const { isHeld } = await delivery.run().finally(() => (this.delivering -= 1));
        if (!isHeld) return;
        if (!this.rules.holdsWork) this.forget(order);
        // Begun anew when the record says that it is due again, which it may say already. Released, it is named again
        // by news of its own.
        if (!delivery.isReleased) await this.record.ask();
        // Not sooner: news that are older than the hold name it too. A signal of the same task may have had the news
        // looked at already, while the delivery still counted as begun.
        if (this.rules.holdsWork) {
          this.forget(order);
          this.record.lookAgain();
        }
      });
    }
    if (this.rules.passesDeadlinesBeside && !hasMoreDeliveries) this.releaseUnnamed(deliveries);
  }

  /** A record that cannot be reached now holds up nothing else: payments and cancellations are acted on meanwhile. */
  passDeadline(deadline: Deadline): void {
    const name = `pass ${deadline.kind} ${deadline.at}`;
    this.duties.begin(name, async () => {
      const byClock = this.record.news.clockAt !== undefined;
      this.record.learn((byClock && (await this.passAtOnce(deadline))) || (await this.askToPass(deadline)));
      this.duties.forget(name);
    });
  }

  askToPass(deadline: Deadline): Promise<InvoiceNews> {
    return passDeadline.executeWithOptions({ summary: describeDeadline(deadline) }, [this.orderToPass(deadline)]);
  }

  /** @returns null where it failed: the ordinary activity is tried again, in sight of an operator */
  private async passAtOnce(deadline: Deadline): Promise<InvoiceNews | null> {
    try {
      return await passHere.executeWithOptions({ summary: describeDeadline(deadline) }, [this.orderToPass(deadline)]);
    } catch (error) {
      if (isCancellation(error)) throw error;
      return null;
    }
  }

  private orderToPass({ kind, at }: Deadline): { invoiceId: number; kind: Deadline['kind']; at: string } {
    return { invoiceId: this.invoiceId, kind, at };
  }

  /**
   * Whether the record has deliveries that these news leave out, and those that the news name have ended. Asking again
   * without a delivery in between brings nothing: what is held for a paused endpoint is not told of.
   */
  mustAsk({ hasMoreDeliveries = false }: InvoiceNews): boolean {
    return hasMoreDeliveries && this.duties.idle && this.deliveriesBegun > this.begunWhenAsked;
  }

  noteAsked(): void {
    this.begunWhenAsked = this.deliveriesBegun;
  }

  get isDone(): boolean {
    return this.duties.idle;
  }

  get hasFailed(): boolean {
    return this.duties.failed;
  }

  /** @throws the first failure of a piece of work: a run must not end well while its work did not */
  check(): void {
    this.duties.check();
  }

  /** Whether nothing but deliveries is under way, which the record has too. */
  get canBeLeft(): boolean {
    return this.rules.leavesDeliveries && this.duties.size === this.delivering;
  }

  leaveDeliveries(): void {
    for (const delivery of this.underWay.values()) delivery.leave();
  }

  /** Work that the record holds is begun anew once the record names it, which it may do already. */
  private async goOn(name: string, latest: InvoiceNews): Promise<void> {
    this.record.learn(latest);
    if (!this.rules.holdsWork || !latest.isHeldAtGateway) return;
    this.duties.forget(name);
    await this.record.ask();
  }

  /** A delivery that was tried begins with the policy of then, and learns of another policy by later news. */
  private newDelivery(order: DeliveryOrder): Delivery {
    const first = this.tries.takeDelivery(order.deliveryId);
    const options = { hearsOfEarlier: this.rules.holdsWork, onFailing: this.onFailing };
    if (!first) return new Delivery(order, options);
    return new Delivery(first.order, { ...options, tried: first.tried });
  }

  private forget(order: DeliveryOrder): void {
    this.underWay.delete(order.deliveryId);
    this.duties.forget(nameOf(order));
  }

  /**
   * Lets go of deliveries that the record no longer names. Such a delivery has ended, another workflow makes it, or its
   * endpoint is paused; the record names the latter again once the endpoint works.
   */
  private releaseUnnamed(named: DeliveryOrder[]): void {
    const ids = new Set(named.map(({ deliveryId }) => deliveryId));
    for (const [deliveryId, delivery] of this.underWay) if (!ids.has(deliveryId)) delivery.release();
  }
}

function nameOf({ deliveryId }: DeliveryOrder): string {
  return `deliver ${deliveryId}`;
}

/** @param tried what came of a first try, where one was made */
async function register(
  { mayBeHeld, ...charge }: { invoiceId: number; attemptId: number; mayBeHeld: boolean },
  { tried, time, isOnlyTry }: { tried: TriedCharge | undefined; time: () => StoreTime; isOnlyTry: boolean },
): Promise<InvoiceNews> {
  if (tried?.status === 'lost' && tried.retryAfterSeconds !== null) {
    await sleep(tried.retryAfterSeconds * 1000, { summary: 'the gateway asks to be left alone' });
  }
  const now = time();
  const order = {
    ...{ ...charge, at: storeTime(now) },
    ...(mayBeHeld && { mayBeHeld }),
    ...(now.clockAt !== undefined && { byClock: true as const }),
  };
  // Only what a first try may have taken to the gateway is asked for before it is made.
  const isRetry = tried !== undefined && tried.status !== 'elsewhere';
  const summary = `${isRetry ? 'finds out about' : 'registers'} the charge of attempt ${charge.attemptId}`;
  const activity = isOnlyTry ? registerOnce : registerCharge;
  return activity.executeWithOptions({ summary }, [isRetry ? { ...order, isRetry } : order]);
}
