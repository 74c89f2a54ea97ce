import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { SecretBox } from '../../base/crypto/secret-box.ts';
import { runAlone } from '../../base/db/prepared-statements.ts';
import {
  GatewayUnavailableError,
  InvalidCallbackError,
  type ChargeRequest,
  type DisputeKind,
  type DisputeStatus,
  type PaymentGateway,
  type RawCallback,
  type ReceivedMoney,
} from '../payment-gateway.ts';
import type { CardEntry } from '../gateway-provider.ts';
import {
  makeArtefacts,
  readCardToken,
  REFUND_REFUSED_LAST4,
  sandboxMark,
  type SandboxCard,
} from './sandbox-artefacts.ts';
import { readEvent } from './read-event.ts';
import { sandboxFee } from './sandbox-fees.ts';
import { createSandboxMandates } from './sandbox-mandates.ts';
import { createChallenges, type Challenges } from './challenges.ts';
import { createCallbackSender, type CallbackSender, type SandboxEvent } from './sandbox-callbacks.ts';
import { SandboxCharge } from './sandbox-charge.entity.ts';
import { MAKE_CHARGE } from './sandbox-gateway.sql.ts';

export const SANDBOX_GATEWAY = 'sandbox';

/** Where the sandbox gateway calls back: the API that it runs in. Nothing leaves the machine. */
export function sandboxCallbackUrl(port: number): string {
  return `http://127.0.0.1:${port}/gateways/${SANDBOX_GATEWAY}/callbacks`;
}

/** The reason of a refund that the payer's bank does not take. */
export const REFUND_REFUSED = 'refund_refused_by_issuer';

/** Plain fields: the tokeniser knows its test cards, and nothing leaves the page. */
const SANDBOX_CARD_ENTRY: CardEntry = {
  tokeniser: {
    name: 'tokeniser-sandbox.js',
    path: fileURLToPath(new URL('./assets/tokeniser-sandbox.js', import.meta.url)),
  },
  options: {},
  hasOwnFields: false,
  brands: ['visa', 'mastercard', 'elo', 'amex'],
  origins: { scripts: [], frames: [], connections: [] },
};

/** A signature older than this is refused, so that a callback that was overheard cannot be sent again later. */
const SIGNATURE_TOLERANCE_SECONDS = 300;

/** The sandbox gateway: the port, and what stands for the world outside it. */
export interface SandboxGateway extends PaymentGateway {
  cardEntry: CardEntry;
  /** Sends what it owes, also what an earlier process of ours could not. */
  callbacks: CallbackSender;
  /** The bank's page on which a payer confirms a card payment. */
  challenges: Challenges;
}

/**
 * A payment gateway without money: real artefacts, books of its own, and outcomes that follow from the card token or
 * from a request, never from chance. The gateway answers as a real one does: by signed callback over HTTP.
 */
export function createSandboxGateway({
  em,
  secrets,
  callbackUrl,
  publicUrl,
}: {
  em: EntityManager;
  secrets: SecretBox;
  callbackUrl: string;
  /** Where payers reach the page of the second step. */
  publicUrl: string;
}): SandboxGateway {
  const signer = secrets.signer('sandbox gateway callbacks');
  const sign = (timestamp: string, body: string): string => signer.sign(`${timestamp}.${body}`).toString('hex');
  const callbacks = createCallbackSender({ em, callbackUrl, sign });
  const challenges = createChallenges({ secrets, publicUrl });

  return {
    name: SANDBOX_GATEWAY,
    accountId: null,
    cardEntry: SANDBOX_CARD_ENTRY,
    callbacks,
    challenges,

    async registerCharge(request) {
      const card = request.method === 'card' ? readCardToken(request.cardToken) : null;
      if (card && !card.known) return { status: 'refused', chargeId: null, reason: 'invalid_card_token' };
      const artefacts = makeArtefacts(request, card, challenges.urlOf(request.attemptId));
      const chargeId = `ch_sandbox_${request.attemptId}`;
      const { attemptId, method, amountCents } = request;
      // A card is decided as soon as it is submitted; the answer comes back by callback, as from an acquirer.
      const outcomes = card?.outcome ? outcomesOf(request, card) : [];
      const made = await runAlone(em, MAKE_CHARGE, [
        ...[attemptId, chargeId, method, amountCents, JSON.stringify(artefacts)],
        JSON.stringify(outcomes),
      ]);
      if (made.length === 0) {
        const known = await em.fork().findOneOrFail(SandboxCharge, { attemptId });
        return { status: 'registered', chargeId: known.chargeId, artefacts: known.artefacts };
      }
      if (card?.losesItsAnswer) {
        throw new GatewayUnavailableError('The sandbox gateway did not answer in time.');
      }
      return { status: 'registered', chargeId, artefacts };
    },

    async queryCharge({ attemptId, asked }) {
      const charge = await em.fork().findOne(SandboxCharge, { attemptId });
      if (!charge) return null;
      const { chargeId, artefacts, amountCents, canceled } = charge;
      // The payer's bank debits on the day, unless the request of a test has said something else before.
      const isDebited = artefacts.method === 'pix_automatic' && !canceled && asked && asked.on >= artefacts.settlesOn;
      const paid = isDebited ? sandboxPix(attemptId, amountCents, asked.at) : null;
      return { status: 'registered', chargeId, artefacts, ...(paid && { paid }) };
    },

    async cancelCharge({ attemptId }) {
      await em.fork().nativeUpdate(SandboxCharge, { attemptId }, { canceled: true });
    },

    async refundPayment({ refundId, gatewayPaymentId }) {
      const gatewayRefundId = `re_sandbox_${refundId}`;
      await em.fork().transactional(async (tx) => {
        const charge = await tx.findOne(SandboxCharge, { attemptId: attemptOfPayment(gatewayPaymentId) });
        const refused = charge?.artefacts.method === 'card' && charge.artefacts.last4 === REFUND_REFUSED_LAST4;
        // Decided later, as a bank does; saying it twice changes nothing.
        callbacks.owe(
          tx,
          refused
            ? { type: 'refund_refused', refundId, reason: REFUND_REFUSED }
            : { type: 'refund_confirmed', refundId, gatewayRefundId },
        );
      });
      return { status: 'pending', gatewayRefundId };
    },

    async answerDispute({ explanation, files: _files, ...dispute }) {
      const outcomes: DisputeStatus[] = ['under_review'];
      if (explanation.includes(WINNING_EVIDENCE)) outcomes.push('won');
      else if (explanation.includes(LOSING_EVIDENCE)) outcomes.push('lost');
      await em.fork().transactional(async (tx) => {
        const saidAt = new Date().toISOString();
        for (const status of outcomes) {
          callbacks.owe(tx, { type: 'dispute', ...dispute, status, answerUntil: null, saidAt });
        }
        return Promise.resolve();
      });
      return { status: 'taken' };
    },

    // Decided as a charge of the card is, and without one.
    keepCard({ cardToken }) {
      const card = readCardToken(cardToken);
      const reason = refusalOf(card);
      if (reason !== null) return Promise.resolve({ status: 'refused', reason });
      const { brand, last4 } = card;
      return Promise.resolve({ status: 'kept', cardToken, brand, last4, ...sandboxMark(card) });
    },

    forgetCard: () => Promise.resolve(),

    mandates: createSandboxMandates(),

    // Rejects, as the port has it, and does not throw.
    // eslint-disable-next-line @typescript-eslint/require-await
    async verifyCallback(callback) {
      const { timestamp, signature } = readSignature(callback);
      if (!signer.isValid(`${timestamp}.${callback.body}`, Buffer.from(signature, 'hex'))) {
        throw new InvalidCallbackError('The signature does not match the body.');
      }
      if (Math.abs(Date.now() / 1000 - Number(timestamp)) > SIGNATURE_TOLERANCE_SECONDS) {
        throw new InvalidCallbackError('The signature is too old.');
      }
      return [readEvent(callback.body)];
    },
  };
}

function refusalOf({ known, outcome, asksForSecondStep = false }: SandboxCard): string | null {
  if (!known) return 'invalid_card_token';
  if (asksForSecondStep) return 'authentication_required';
  return outcome !== null && outcome !== 'confirmed' ? outcome.refused : null;
}

/**
 * The gateway's answer to a card charge, and the later words of the payer's bank. The ids follow from the charge, so
 * saying it twice is one payment.
 */
function outcomesOf(
  { attemptId, amountCents, requestedAt }: ChargeRequest,
  { outcome, dispute }: SandboxCard,
): SandboxEvent[] {
  if (outcome !== 'confirmed') return [{ type: 'payment_refused', attemptId, reason: outcome!.refused }];
  const paymentId = sandboxPaymentId(attemptId);
  const fee = sandboxFee('card', amountCents, requestedAt);
  const disputed =
    dispute && sandboxDispute({ kind: 'chargeback', paymentId, status: dispute, amountCents, at: requestedAt });
  return [
    { type: 'payment_confirmed', attemptId, paymentId, amountCents, paidAt: requestedAt, fee },
    ...(disputed ?? []),
  ];
}

/** The words that decide a dispute at once, as in Stripe's test mode; without them the bank goes on deciding. */
export const WINNING_EVIDENCE = 'winning_evidence';
export const LOSING_EVIDENCE = 'losing_evidence';

/** A store has so long to answer. */
const ANSWER_MS = 7 * 86_400_000;

/**
 * The news of a dispute up to a status: a dispute that is decided was open before. A payment has one dispute.
 *
 * @param at ISO 8601, in the store's time: the time to answer counts from it
 */
export function sandboxDispute({
  paymentId,
  status,
  amountCents,
  at,
  kind,
  reason = kind === 'med' ? 'MED_FRAUDE' : 'fraudulent',
}: {
  kind: DisputeKind;
  paymentId: string;
  status: DisputeStatus;
  amountCents: number;
  at: string;
  reason?: string | undefined;
}): SandboxEvent[] {
  const steps: DisputeStatus[] = status === 'open' ? ['open'] : ['open', status];
  const saidAt = new Date().toISOString();
  return steps.map((step) => ({
    ...{ type: 'dispute' as const, paymentId, gatewayDisputeId: `dp_${paymentId}`, kind },
    ...{ status: step, amountCents, reason },
    answerUntil: step === 'open' ? new Date(Date.parse(at) + ANSWER_MS).toISOString() : null,
    saidAt,
  }));
}

/** A Pix that pays a charge of the sandbox in full. */
function sandboxPix(attemptId: number, amountCents: number, paidAt: string): ReceivedMoney {
  const paymentId = sandboxPaymentId(attemptId);
  const endToEndId = sandboxEndToEndId(paymentId, paidAt);
  return { paymentId, amountCents, paidAt, endToEndId, fee: sandboxFee('pix', amountCents, paidAt) };
}

export function sandboxPaymentId(attemptId: number): string {
  return `pay_sandbox_${attemptId}`;
}

/** No bank has this number (ISPB). */
const SANDBOX_ISPB = '99999999';

/** The end-to-end id of a Pix, as the payer's bank makes it: its number, the moment in UTC, and eleven characters. */
export function sandboxEndToEndId(paymentId: string, paidAt: string): string {
  const moment = paidAt.replace(/\D/g, '').slice(0, 12);
  const own = BigInt(`0x${createHash('sha256').update(paymentId).digest('hex').slice(0, 16)}`);
  return `E${SANDBOX_ISPB}${moment}${own.toString(36).toUpperCase().padStart(11, '0').slice(-11)}`;
}

/** A payment of another amount than the charge's has more behind the attempt's id. */
function attemptOfPayment(paymentId: string): number {
  return Number(/^pay_sandbox_(\d+)/.exec(paymentId)?.[1] ?? 0);
}

/** `X-Sandbox-Signature: t=<unix seconds>,v1=<hex>`. */
function readSignature({ headers }: RawCallback): { timestamp: string; signature: string } {
  const header = headers['x-sandbox-signature'];
  const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(typeof header === 'string' ? header : '');
  if (!match) throw new InvalidCallbackError('The header X-Sandbox-Signature is missing or malformed.');
  return { timestamp: match[1]!, signature: match[2]! };
}
