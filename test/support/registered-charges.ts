import type { MikroORM } from '@mikro-orm/postgresql';
import { createSecretBox } from '../../src/base/crypto/secret-box.ts';
import { createGatewayRegistry } from '../../src/gateways/gateway-registry.ts';
import { createSandboxGateway } from '../../src/gateways/sandbox/sandbox-gateway.ts';
import { registerCharge } from '../../src/payments/register-charge.ts';
import { TEST_KEYS } from './world.ts';

/** Registers the charges of an invoice at the sandbox, as its workflow would, in a world without Temporal. */
export function createRegistrar(orm: MikroORM, clock: { now: () => Promise<Date> }) {
  const secrets = createSecretBox(TEST_KEYS);
  const urls = { callbackUrl: 'http://127.0.0.1:1', publicUrl: 'http://127.0.0.1:1' };
  const sandbox = createSandboxGateway({ em: orm.em, secrets, ...urls });
  const gateways = createGatewayRegistry({ sandbox, secrets, providers: [] });
  return async (invoiceId: number): Promise<void> => {
    const rows = await orm.em
      .fork()
      .execute<{ id: string }[]>(
        `select id from payment_attempts where invoice_id = ? and state = 'pending' and registered_at is null`,
        [invoiceId],
      );
    for (const { id } of rows) {
      const given = { attemptId: Number(id), at: await clock.now(), isRetry: false };
      await registerCharge({ em: orm.em, secrets, publicUrl: urls.publicUrl, gateways }, given);
    }
  };
}
