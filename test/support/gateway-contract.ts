// A suite that several test files run, of gateways that may refuse here and answer later.
/* eslint jest/no-export: off, jest/no-conditional-expect: off, jest/expect-expect: off */
import { describe, expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import type {
  ChargeRequest,
  ChargeResult,
  GatewayEvent,
  PaymentGateway,
  RawCallback,
} from '../../src/gateways/payment-gateway.ts';
import { GatewayUnavailableError, InvalidCallbackError } from '../../src/gateways/payment-gateway.ts';
import { nextBusinessDay } from '../../src/base/calendar/business-day.ts';
import type { MandateRequest } from '../../src/gateways/mandate.ts';
import { barcodeOfLine } from '../../src/banking/boleto/barcode.ts';
import { crc16 } from '../../src/banking/pix/crc16.ts';
import { REFUSAL_REASONS } from '../../src/gateways/refusal-reasons.ts';
import type { PaymentMethod } from '../../src/banking/payment-method.ts';

/** A gateway, and whoever stands behind it: payers, their banks, and the one that sends callbacks. */
export interface GatewayUnderTest {
  gateway: PaymentGateway;
  /** A charge of an attempt that nobody has registered, by a payer that nobody has charged. */
  newCharge(method: PaymentMethod, fields?: Partial<ChargeRequest>): Promise<ChargeRequest>;
  /** Methods whose payments it can give back. */
  refundable: readonly PaymentMethod[];
  /** Set for a gateway that takes cards. */
  cards?: { approved: string; refused: string; refundRefused: string; unknown: string };
  /** The payer pays a charge that waits for it; false where the gateway lets nobody pay it. */
  pay(charge: ChargeRequest, chargeId: string): Promise<boolean>;
  /** The next registration is made, and its answer never arrives. */
  loseNextAnswer(charge: ChargeRequest): ChargeRequest;
  /** The number of charges of an attempt that could be paid, or were. */
  countCharges(charge: ChargeRequest): Promise<number>;
  /** Refunds that wait for a bank are decided by it. */
  decideRefunds(): Promise<void>;
  /** The callbacks that were sent since the last time, in order. */
  takeCallbacks(): Promise<RawCallback[]>;
  /** Set for a gateway that takes mandates: the acts of payers about them. */
  payers?: { agree(gatewayMandateId: string): Promise<void>; cancel(gatewayMandateId: string): Promise<void> };
  /** A callback of its own as nobody but a forger would send it. */
  forgeries(callback: RawCallback): RawCallback[];
}

/** A signed callback with a byte more or another, without its signature, and with a wrong one. */
export function withWrongSignatures(callback: RawCallback, header: string): RawCallback[] {
  const { body, headers } = callback;
  const signature = String(headers[header]);
  const wrong = signature.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  return [
    { ...callback, body: body.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10)) },
    { ...callback, body: `${body} ` },
    ...[undefined, wrong, 'nonsense'].map((value) => ({ ...callback, headers: { ...headers, [header]: value } })),
  ];
}

/**
 * The contract that every gateway keeps to: see the port.
 *
 * @param methods by which it collects: it is asked for no other
 * @param takesMandates whether it makes debits that a payer agreed to once
 */
export function describeGatewayContract(
  name: string,
  { methods, takesMandates = false }: { methods: readonly PaymentMethod[]; takesMandates?: boolean },
  current: () => GatewayUnderTest,
): void {
  const takesCards = methods.includes('card');
  const referenceTo = (
    { attemptId, merchant, payer: { customerId } }: ChargeRequest,
    chargeId: string | null = null,
  ) => ({
    ...{ attemptId, customerId, chargeId, merchant },
  });
  const register = async (charge: ChargeRequest): Promise<ChargeResult & { status: 'registered' }> => {
    const result = await current().gateway.registerCharge(charge);
    if (result.status !== 'registered') throw new Error(`It was refused: ${result.reason}`);
    return result;
  };
  const heardBefore = new Set<string>();
  /** The events of the callbacks since the last time, each once; those of no interest are left out. */
  const hear = async (): Promise<GatewayEvent[]> => {
    const heard: GatewayEvent[] = [];
    for (const callback of await current().takeCallbacks()) {
      const events = await current().gateway.verifyCallback(callback);
      heard.push(...events.filter(({ id }) => !heardBefore.has(id)));
      for (const { id } of events) heardBefore.add(id);
    }
    return heard;
  };
  /** The money of a charge: in the answer to its registration, or in a callback. */
  const receive = async (charge: ChargeRequest, result: ChargeResult & { status: 'registered' }) => {
    if (!result.paid && charge.method !== 'card') {
      expect(await current().pay(charge, result.chargeId)).toBe(true);
    }
    const heard = await hear();
    const { attemptId } = charge;
    const confirmed = heard.filter((event) => event.type === 'payment_confirmed' && event.attemptId === attemptId);
    expect(confirmed).toHaveLength(1);
    return { ...(confirmed[0] as GatewayEvent & { type: 'payment_confirmed' }), inAnswer: result.paid };
  };

  describe(`the gateway ${name}`, () => {
    describe.each(methods)('a charge by %s', (method) => {
      test('is registered with what the payer pays with', async () => {
        const charge = await current().newCharge(method);
        const { artefacts, chargeId } = await register(charge);
        expect(chargeId).not.toBe('');
        expect(artefacts).toMatchObject({ method });
        checkArtefacts(charge, artefacts!);
      });

      test('is one, however often and however close together it is registered', async () => {
        const charge = await current().newCharge(method);
        const first = await register(charge);
        const others = await Promise.all([register(charge), register(charge), register(charge)]);
        expect(others.map(({ chargeId }) => chargeId)).toEqual([first.chargeId, first.chargeId, first.chargeId]);
        expect(await current().countCharges(charge)).toBe(1);
      });

      test('is one when it is registered twice in the same moment', async () => {
        const charge = await current().newCharge(method);
        const tries = await Promise.allSettled([register(charge), register(charge)]);
        const made = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value.chargeId] : []));
        expect(new Set(made).size).toBe(1);
        const failures = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
        for (const failure of failures) expect(failure).toBeInstanceOf(GatewayUnavailableError);
        expect(await current().countCharges(charge)).toBe(1);
      });

      test('is not known before, and known as it was registered afterwards', async () => {
        const charge = await current().newCharge(method);
        expect(await current().gateway.queryCharge(referenceTo(charge))).toBeNull();
        const { chargeId, artefacts } = await register(charge);
        const known = { status: 'registered', chargeId, artefacts };
        expect(await current().gateway.queryCharge(referenceTo(charge))).toMatchObject(known);
        expect(await current().gateway.queryCharge(referenceTo(charge, chargeId))).toMatchObject(known);
      });

      test('a charge whose answer was lost is found, and not made again', async () => {
        const charge = current().loseNextAnswer(await current().newCharge(method));
        if (method === 'card' || name !== 'sandbox') {
          await expect(current().gateway.registerCharge(charge)).rejects.toThrow(GatewayUnavailableError);
        } else await register(charge);
        expect(await current().gateway.queryCharge(referenceTo(charge))).toMatchObject({ status: 'registered' });
        await register(charge);
        expect(await current().countCharges(charge)).toBe(1);
      });

      test('that is paid is told of with its attempt, its amount and its moment', async () => {
        const charge = await current().newCharge(method);
        const result = await register(charge);
        const { amountCents, paymentId, paidAt, inAnswer } = await receive(charge, result);
        expect(amountCents).toBe(charge.amountCents);
        expect(DateTime.fromISO(paidAt).isValid).toBe(true);
        if (inAnswer) expect(inAnswer).toMatchObject({ amountCents, paymentId, paidAt });
        expect(inAnswer?.currency ?? 'BRL').toBe('BRL');
      });

      test('that is paid is given back in part, and then the rest, each once, where that can be', async () => {
        const charge = await current().newCharge(method);
        const { paymentId } = await receive(charge, await register(charge));
        if (!current().refundable.includes(method)) {
          const request = { refundId: charge.attemptId, keyNumber: 0, gatewayPaymentId: paymentId, amountCents: 100 };
          const refused = { status: 'refused', reason: 'not_refundable' };
          return expect(await current().gateway.refundPayment(request)).toMatchObject(refused);
        }
        for (const [refundId, amountCents] of [
          [charge.attemptId * 10, 100],
          [charge.attemptId * 10 + 1, charge.amountCents - 100],
        ] as const) {
          const request = { refundId, keyNumber: 0, gatewayPaymentId: paymentId, amountCents };
          const first = await current().gateway.refundPayment(request);
          expect(['pending', 'refunded']).toContain(first.status);
          expect((await current().gateway.refundPayment(request)).gatewayRefundId).toBe(first.gatewayRefundId);
          await current().decideRefunds();
          const { gatewayRefundId } = first;
          const heard = (await hear()).filter((event) => event.type.startsWith('refund'));
          expect(heard).not.toHaveLength(0);
          for (const event of heard)
            expect(event).toMatchObject({ type: 'refund_confirmed', refundId, gatewayRefundId });
        }
      });

      test('that was paid stays paid when it is canceled', async () => {
        const charge = await current().newCharge(method);
        const result = await register(charge);
        await receive(charge, result);
        await current().gateway.cancelCharge(referenceTo(charge, result.chargeId));
        expect(await current().countCharges(charge)).toBe(1);
      });
    });

    describe.each(methods.filter((method) => method !== 'card'))('an unpaid charge by %s', (method) => {
      test('can be paid by nobody once it is canceled, and canceling twice changes nothing', async () => {
        const charge = await current().newCharge(method);
        const { chargeId } = await register(charge);
        await current().gateway.cancelCharge(referenceTo(charge));
        await current().gateway.cancelCharge(referenceTo(charge, chargeId));
        expect(await current().pay(charge, chargeId)).toBe(false);
      });
    });

    test('canceling what was never registered changes nothing', async () => {
      const charge = await current().newCharge(methods[0]!);
      await expect(current().gateway.cancelCharge(referenceTo(charge))).resolves.toBeUndefined();
    });

    // A gateway without cards has no tests of them.
    (takesCards ? describe : () => undefined)('a card', () => {
      test.each(['refused', 'unknown'] as const)('that is %s is refused with a listed reason', async (kind) => {
        const charge = await current().newCharge('card', { cardToken: current().cards![kind] });
        const result = await current().gateway.registerCharge(charge);
        const { attemptId } = charge;
        const heard = (await hear()).flatMap((event) => (event.type === 'payment_refused' ? [event] : []));
        const said = heard.filter((event) => event.attemptId === attemptId);
        const reasons = [...(result.status === 'refused' ? [result.reason] : []), ...said.map(({ reason }) => reason)];
        expect(reasons).not.toHaveLength(0);
        for (const reason of reasons) expect(Object.keys(REFUSAL_REASONS)).toContain(reason);
        if (kind === 'unknown') expect(result).toMatchObject({ status: 'refused', reason: 'invalid_card_token' });
      });

      test('has its refund refused by its bank with a listed reason', async () => {
        const charge = await current().newCharge('card', { cardToken: current().cards!.refundRefused });
        const { paymentId } = await receive(charge, await register(charge));
        const refundId = charge.attemptId * 10;
        const { amountCents } = charge;
        await current().gateway.refundPayment({ refundId, keyNumber: 0, gatewayPaymentId: paymentId, amountCents });
        await current().decideRefunds();
        const last = (await hear()).filter((event) => event.type.startsWith('refund')).at(-1)!;
        expect(last).toMatchObject({ type: 'refund_refused', refundId });
        expect(Object.keys(REFUSAL_REASONS)).toContain((last as { reason: string }).reason);
      });
    });

    const describeMandates = (): void => {
      describe('a mandate', () => {
        let mandates = 0;
        const newMandate = async (fields: Partial<MandateRequest> = {}): Promise<MandateRequest> => {
          const { payer, merchant } = await current().newCharge('pix');
          const day = 24 * 3_600_000;
          mandates += 1;
          return {
            ...{ mandateId: mandates, gatewayMandateId: null, payer, merchant },
            madeWithin: { since: new Date(Date.now() - day), until: new Date(Date.now() + day) },
            ...{ journey: 'qr_code', description: 'Assinatura de pães', frequency: 'month' },
            ...{ firstDueDate: inDays(10), endDate: null, mayRetry: true, payerAccount: null, firstCharge: null },
            requestEndsAt: new Date(Date.now() + 30 * day).toISOString(),
            ...fields,
          };
        };
        const request = async (mandate: MandateRequest) => {
          const state = await current().gateway.mandates!.request(mandate);
          if (state.gatewayMandateId === null) throw new Error('It was refused.');
          return { ...state, gatewayMandateId: state.gatewayMandateId };
        };

        test('is one, however often it is asked for, with a code that authorises', async () => {
          const mandate = await newMandate();
          const first = await request(mandate);
          expect(first).toMatchObject({
            status: 'pending',
            qrCode: expect.stringMatching(/80\d\d0014br\.gov\.bcb\.pix/),
          });
          expect(first.qrCode!.slice(-4)).toBe(crc16(first.qrCode!.slice(0, -4)));
          expect(await request(mandate)).toEqual(first);
        });

        test('has a code that pays the first charge too', async () => {
          const charge = await current().newCharge('pix');
          const { chargeId, artefacts } = await register(charge);
          if (artefacts?.method !== 'pix') throw new Error('It has no code.');
          const firstCharge = { chargeId, qrCode: artefacts.qrCode };
          const { firstChargeQrCode } = await request(await newMandate({ journey: 'first_payment', firstCharge }));
          expect(firstChargeQrCode!.slice(-4)).toBe(crc16(firstChargeQrCode!.slice(0, -4)));
          expect(firstChargeQrCode).toContain(artefacts.qrCode.slice(0, -8).slice(-60));
        });

        test('the payer’s consent and cancellation are told by callback', async () => {
          const { gatewayMandateId } = await request(await newMandate());
          await hear();
          await current().payers!.agree(gatewayMandateId);
          expect(await hear()).toMatchObject([{ type: 'mandate', gatewayMandateId, status: 'authorized' }]);
          await current().payers!.cancel(gatewayMandateId);
          const [ended] = (await hear()).filter(({ type }) => type === 'mandate');
          expect(ended).toMatchObject({ gatewayMandateId, status: 'canceled', endedBy: 'payer' });
        });

        test('a debit by it is registered once, and can be canceled before its day', async () => {
          const { gatewayMandateId } = await request(await newMandate());
          await current().payers!.agree(gatewayMandateId);
          await current().takeCallbacks();
          const debit = { gatewayMandateId, settlesOn: inDays(5), retriesAttemptId: null };
          const charge = await current().newCharge('pix', { debit });
          const first = await register(charge);
          expect(first.artefacts).toMatchObject({ method: 'pix_automatic', settlesOn: debit.settlesOn });
          expect(await register(charge)).toMatchObject({ chargeId: first.chargeId });
          const found = await current().gateway.queryCharge({ ...referenceTo(charge), debit });
          expect(found).toMatchObject({ status: 'registered', chargeId: first.chargeId });
          await current().gateway.cancelCharge({ ...referenceTo(charge, first.chargeId), debit });
          await current().gateway.cancelCharge({ ...referenceTo(charge, first.chargeId), debit });
        });

        test('to cancel one that was never made, or twice, changes nothing', async () => {
          const mandate = await newMandate();
          await current().gateway.mandates!.cancel(mandate);
          const { gatewayMandateId } = await request(mandate);
          await current().gateway.mandates!.cancel({ ...mandate, gatewayMandateId });
          await current().gateway.mandates!.cancel({ ...mandate, gatewayMandateId });
        });
      });
    };
    if (takesMandates) describeMandates();

    describe('a callback', () => {
      const oneCallback = async (): Promise<RawCallback> => {
        const charge = await current().newCharge(methods[0]!);
        const { chargeId } = await register(charge);
        await current().takeCallbacks();
        await current().pay(charge, chargeId);
        for (const callback of await current().takeCallbacks()) {
          if ((await current().gateway.verifyCallback(callback)).length > 0) return callback;
        }
        throw new Error('Nobody called back.');
      };
      const refusal = (callback: RawCallback) =>
        expect(current().gateway.verifyCallback(callback)).rejects.toThrow(InvalidCallbackError);

      test('says the same each time it comes', async () => {
        const callback = await oneCallback();
        const first = await current().gateway.verifyCallback(callback);
        expect(await current().gateway.verifyCallback(callback)).toEqual(first);
      });

      test('a callback that somebody else made or changed is refused', async () => {
        const forgeries = current().forgeries(await oneCallback());
        expect(forgeries.length).toBeGreaterThan(1);
        for (const forgery of forgeries) await refusal(forgery);
      });

      test('names no person', async () => {
        const { payer } = await current().newCharge(methods[0]!);
        const said = JSON.stringify(await current().gateway.verifyCallback(await oneCallback()));
        for (const word of [payer.name, payer.email, payer.document!]) expect(said).not.toContain(word);
      });
    });
  });
}

/** A business day in São Paulo, so many days from now or a little later. */
function inDays(days: number): string {
  return nextBusinessDay(DateTime.now().setZone('America/Sao_Paulo').plus({ days }).toISODate()!);
}

function checkArtefacts(
  charge: ChargeRequest,
  artefacts: NonNullable<(ChargeResult & { status: 'registered' })['artefacts']>,
) {
  switch (artefacts.method) {
    case 'pix_automatic':
      throw new Error('No charge of the contract is debited.');
    case 'pix':
      // The last field of a BR code is its own check.
      expect(artefacts.qrCode.slice(-4)).toBe(crc16(artefacts.qrCode.slice(0, -4)));
      // A gateway counts a lifetime in seconds, from when it was asked.
      expect(Math.abs(Date.parse(artefacts.expiresAt) - Date.parse(charge.expiresAt!))).toBeLessThan(10_000);
      break;
    case 'boleto':
      expect(artefacts.digitableLine).toMatch(/^\d{47}$/);
      expect(artefacts.barcode).toBe(barcodeOfLine(artefacts.digitableLine));
      expect(artefacts.dueDate).toBe(charge.dueDate);
      break;
    case 'card':
      expect(artefacts.last4).toMatch(/^\d{4}$/);
      expect(artefacts.brand).toBe('visa');
      expect(artefacts.installments).toBe(charge.installments);
  }
}
