import type { MikroORM } from '@mikro-orm/postgresql';
import { openGateways } from '../../../src/app/open-gateways.ts';
import { createSecretBox } from '../../../src/base/crypto/secret-box.ts';
import { setGateway } from '../../../src/gateways/set-gateway.ts';
import type { GatewaySettings } from '../../../src/gateways/gateway-provider.ts';
import type { GatewayRegistry } from '../../../src/gateways/gateway-registry.ts';
import { TEST_KEYS, type TestStore, type World } from '../world.ts';
import type { PixBank } from './bank.ts';
import { settingsOf } from './settings.ts';

const PAYER = { name: 'Ana Souza', email: 'ana@example.com', document: '11144477735' };

export interface PixStore extends TestStore {
  gateways: GatewayRegistry;
  /** A customer whose document the bank is told. */
  payerId: number;
  /** Sets the bank anew, with other settings. */
  setBank(settings?: GatewaySettings): Promise<void>;
}

/** A store whose sandbox collects Pix at a bank of the test. */
export async function createPixStore(
  { world, bank, orm }: { world: World; bank: PixBank; orm: MikroORM },
  policies: Parameters<World['createStore']>[0] = {},
): Promise<PixStore> {
  const made = await world.createStore(policies);
  const store = { companyId: made.companyId, environment: 'sandbox' as const };
  const secrets = createSecretBox(TEST_KEYS);
  const { gateways } = openGateways(orm.em, secrets, world.config);
  const setBank = async (settings: GatewaySettings = {}): Promise<void> => {
    const deps = { em: orm.em.fork(), clock: world.clock, secrets, gateways };
    await setGateway(deps, { store, gateway: 'pix', settings: settingsOf(bank, settings) });
  };
  await setBank();
  const { id: payerId } = await made.sandbox.create<{ id: number }>('/api/v1/customers', PAYER);
  return { ...made, gateways, payerId, setBank };
}
