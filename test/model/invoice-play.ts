/* eslint jest/no-standalone-expect: off -- what a test plays, and compares after each act */
import { expect } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { createCompany } from '../../src/accounts/companies/create-company.ts';
import type { Store } from '../../src/base/environment.ts';
import { createSecretBox } from '../../src/base/crypto/secret-box.ts';
import { Customer } from '../../src/catalog/customers/customer.entity.ts';
import { cancelInvoice } from '../../src/invoices/cancel-invoice.ts';
import { createInvoice } from '../../src/invoices/create-invoice.ts';
import { passDeadline } from '../../src/invoices/pass-deadline.ts';
import type { InvoiceNews } from '../../src/invoices/invoice-news.ts';
import { readInvoiceNews } from '../../src/invoices/read-invoice-news.ts';
import { updateInvoice } from '../../src/invoices/update-invoice.ts';
import { cancelCharge } from '../../src/payments/cancel-charge.ts';
import { GatewayAccount, gatewayAccountContext } from '../../src/gateways/gateway-account.entity.ts';
import { createGatewayRegistry } from '../../src/gateways/gateway-registry.ts';
import {
  GatewayUnavailableError,
  type ChargeArtefacts,
  type ChargeRequest,
  type ChargeResult,
  type GatewayEvent,
} from '../../src/gateways/payment-gateway.ts';
import { createSandboxGateway } from '../../src/gateways/sandbox/sandbox-gateway.ts';
import type { PaymentMethod } from '../../src/banking/payment-method.ts';
import { applyCallback, storeCallback } from '../../src/payments/receive-callback.ts';
import { registerCharge } from '../../src/payments/register-charge.ts';
import { submitPayment } from '../../src/payments/submit-payment.ts';
import { Product } from '../../src/catalog/products/product.entity.ts';
import { makeRefund } from '../../src/payments/refunds/make-refund.ts';
import { requestRefund } from '../../src/payments/refunds/request-refund.ts';
import { WebhookEndpoint } from '../../src/webhooks/webhook-endpoint.entity.ts';
import type { TestDatabase } from '../support/database.ts';
import { TEST_KEYS } from '../support/world.ts';
import type { Act, Outcome, RefundOutcome } from './invoice-acts.ts';
import { addDays } from '../../src/base/calendar/business-day.ts';
import { dayOf, InvoiceModel, sum, type Answer, type DeadlineKind, type ModelTerms } from './invoice-model.ts';
import { refusalOf } from './refusal-of.ts';
import { Till, type ChargeState, type Mood } from './till.ts';
import { cardsOfSubscriptions } from '../../src/subscriptions/card-on-file.ts';

const PRICE_CENTS = 10_01;
const MINUTE_MS = 60_000;
/** A Wednesday before Easter: Good Friday and Tiradentes are days without banks. */
const BEGINS = Date.parse('2026-04-01T13:00:00Z');
const SOME_EVENTS = ['invoice.payment_confirmed', 'invoice.refunded', 'invoice.overpaid'];

type Bench = Awaited<ReturnType<typeof createBench>>;

/** A store that collects with the till, and everything that use cases need. */
export async function createBench({ orm, database }: { orm: MikroORM; database: TestDatabase }) {
  const secrets = createSecretBox(TEST_KEYS);
  const till = new Till();
  const sandbox = createSandboxGateway({ em: orm.em, secrets, callbackUrl: 'http://x', publicUrl: 'http://x' });
  const gateways = createGatewayRegistry({ sandbox, secrets, providers: [till.provider] });
  const em = orm.em.fork();
  const now = new Date(BEGINS);
  const { company } = await createCompany(em, { name: 'Padaria Estrela', city: 'São Paulo', now });
  const store: Store = { companyId: company.id, environment: 'production' };
  const times = { createdAt: now, updatedAt: now };
  em.create(GatewayAccount, {
    ...{ ...store, gateway: 'till', accountId: 'account-1', displayName: 'Till', methods: ['pix', 'boleto', 'card'] },
    ...{ settings: {}, secrets: secrets.seal('{}', gatewayAccountContext(store)), secretEnds: {}, checkedAt: now },
    ...{ failingSince: null, failure: null, alertedAt: null, ...times },
  });
  for (const events of [['*'], SOME_EVENTS]) {
    em.create(WebhookEndpoint, {
      ...{ ...store, url: 'http://127.0.0.1:1', events, description: null, secret: 'sealed', previousSecret: null },
      ...{ previousSecretExpiresAt: null, disabledReason: null, failingSince: null, pausedAt: null },
      ...{ nextProbeAt: null, deletedAt: null, ...times },
    });
  }
  const customer = em.create(Customer, {
    ...{ ...store, name: 'Ana Souza', email: 'ana@example.com', document: null, phone: null, address: null },
    ...{ externalReference: null, metadata: {}, active: true, ...times },
  });
  const product = em.create(Product, {
    ...{ ...store, name: 'Pão de queijo', description: null, priceCents: PRICE_CENTS, sku: null },
    ...{ metadata: {}, active: true, ...times },
  });
  await em.flush();
  return { em: orm.em, database, secrets, gateways, till, store, customerId: customer.id, productId: product.id };
}

/** An invoice, played on the record and in the model at once, and compared after every act. */
export class InvoicePlay {
  private readonly bench: Bench;
  private readonly invoiceId: number;
  private now = BEGINS;
  private readonly model: InvoiceModel;
  /** The till's books, as the test would have them: by attempt and by refund. */
  private readonly charges = new Map<number, { cents: number; state: ChargeState; answer: Answer }>();
  private readonly refunds = new Map<number, { cents: number; outcome: RefundOutcome }>();
  private readonly said: { event: GatewayEvent; apply: () => void }[] = [];
  private readonly ordered = {
    register: new Set<number>(),
    cancel_charge: new Set<number>(),
    make_refund: new Set<number>(),
    pass_deadline: new Map<string, { kind: DeadlineKind; at: number }>(),
  };
  private made = 0;
  private attemptIds: number[] = [];
  private refundIds: number[] = [];

  private constructor(bench: Bench, invoiceId: number, terms: ModelTerms) {
    this.bench = bench;
    this.invoiceId = invoiceId;
    this.model = new InvoiceModel(terms, { priceCents: PRICE_CENTS, at: BEGINS });
  }

  static async begin(bench: Bench, terms: ModelTerms): Promise<InvoicePlay> {
    const { store, customerId, productId } = bench;
    const { method: paymentMethod, quantity, dueInDays, discount, fine, interest } = terms;
    const today = dayOf(BEGINS);
    const until = discount && discount.forDays !== null ? addDays(today, discount.forDays) : null;
    const { invoice } = await createInvoice(depsAt(bench, BEGINS), {
      store,
      input: {
        ...{ customerId, products: [{ productId, quantity }], paymentMethod, installments: 1, fine, interest },
        ...{
          dueDate: dueInDays === null ? null : addDays(today, dueInDays),
          discount: discount && { ...rate(discount), until },
        },
        ...{ description: null, externalReference: null, metadata: {} },
      },
    });
    bench.till.mood = 'answers';
    const play = new InvoicePlay(bench, invoice.id, terms);
    await play.compare();
    return play;
  }

  /** @returns false where there is nothing to do */
  can(act: Act): boolean {
    switch (act.who) {
      case 'payer':
        return act.does === 'submit' || this.payable().length > 0;
      case 'store':
        return act.does !== 'refund' || this.model.payments.size > 0;
      case 'gateway':
        if (act.does === 'refuse') return this.waiting().length > 0;
        if (act.does === 'decide_refund') return this.refunds.size > 0;
        return act.how === 'unknown' || this.said.length > 0;
      case 'workflow':
        return this.orders(act.does, act.which).length > 0;
      case 'clock': {
        if ('minutes' in act) return true;
        const { deadline } = this.model;
        return deadline !== null && deadline.at + act.minutesAfterDeadline * MINUTE_MS > this.now;
      }
    }
  }

  async do(act: Act): Promise<void> {
    switch (act.who) {
      case 'clock':
        if ('minutes' in act) this.now += act.minutes * MINUTE_MS;
        else this.now = this.model.deadline!.at + act.minutesAfterDeadline * MINUTE_MS;
        break;
      case 'store':
        await this.storeDoes(act);
        break;
      case 'payer':
        if (act.does === 'submit') await this.submit();
        else this.pay(act.pick, act.amount);
        break;
      case 'gateway':
        if (act.does === 'call_back') await this.callBack(act);
        else if (act.does === 'refuse') this.refuse(act.pick);
        else this.decideRefund(act.pick, act.word);
        break;
      case 'workflow':
        await this.workflowDoes(act);
        break;
    }
    await this.compare();
  }

  /**
   * Everything that was said is heard, and everything that is due is done: then the books agree, and no charge can be
   * paid that nobody waits for.
   */
  async rest(): Promise<void> {
    const how = 'once' as const;
    for (let pick = 0; pick < this.said.length; pick += 1)
      await this.do({ who: 'gateway', does: 'call_back', pick, how });
    const common = { who: 'workflow', which: 'due', pick: 0, mood: 'answers' } as const;
    for (let turns = 0; turns < 100; turns += 1) {
      const { toRegister, toCancel, toRefund } = this.model.duties;
      if (toRegister !== null) await this.do({ ...common, does: 'register', outcome: 'taken', isRetry: true });
      else if (toCancel.length > 0) await this.do({ ...common, does: 'cancel_charge' });
      else if (toRefund.length > 0) await this.do({ ...common, does: 'make_refund', outcome: 'refunded' });
      else break;
    }
    const waitedFor = this.model.attempts.flatMap(({ state }, index) => (state === 'pending' ? [index] : []));
    const payable = [...this.charges].flatMap(([index, { state }]) => (state === 'payable' ? [index] : []));
    expect(waitedFor).toEqual(expect.arrayContaining(payable));
    const paidIn = [...this.charges.values()].some(({ state }) => state === 'paid');
    expect(this.model.paidCents > 0).toBe(paidIn);
  }

  private orders(does: keyof typeof this.ordered, which: 'due' | 'due_twice_at_once' | 'ordered_ever'): number[] {
    if (does === 'pass_deadline') {
      const { deadline } = this.model;
      const isDue = (one: { at: number } | null): boolean => one !== null && one.at <= this.now;
      if (which !== 'ordered_ever') return isDue(deadline) ? [0] : [];
      return [...this.ordered.pass_deadline.values()].flatMap((one, index) => (isDue(one) ? [index] : []));
    }
    if (which === 'ordered_ever') return [...this.ordered[does]];
    const { toRegister, toCancel, toRefund } = this.model.duties;
    if (does === 'register') return toRegister === null ? [] : [toRegister];
    return does === 'cancel_charge' ? toCancel : toRefund;
  }

  /** Charges that somebody could pay at a bank: a paid one too, a second time. */
  private payable(): number[] {
    return [...this.charges].flatMap(([index, { state }]) => (state === 'payable' || state === 'paid' ? [index] : []));
  }

  private waiting(): number[] {
    return [...this.charges].flatMap(([index, { state }]) => (state === 'payable' ? [index] : []));
  }

  private async storeDoes(act: Extract<Act, { who: 'store' }>): Promise<void> {
    const { store } = this.bench;
    const deps = depsAt(this.bench, this.now);
    const whose = { store, invoiceId: this.invoiceId };
    if (act.does === 'cancel') return same(cancelInvoice(deps, whose), this.model.cancel());
    if (act.does === 'update') {
      const { method, quantity, dueInDays } = act;
      const changes = {
        ...(method === undefined ? {} : { paymentMethod: method }),
        ...(quantity === undefined ? {} : { products: [{ productId: this.bench.productId, quantity }] }),
        ...(dueInDays === undefined ? {} : { dueDate: addDays(dayOf(this.now), dueInDays) }),
      };
      const asked = updateInvoice(deps, { ...whose, changes });
      return same(asked, this.model.update(pickGiven({ method, quantity, dueInDays }), this.now));
    }
    const [paymentId] = choose([...this.model.payments], act.pick);
    const left = this.model.left(paymentId);
    const amountCents = { all: null, half: Math.max(1, left >> 1), cent: 1, too_much: left + 1 }[act.part];
    const [row] = await this.bench.database.query<{ id: string }>(
      'select id from payments where gateway_payment_id = $1',
      [paymentId],
    );
    const input = { amountCents, paymentId: Number(row!.id), reason: null };
    await same(requestRefund(deps, { ...whose, input }), this.model.refund(paymentId, amountCents));
  }

  private async submit(): Promise<void> {
    const cardToken = this.model.method === 'card' ? 'tok' : null;
    const asked = submitPayment(depsAt(this.bench, this.now), {
      ...{ store: this.bench.store, invoiceId: this.invoiceId, cardToken },
    });
    await same(asked, this.model.submit(this.now));
  }

  private pay(pick: number, amount: 'asked' | 'due' | 'less' | 'more'): void {
    const index = choose(this.payable(), pick);
    const charge = this.charges.get(index)!;
    const due = Math.max(1, this.model.due(this.now) - this.model.netCents);
    const cents = { asked: charge.cents, due, less: Math.max(1, charge.cents - 1), more: charge.cents + 100 }[amount];
    this.setState(index, 'paid');
    this.sayPaid(index, this.newMoney(cents));
  }

  private newMoney(cents: number) {
    return { paymentId: `pay-${this.invoiceId}-${++this.made}`, cents, paidAt: this.now };
  }

  private sayPaid(index: number, { paymentId, cents, paidAt }: ReturnType<InvoicePlay['newMoney']>): void {
    const attemptId = this.attemptIds[index]!;
    const money = { paymentId, amountCents: cents, paidAt: new Date(paidAt).toISOString() };
    const event = { id: this.newEventId(), type: 'payment_confirmed' as const, attemptId, ...money };
    this.said.push({ event, apply: () => this.model.receive(index, { paymentId, cents, paidAt }, this.now) });
  }

  private newEventId(): string {
    return `event-${this.invoiceId}-${++this.made}`;
  }

  private refuse(pick: number): void {
    const index = choose(this.waiting(), pick);
    this.setState(index, 'refused');
    const about = { attemptId: this.attemptIds[index]!, chargeId: chargeIdOf(this.attemptIds[index]!) };
    const event = { id: this.newEventId(), type: 'payment_refused' as const, reason: 'insufficient_funds', ...about };
    this.said.push({ event, apply: () => this.model.refuse(index, this.now) });
  }

  private decideRefund(pick: number, word: 'confirmed' | 'confirmed_unless_failed' | 'refused'): void {
    const index = choose([...this.refunds.keys()], pick);
    const about = { id: this.newEventId(), refundId: this.refundIds[index]! };
    const isOld = word === 'confirmed_unless_failed';
    if (word === 'refused') {
      const event = { ...about, type: 'refund_refused' as const, reason: 'account_closed' };
      this.said.push({ event, apply: () => this.model.failRefund(index, this.now) });
      return;
    }
    const gatewayRefundId = `refund-${this.refundIds[index]!}`;
    const event = { ...about, type: 'refund_confirmed' as const, gatewayRefundId, unlessFailed: isOld };
    this.said.push({ event, apply: () => this.model.giveBack(index, this.now, { isOld }) });
  }

  private readonly heard = new Set<string>();

  private async callBack({ pick, how }: Extract<Act, { does: 'call_back' }>): Promise<void> {
    if (how === 'unknown') {
      await this.tell({ id: this.newEventId(), type: 'payment_refused', attemptId: 999_999_999, reason: 'fraud' });
      return;
    }
    const said = choose(this.said, pick);
    const event = how === 'under_another_id' ? { ...said.event, id: this.newEventId() } : said.event;
    await Promise.all(Array.from({ length: how === 'twice_at_once' ? 2 : 1 }, () => this.tell(event)));
    // Words that were told before are not heard again; told anew, they are the last word.
    if (!this.heard.has(event.id)) said.apply();
    this.heard.add(event.id);
  }

  private async tell(event: GatewayEvent): Promise<void> {
    const { em, store } = this.bench;
    const callback = await storeCallback(em, { gateway: 'till', store, event });
    if (callback) await applyCallback(depsAt(this.bench, this.now), callback);
  }

  private async workflowDoes(act: Extract<Act, { who: 'workflow' }>): Promise<void> {
    const index = choose(this.orders(act.does, act.which), act.pick);
    const times = act.which === 'due_twice_at_once' ? 2 : 1;
    switch (act.does) {
      case 'register':
        return this.register(index, act);
      case 'cancel_charge':
        return this.cancelCharge(index, act.mood, times);
      case 'make_refund':
        return this.makeRefund(index, act);
      case 'pass_deadline':
        return this.passDeadline(index, act.which, times);
    }
  }

  private async passDeadline(index: number, which: string, times: number): Promise<void> {
    const known = [...this.ordered.pass_deadline.values()];
    const { kind, at } = which === 'ordered_ever' ? known[index]! : this.model.deadline!;
    const { em } = this.bench;
    const input = { invoiceId: this.invoiceId, kind, at: new Date(at) };
    await Promise.all(Array.from({ length: times }, () => passDeadline(em, input)));
    this.model.pass(kind, at);
  }

  private async register(index: number, act: Extract<Act, { does: 'register' }>): Promise<void> {
    const { till } = this.bench;
    const attempt = this.model.attempts[index]!;
    const isOld = this.now - attempt.createdAt > 60 * MINUTE_MS;
    const asksFirst = act.isRetry || isOld || attempt.asked || attempt.state !== 'pending';
    // Twice at once is one charge only where both are answered.
    const times = act.which === 'due_twice_at_once' && act.mood === 'answers' ? 2 : 1;
    const answer = this.answerTo(index, act.outcome);
    till.mood = act.mood;
    till.decideCharge = (request) => chargeResult(request, answer);
    const at = new Date(this.now);
    const input = { attemptId: this.attemptIds[index]!, at, isRetry: act.isRetry };
    const asked = Array.from({ length: times }, () => registerCharge(depsAt(this.bench, this.now), input));
    const isHeard = await settled(asked);
    if (attempt.registered) return;
    if (!asksFirst && act.mood !== 'shut') attempt.asked = true;
    if (act.mood === 'down' || act.mood === 'shut') return expect(isHeard).toBe(false);
    const known = this.charges.get(index);
    if (!known && attempt.state !== 'pending') {
      attempt.withdrawn = true;
      return;
    }
    if (!known) this.note(index, answer);
    attempt.asked = true;
    if (isHeard) this.model.register(index, this.charges.get(index)!.answer, this.now);
    expect(isHeard).toBe(Boolean(known) || act.mood === 'answers');
  }

  private answerTo(index: number, outcome: Outcome): Answer {
    const known = this.charges.get(index);
    if (known) return known.answer;
    const { method, cents } = this.model.attempts[index]!;
    if (outcome === 'refused' || outcome === 'refused_finally') {
      return { status: 'refused', isFinal: outcome === 'refused_finally' };
    }
    const paid = outcome === 'paid' && method === 'card' ? this.newMoney(cents) : null;
    const grows = method === 'pix' && registersTerms(this.attemptIds[index]!) && this.model.takesTerms(index, this.now);
    return { status: 'registered', paid, grows, pixExpiresAt: this.model.codeEnd(this.now, { grows }) };
  }

  /** On the books, and the callback that says it once more. */
  private note(index: number, answer: Answer): void {
    const isPaid = answer.status === 'registered' && answer.paid !== null;
    const state = answer.status === 'refused' ? 'refused' : isPaid ? 'paid' : 'payable';
    this.charges.set(index, { cents: this.model.attempts[index]!.cents, state, answer });
    if (answer.status === 'registered' && answer.paid) this.sayPaid(index, answer.paid);
  }

  private async cancelCharge(index: number, mood: Mood, times: number): Promise<void> {
    this.bench.till.mood = mood;
    const input = { attemptId: this.attemptIds[index]!, at: new Date(this.now) };
    const asked = Array.from({ length: times }, () => cancelCharge(this.bench, input));
    await settled(asked);
    const attempt = this.model.attempts[index]!;
    if (attempt.state !== 'canceled' || attempt.withdrawn || mood === 'down' || mood === 'shut') return;
    if (this.charges.get(index)?.state === 'payable') this.setState(index, 'canceled');
    attempt.withdrawn = mood === 'answers';
  }

  private async makeRefund(
    index: number,
    { mood, outcome, which }: Extract<Act, { does: 'make_refund' }>,
  ): Promise<void> {
    const { till } = this.bench;
    const times = which === 'due_twice_at_once' && mood === 'answers' ? 2 : 1;
    till.mood = mood;
    till.decideRefund = (refundId) => ({
      ...{ status: outcome, gatewayRefundId: outcome === 'refused' ? null : `refund-${refundId}` },
      reason: 'refused',
    });
    const input = { refundId: this.refundIds[index]!, at: new Date(this.now) };
    const isHeard = await settled(Array.from({ length: times }, () => makeRefund(this.bench, input)));
    const refund = this.model.refunds[index]!;
    if (refund.state !== 'pending' || refund.asked || mood === 'down' || mood === 'shut') return;
    const known = this.refunds.get(index) ?? { cents: refund.cents, outcome };
    this.refunds.set(index, known);
    if (!isHeard) return;
    refund.asked = true;
    if (known.outcome === 'refunded') this.model.giveBack(index, this.now, { isOld: true });
    if (known.outcome === 'refused') this.model.failRefund(index, this.now);
  }

  private setState(index: number, state: ChargeState): void {
    this.charges.get(index)!.state = state;
    const charge = this.bench.till.charges.get(this.attemptIds[index]!);
    // A cancellation is the till's own doing.
    if (charge && state !== 'canceled') charge.state = state;
  }

  /**
   * News of the invoice with the store's access mended. While the till refuses the key, news ask nothing of the till.
   */
  private async readNews(): Promise<InvoiceNews | undefined> {
    const { database, em } = this.bench;
    const whose = 'company_id = (select company_id from invoices where id = $1)';
    const refused = await database.query(`select 1 from gateway_accounts where failure = 'key_refused' and ${whose}`, [
      this.invoiceId,
    ]);
    if (refused.length > 0) {
      const [held] = await readInvoiceNews(em, [this.invoiceId]);
      expect(held).toMatchObject({ chargeToRegister: null, chargesToCancel: [], refundsToMake: [] });
      await database.query(`update gateway_accounts set failing_since = null, failure = null where ${whose}`, [
        this.invoiceId,
      ]);
    }
    const [news] = await readInvoiceNews(em, [this.invoiceId]);
    return news;
  }

  /** The record, the news and the till's books say what the model says. */
  private async compare(): Promise<void> {
    const { database, till } = this.bench;
    const [row] = await database.query<{ record: RecordOfInvoice }>(READ_RECORD, [this.invoiceId]);
    const { attempt_ids: attemptIds, refund_ids: refundIds, event_numbers: numbers, ...record } = row!.record;
    this.attemptIds = attemptIds;
    this.refundIds = refundIds;
    const { model } = this;
    expect(record).toEqual({
      status: model.status,
      payment_method: model.method,
      total: model.totalCents,
      paid: model.paidCents,
      refunded: model.refundedCents,
      attempts: model.attempts.map(({ state, cents }) => [state, cents]),
      payments: [...model.payments].map(([id, { cents, refunded }]) => [id, cents, refunded]),
      refunds: model.refunds.map(({ state, cents }) => [state, cents]),
      events: model.events,
      told: sum(model.events.map((type) => (SOME_EVENTS.includes(type) ? 2 : 1))),
    });
    expect(numbers).toEqual(model.events.map((_, index) => index + 1));
    const news = await this.readNews();
    const { toRegister, toCancel, toRefund, deadline } = model.duties;
    expect(news).toMatchObject({
      status: model.status,
      chargeToRegister: toRegister === null ? null : attemptIds[toRegister],
      chargesToCancel: toCancel.map((index) => attemptIds[index]),
      refundsToMake: toRefund.map((index) => refundIds[index]),
      deadline: deadline && { kind: deadline.kind, at: new Date(deadline.at).toISOString() },
    });
    const booked = attemptIds.map((id) => till.charges.get(id)).map((one) => one && [one.state, one.cents]);
    expect(booked).toEqual(
      attemptIds.map((_, index) => this.charges.get(index)).map((one) => one && [one.state, one.cents]),
    );
    expect(refundIds.map((id) => till.refunds.get(id)?.cents)).toEqual(
      refundIds.map((_, index) => this.refunds.get(index)?.cents),
    );
    if (toRegister !== null) this.ordered.register.add(toRegister);
    for (const index of toCancel) this.ordered.cancel_charge.add(index);
    for (const index of toRefund) this.ordered.make_refund.add(index);
    if (deadline) this.ordered.pass_deadline.set(JSON.stringify(deadline), deadline);
  }
}

interface RecordOfInvoice {
  attempt_ids: number[];
  refund_ids: number[];
  event_numbers: number[];
}

const READ_RECORD = `
  select json_build_object('status', i.status, 'payment_method', i.payment_method, 'total', i.total_cents,
    'paid', i.amount_paid_cents, 'refunded', i.amount_refunded_cents,
    'attempt_ids', array(select id from payment_attempts where invoice_id = i.id order by number),
    'refund_ids', array(select id from refunds where invoice_id = i.id order by id),
    'event_numbers', array(select sequence from events where resource_type = 'invoice' and resource_id = i.id order by id),
    'attempts', (select coalesce(json_agg(json_build_array(state, amount_cents) order by number), '[]')
      from payment_attempts where invoice_id = i.id),
    'payments', (select coalesce(json_agg(json_build_array(gateway_payment_id, amount_cents, amount_refunded_cents) order by id), '[]')
      from payments where invoice_id = i.id),
    'refunds', (select coalesce(json_agg(json_build_array(state, amount_cents) order by id), '[]')
      from refunds where invoice_id = i.id),
    'events', (select json_agg(type order by id) from events where resource_type = 'invoice' and resource_id = i.id),
    'told', (select count(distinct (event_id, endpoint_id)) from webhook_deliveries
      where resource_type = 'invoice' and resource_id = i.id)) as record
  from invoices i where i.id = $1`;

function depsAt({ em, secrets, gateways }: Bench, now: number) {
  const clock = { now: () => Promise.resolve(new Date(now)) };
  return { em, secrets, gateways, cards: cardsOfSubscriptions, publicUrl: 'http://x', clock };
}

function chargeIdOf(attemptId: number): string {
  return `charge-${attemptId}`;
}

function chargeResult(request: ChargeRequest, answer: Answer): ChargeResult {
  const chargeId = chargeIdOf(request.attemptId);
  if (answer.status === 'refused') {
    return { status: 'refused', chargeId, reason: 'other', ...(answer.isFinal ? { isFinal: true as const } : {}) };
  }
  const { paid } = answer;
  const money = paid && {
    paymentId: paid.paymentId,
    amountCents: paid.cents,
    paidAt: new Date(paid.paidAt).toISOString(),
  };
  return {
    status: 'registered',
    chargeId,
    artefacts: ARTEFACTS[request.method](request),
    ...(money ? { paid: money } : {}),
  };
}

const ARTEFACTS: Record<PaymentMethod, (request: ChargeRequest) => ChargeArtefacts> = {
  pix: ({ attemptId, expiresAt, late, dueDate }) => ({
    ...{ method: 'pix', qrCode: 'code', txid: null, expiresAt: expiresAt! },
    ...(late && dueDate !== null && registersTerms(attemptId) ? { dueDate, expiresAt: late.until } : {}),
  }),
  boleto: ({ dueDate }) => ({ method: 'boleto', barcode: '0', digitableLine: '0', ourNumber: null, dueDate: dueDate! }),
  card: () => ({ method: 'card', brand: 'visa', last4: '4242', installments: 1 }),
};

/** The till is a bank that registers terms for every second charge, and one that registers none for the others. */
function registersTerms(attemptId: number): boolean {
  return attemptId % 2 === 0;
}

/** Whether it was answered; only the till may fail. */
async function settled(asked: Promise<unknown>[]): Promise<boolean> {
  const results = await Promise.allSettled(asked);
  const failed = results.filter((result) => result.status === 'rejected');
  for (const { reason } of failed) if (!(reason instanceof GatewayUnavailableError)) throw reason;
  return failed.length === 0;
}

/** It is refused where, and as, the model refuses it. */
async function same(asked: Promise<unknown>, expected: string | null): Promise<void> {
  expect(await refusalOf(asked)).toBe(expected);
}

function choose<T>(list: T[], pick: number): T {
  return list[pick % list.length]!;
}

function pickGiven<T extends object>(given: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never;
}

function rate(one: { type: 'fixed'; cents: number } | { type: 'percentage'; ppm: number }) {
  return one.type === 'fixed' ? { type: one.type, cents: one.cents } : { type: one.type, ppm: one.ppm };
}
