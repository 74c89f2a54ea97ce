import { createSecretBox } from '../../src/base/crypto/secret-box.ts';
import type { GatewayEvent } from '../../src/gateways/payment-gateway.ts';
import { TEST_KEYS, type World } from './world.ts';

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> & { id?: string } : never;

let sent = 0;

/** Calls back as the sandbox gateway does, signed with its secret, whenever and as often as a test wants. */
export async function sendGatewayCallback(world: World, event: WithoutId<GatewayEvent>): Promise<number> {
  sent += 1;
  const body = JSON.stringify({ id: `evt_test_${sent}`, ...event });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signer = createSecretBox(TEST_KEYS).signer('sandbox gateway callbacks');
  const signature = signer.sign(`${timestamp}.${body}`).toString('hex');
  const response = await fetch(`${world.baseUrl}/gateways/sandbox/callbacks`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Sandbox-Signature': `t=${timestamp},v1=${signature}` },
    body,
  });
  await response.text();
  return response.status;
}

/** "The payer paid this attempt": by default what it asks for, under a payment id of its own. */
export async function confirmPayment(
  world: World,
  {
    attemptId,
    amountCents,
    paymentId = `pay_${attemptId}`,
    id,
    endToEndId,
  }: { attemptId: number; amountCents: number; paymentId?: string; id?: string; endToEndId?: string },
): Promise<number> {
  const paidAt = (await world.clock.now({ companyId: 0, environment: 'sandbox' })).toISOString();
  return sendGatewayCallback(world, {
    ...(id ? { id } : {}),
    ...(endToEndId ? { endToEndId } : {}),
    type: 'payment_confirmed',
    attemptId,
    paymentId,
    amountCents,
    paidAt,
  });
}
