import type { EntityManager } from '@mikro-orm/postgresql';
import type { SecretBox } from '../src/base/crypto/secret-box.ts';
import type { GatewayRegistry } from '../src/gateways/gateway-registry.ts';
import type { InvoiceNews } from '../src/invoices/invoice-news.ts';
import { sendAnswer } from '../src/payments/disputes/answer-dispute.ts';
import { orHeld } from './or-held.ts';

export type AnswerDisputeActivity = ReturnType<typeof createAnswerDispute>;

export interface AnswerDisputeInput {
  invoiceId: number;
  disputeId: number;
  /** ISO 8601: when the workflow asked for it. */
  at: string;
}

/** Gives a gateway the store's answer to a dispute, and says how the invoice stands then: the answer may be held. */
export function createAnswerDispute(deps: { em: EntityManager; secrets: SecretBox; gateways: GatewayRegistry }) {
  return {
    async answerDispute({ invoiceId, disputeId, at }: AnswerDisputeInput): Promise<InvoiceNews> {
      const isNamed = ({ disputesToAnswer = [] }: InvoiceNews): boolean => disputesToAnswer.includes(disputeId);
      return orHeld(deps.em, { invoiceId, mayBeHeld: true, isNamed }, () =>
        sendAnswer(deps, { disputeId, at: new Date(at) }),
      );
    },
  };
}
