import type { EntityManager } from '@mikro-orm/postgresql';
import {
  applyGatewayEvent,
  findSubject,
  type CallbackContent,
  type InvoiceGatewayEvent,
  type GatewayEventOutcome,
} from '../../src/payments/apply-gateway-event.ts';

/** Applies an event of a gateway at a moment that the test names. The event must name a charge or payment of ours. */
export async function applyEvent(
  em: EntityManager,
  { at, ...content }: CallbackContent & { event: InvoiceGatewayEvent; at: Date },
): Promise<GatewayEventOutcome> {
  const subject = await findSubject(em, content);
  if (!subject) throw new Error(`event ${content.event.id} names nothing that is on record`);
  return applyGatewayEvent(em, { subject, event: content.event, at }, () => Promise.resolve());
}
