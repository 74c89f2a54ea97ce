import { addDays, nextBusinessDay } from '../../src/base/calendar/business-day.ts';
import type { PaymentMethod } from '../../src/banking/payment-method.ts';

/**
 * The store of the model is in São Paulo, which has no daylight saving, and waits for as long as stores do by default.
 */
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BOLETO_DUE_DAYS = 3;
const MAX_DAYS_AFTER_DUE = 30;
const REFUSALS_BY_ITSELF = 5;

export const dayOf = (at: number): string => new Date(at - 3 * HOUR_MS).toISOString().slice(0, 10);
const startOf = (day: string): number => Date.parse(`${day}T03:00:00Z`);

type Status =
  | 'open'
  | 'pending'
  | 'paid'
  | 'refused'
  | 'abandoned'
  | 'overdue'
  | 'expired'
  | 'canceled'
  | 'partially_refunded'
  | 'refunded';

/**
 * The table of the design, and what its notes add: new terms and a part of the money begin anew, a refund may be
 * undone.
 */
const MAY_FOLLOW: Record<Status, readonly Status[]> = {
  open: ['pending', 'refused', 'paid', 'abandoned', 'canceled', 'open'],
  pending: ['paid', 'refused', 'abandoned', 'overdue', 'canceled', 'open'],
  refused: ['pending', 'refused', 'paid', 'abandoned', 'canceled', 'open'],
  abandoned: ['paid', 'canceled', 'open'],
  overdue: ['paid', 'expired', 'canceled', 'open'],
  expired: ['paid', 'canceled', 'open'],
  canceled: ['paid'],
  paid: ['partially_refunded', 'refunded'],
  partially_refunded: ['partially_refunded', 'refunded', 'paid'],
  refunded: ['paid', 'partially_refunded'],
};

export type Rate = { type: 'fixed'; cents: number } | { type: 'percentage'; ppm: number };

export interface ModelTerms {
  method: PaymentMethod;
  quantity: number;
  dueInDays: number | null;
  discount: (Rate & { forDays: number | null }) | null;
  fine: Rate | null;
  interest: Rate | null;
}

interface Attempt {
  method: PaymentMethod;
  state: 'pending' | 'paid' | 'refused' | 'canceled';
  cents: number;
  createdAt: number;
  /** The gateway was asked for it. */
  asked: boolean;
  registered: boolean;
  /** Nothing is left to cancel at the gateway. */
  withdrawn: boolean;
  /** Its bank adds the fees of the day. */
  grows: boolean;
  /** When its code ends. */
  endsAt: number | null;
}

export interface Money {
  paymentId: string;
  cents: number;
  paidAt: number;
}

/** The gateway's answer, now and to each later question. */
export type Answer =
  | { status: 'registered'; paid: Money | null; pixExpiresAt: number; grows: boolean }
  | { status: 'refused'; isFinal: boolean };

export type DeadlineKind = 'pix_expired' | 'abandonment_elapsed' | 'due_date_passed' | 'boleto_expired';

/**
 * The least that an invoice can be, so that it is plain what it is to do: written from the specification and the
 * design.
 */
export class InvoiceModel {
  status: Status = 'open';
  method: PaymentMethod;
  quantity: number;
  dueDate: string | null;
  totalCents: number;
  isSettled = false;
  readonly payments = new Map<string, { cents: number; refunded: number }>();
  readonly attempts: Attempt[] = [];
  readonly refunds: { paymentId: string; cents: number; state: string; asked: boolean; isTwice: boolean }[] = [];
  readonly events: string[] = ['invoice.created'];
  private pixExpiresAt: number | null = null;
  private abandonmentAt: number;
  private readonly terms: ModelTerms & { until: string | null };
  private readonly priceCents: number;

  constructor(terms: ModelTerms, { priceCents, at }: { priceCents: number; at: number }) {
    this.priceCents = priceCents;
    this.method = terms.method;
    this.quantity = terms.quantity;
    const forDays = terms.discount?.forDays ?? null;
    this.terms = { ...terms, until: forDays === null ? null : addDays(dayOf(at), forDays) };
    const dueInDays = terms.dueInDays ?? (terms.method === 'boleto' ? BOLETO_DUE_DAYS : null);
    this.dueDate = dueInDays === null ? null : addDays(dayOf(at), dueInDays);
    this.abandonmentAt = this.afterPeriod(at);
    this.totalCents = this.due(at);
    if (this.method !== 'card') this.tryAgain(at);
  }

  get paidCents(): number {
    return sum([...this.payments.values()].map(({ cents }) => cents));
  }

  get refundedCents(): number {
    return sum([...this.payments.values()].map(({ refunded }) => refunded));
  }

  get netCents(): number {
    return this.paidCents - this.refundedCents;
  }

  /** The amount due for a payer who pays at a moment. */
  due(at: number): number {
    const { discount, until, fine, interest } = this.terms;
    const day = dayOf(at);
    const subtotal = this.priceCents * this.quantity;
    const principal = subtotal - (discount && (until === null || day <= until) ? share(discount, subtotal, 1) : 0);
    const onTime = this.dueDate && nextBusinessDay(this.dueDate);
    const daysLate = onTime ? Math.max(0, (Date.parse(day) - Date.parse(onTime)) / DAY_MS) : 0;
    return principal + share(fine, principal, Math.min(1, daysLate)) + share(interest, principal, daysLate);
  }

  /** The work that a run of the workflow would still have to do. */
  get duties() {
    const isPayable = this.status === 'open' || this.status === 'refused';
    const unregistered = isPayable ? this.attempts.findIndex((one) => one.state === 'pending' && !one.registered) : -1;
    const unknown = this.attempts.findIndex(
      ({ state, asked, registered, withdrawn }) => state === 'canceled' && asked && !registered && !withdrawn,
    );
    const toRegister = unregistered >= 0 ? unregistered : unknown;
    return {
      toRegister: toRegister < 0 ? null : toRegister,
      toCancel: indexes(
        this.attempts,
        ({ state, registered, withdrawn }) => state === 'canceled' && registered && !withdrawn,
      ),
      toRefund: indexes(this.refunds, ({ state, asked }) => state === 'pending' && !asked),
      deadline: this.deadline,
    };
  }

  /** A boleto always does, and a Pix that names a day. */
  get fallsDue(): boolean {
    return this.method === 'boleto' || (this.method === 'pix' && this.dueDate !== null);
  }

  private get late(): number {
    return this.dueDate === null ? 0 : startOf(addDays(nextBusinessDay(this.dueDate), 1));
  }

  /** Whether a bank that registers terms takes them of a Pix: in time, and for the whole of what is due. */
  takesTerms(index: number, at: number): boolean {
    return this.fallsDue && this.late > at && this.attempts[index]!.cents === this.due(at);
  }

  codeEnd(at: number, { grows }: { grows: boolean }): number {
    if (grows) return this.late + MAX_DAYS_AFTER_DUE * DAY_MS;
    if (!this.fallsDue) return this.afterPeriod(at);
    return this.late > at ? this.late : at + DAY_MS;
  }

  get deadline(): { kind: DeadlineKind; at: number } | null {
    const { late } = this;
    switch (this.status) {
      case 'pending':
        if (this.method === 'card') return { kind: 'abandonment_elapsed', at: this.abandonmentAt };
        if (this.fallsDue && (this.method === 'boleto' || this.pixExpiresAt! >= late)) {
          return { kind: 'due_date_passed', at: late };
        }
        return { kind: 'pix_expired', at: this.pixExpiresAt! };
      case 'open':
      case 'refused': {
        const at = this.fallsDue ? Math.max(late, this.abandonmentAt) : this.abandonmentAt;
        return { kind: 'abandonment_elapsed', at };
      }
      case 'overdue':
        return { kind: 'boleto_expired', at: late + MAX_DAYS_AFTER_DUE * DAY_MS };
      default:
        return null;
    }
  }

  /** @returns the code of the refusal, where the store may not do this */
  cancel(): string | null {
    if (this.status === 'canceled') return null;
    if (this.netCents > 0 || ['paid', 'refunded', 'partially_refunded'].includes(this.status)) return 'invoice_paid';
    this.move('canceled');
    this.giveUp();
    this.events.push('invoice.canceled');
    return null;
  }

  update(changes: { method?: PaymentMethod; quantity?: number; dueInDays?: number }, at: number): string | null {
    const method = changes.method ?? this.method;
    const quantity = changes.quantity ?? this.quantity;
    const asked = changes.dueInDays === undefined ? null : addDays(dayOf(at), changes.dueInDays);
    const dueDate = asked ?? this.dueDate ?? (method === 'boleto' ? addDays(dayOf(at), BOLETO_DUE_DAYS) : null);
    if (method === this.method && quantity === this.quantity && dueDate === this.dueDate) return null;
    if (this.netCents > 0 || ['paid', 'refunded', 'partially_refunded', 'canceled'].includes(this.status)) {
      return 'invoice_not_editable';
    }
    const isDue = method === 'boleto' || (method === 'pix' && dueDate !== null);
    if (isDue && dueDate! < dayOf(at)) return 'invalid_fields';
    Object.assign(this, { method, quantity, dueDate, pixExpiresAt: null, totalCents: 0 });
    this.totalCents = this.due(at);
    this.giveUp();
    this.move('open');
    this.abandonmentAt = this.afterPeriod(at);
    if (method !== 'card') this.tryAgain(at);
    this.events.push('invoice.updated');
    return null;
  }

  /** The payer submits a card, or asks for a fresh code. */
  submit(at: number): string | null {
    const last = this.attempts.findLast(({ state }) => state === 'pending');
    const isDead = last?.method === 'pix' && !last.grows && last.endsAt !== null && last.endsAt <= at;
    if (this.status === 'overdue' && isDead) {
      for (const attempt of this.attempts) if (attempt.state === 'pending') attempt.withdrawn = true;
      this.giveUp();
      this.move('open');
      if (this.netCents === 0) this.totalCents = this.due(at);
      this.events.push('invoice.updated');
    }
    if (this.attempts.some(({ state }) => state === 'pending')) return 'attempt_pending';
    if (this.status !== 'open' && this.status !== 'refused') return 'invoice_not_payable';
    this.tryAgain(at);
    this.abandonmentAt = this.afterPeriod(at);
    return null;
  }

  /** Records the gateway's answer to a registration. */
  register(index: number, answer: Answer, at: number): void {
    const attempt = this.attempts[index]!;
    if (attempt.registered) return;
    attempt.registered = true;
    if (answer.status === 'refused') return this.refuse(index, at, answer.isFinal);
    Object.assign(attempt, { grows: answer.grows, endsAt: answer.pixExpiresAt });
    if (attempt.state === 'pending') {
      this.move('pending');
      if (attempt.method === 'pix') this.pixExpiresAt = answer.pixExpiresAt;
      this.events.push('invoice.payment_registered');
    }
    if (answer.paid) this.receive(index, answer.paid, at);
  }

  refuse(index: number, at: number, isFinal = false): void {
    const attempt = this.attempts[index]!;
    if (attempt.state !== 'pending' || !['open', 'pending', 'refused'].includes(this.status)) return;
    this.move('refused');
    attempt.state = 'refused';
    this.abandonmentAt = this.afterPeriod(at);
    const sinceGivenUp = this.attempts.slice(this.attempts.findLastIndex(({ state }) => state === 'canceled') + 1);
    const refusals = sinceGivenUp.filter(({ state }) => state === 'refused').length;
    if (this.method !== 'card' && !isFinal && refusals < REFUSALS_BY_ITSELF) this.tryAgain(at);
    this.events.push('invoice.refused');
  }

  /** Money is never dropped, and never counted twice. */
  receive(index: number, { paymentId, cents, paidAt }: Money, at: number): void {
    if (this.payments.has(paymentId)) return;
    this.payments.set(paymentId, { cents, refunded: 0 });
    const attempt = this.attempts[index]!;
    // A code or a card asks for what was due when it was made, whenever its money comes.
    const moments = attempt.grows || attempt.method === 'boleto' ? [paidAt] : [paidAt, attempt.createdAt];
    const totals = this.isSettled ? [this.totalCents] : moments.map((moment) => this.due(moment));
    const settledAt = totals.find((total) => this.netCents >= total);
    const isConfirmed = settledAt !== undefined && this.status !== 'paid';
    if (isConfirmed || cents >= attempt.cents) attempt.state = 'paid';
    if (isConfirmed) {
      this.move('paid');
      this.totalCents = settledAt;
      this.isSettled = true;
      this.giveUp();
      this.events.push('invoice.payment_confirmed');
    }
    const isOverpaid = this.isSettled && this.netCents > this.totalCents;
    if (isOverpaid) this.events.push('invoice.overpaid');
    if (isConfirmed || isOverpaid) return;
    if (this.isSettled) this.moveByBalance();
    else this.askForTheRest(attempt, at);
    this.events.push('invoice.updated');
  }

  /** Once it was paid, what it holds says what it is. */
  private moveByBalance(): void {
    const isWhole = this.netCents >= this.totalCents;
    const status = isWhole ? 'paid' : this.netCents > 0 ? 'partially_refunded' : 'refunded';
    if (status !== this.status) this.move(status);
  }

  /** Money that went back, or is back again, is missing, or no longer missing, of what is owed. */
  private followRefund(at: number): void {
    if (this.isSettled) return this.moveByBalance();
    if (this.method !== 'card' && ['open', 'pending', 'refused'].includes(this.status)) this.askForTheRest(null, at);
  }

  pass(kind: DeadlineKind, at: number): void {
    const { deadline } = this;
    if (deadline?.kind !== kind || deadline.at > at) return;
    const end = this.dueDate === null ? 0 : this.fallsDue ? this.late : startOf(addDays(this.dueDate, 1));
    if (kind === 'pix_expired' && end > at) {
      this.askForTheRest(null, at);
      this.events.push('invoice.updated');
      return;
    }
    if (kind === 'due_date_passed') this.move('overdue');
    else {
      this.move(kind === 'boleto_expired' ? 'expired' : 'abandoned');
      this.giveUp();
    }
    this.events.push(`invoice.${this.status}`);
  }

  /** How much of a payment was neither given back nor is on its way. */
  left(paymentId: string): number {
    const { cents, refunded } = this.payments.get(paymentId)!;
    const onTheirWay = this.refunds.filter((one) => one.paymentId === paymentId && one.state === 'pending');
    return Math.max(0, cents - refunded - sum(onTheirWay.map((refund) => refund.cents)));
  }

  /** @param cents null: all that is left */
  refund(paymentId: string, cents: number | null): string | null {
    const lefts = [...this.payments.keys()].map((id) => this.left(id));
    if (lefts.every((left) => left === 0)) return 'nothing_to_refund';
    const left = this.left(paymentId);
    if (left === 0 || (cents ?? 0) > left) return 'invalid_fields';
    this.refunds.push({ paymentId, cents: cents ?? left, state: 'pending', asked: false, isTwice: false });
    return null;
  }

  /** @param isOld said in the answer to the request, which may be older than its failure */
  giveBack(index: number, at: number, { isOld = false } = {}): void {
    const refund = this.refunds[index]!;
    const payment = this.payments.get(refund.paymentId)!;
    if (refund.state === 'succeeded' || (isOld && refund.state === 'failed')) return;
    if (payment.refunded + refund.cents > payment.cents) {
      // Another one took its place: the store must know, once.
      if (!refund.isTwice) this.events.push('invoice.updated');
      Object.assign(refund, { state: 'failed', isTwice: true });
      return;
    }
    Object.assign(refund, { state: 'succeeded', isTwice: false });
    payment.refunded += refund.cents;
    this.followRefund(at);
    this.events.push('invoice.refunded');
  }

  failRefund(index: number, at: number): void {
    const refund = this.refunds[index]!;
    if (refund.state === 'failed') return;
    if (refund.state === 'succeeded') {
      this.payments.get(refund.paymentId)!.refunded -= refund.cents;
      this.followRefund(at);
    }
    Object.assign(refund, { state: 'failed', isTwice: false });
    this.events.push('invoice.updated');
  }

  private askForTheRest(attempt: Attempt | null, at: number): void {
    // Late fees are the bank's to add: that charge stays as it is.
    if (this.fallsDue && this.dueDate! < dayOf(at)) return;
    if (!['open', 'pending', 'refused', 'abandoned'].includes(this.status)) return;
    this.move('open');
    if (attempt?.state === 'pending') attempt.state = 'paid';
    this.giveUp();
    this.pixExpiresAt = null;
    this.abandonmentAt = this.afterPeriod(at);
    if (this.method !== 'card') this.tryAgain(at);
  }

  /** A code lives, and a payer is waited for, until a day later, and until a promised due date is over. */
  afterPeriod(at: number): number {
    return Math.max(at + DAY_MS, this.dueDate === null ? 0 : startOf(addDays(this.dueDate, 1)));
  }

  private tryAgain(at: number): void {
    const { method } = this;
    const nothingYet = {
      ...{ state: 'pending' as const, asked: false, registered: false, withdrawn: false },
      ...{ grows: false, endsAt: null },
    };
    this.attempts.push({ method, cents: this.due(at) - this.netCents, createdAt: at, ...nothingYet });
  }

  private giveUp(): void {
    for (const attempt of this.attempts) if (attempt.state === 'pending') attempt.state = 'canceled';
  }

  private move(status: Status): void {
    if (!MAY_FOLLOW[this.status].includes(status)) throw new Error(`No ${this.status} invoice becomes ${status}.`);
    this.status = status;
  }
}

/** Half a cent goes up. */
function share(rate: Rate | null, cents: number, times: number): number {
  if (!rate) return 0;
  return rate.type === 'fixed' ? rate.cents * times : Math.floor((cents * rate.ppm * times + 500_000) / 1_000_000);
}

export function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function indexes<T>(list: T[], isMeant: (one: T) => boolean): number[] {
  return list.flatMap((one, index) => (isMeant(one) ? [index] : []));
}
