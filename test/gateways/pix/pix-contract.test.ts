import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { openDatabase } from '../../../src/app/open-database.ts';
import { createAddressPolicy } from '../../../src/base/outgoing/address-policy.ts';
import { createPixProvider } from '../../../src/gateways/pix/pix-provider.ts';
import { txidOf } from '../../../src/gateways/pix/txid.ts';
import { createContractStore } from '../../support/contract-store.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { describeGatewayContract, type GatewayUnderTest } from '../../support/gateway-contract.ts';
import { startPixBank, type PixBank } from '../../support/pix-bank/bank.ts';
import { settingsOf } from '../../support/pix-bank/settings.ts';

let database: TestDatabase;
let orm: MikroORM;
let bank: PixBank;
let underTest: GatewayUnderTest;

beforeAll(async () => {
  database = await createTestDatabase();
  orm = await openDatabase({ databaseUrl: database.url, poolSize: 6 });
  bank = await startPixBank();
  const { store, newCharge } = await createContractStore(orm);
  const provider = createPixProvider({
    policy: createAddressPolicy(['127.0.0.0/8', '::1/128']),
    publicUrl: 'https://fatura.example',
  });
  const settings = settingsOf(bank);
  const info = await provider.check({ store, settings });
  if (Array.isArray(info)) throw new Error(JSON.stringify(info));
  const mark = { installation: 'an-installation', store };
  const gateway = await provider.open(orm.em, { ...mark, accountId: info.accountId, settings });
  const txid = (attemptId: number) => txidOf(mark, attemptId);
  underTest = {
    gateway,
    newCharge,
    refundable: ['pix'],
    pay: async ({ attemptId }) => (await bank.pay(txid(attemptId))) !== null,
    loseNextAnswer(charge) {
      bank.failNext({ method: 'PUT', path: /\/cobv?\//, how: 'drop_after' });
      return charge;
    },
    countCharges: ({ attemptId }) =>
      Promise.resolve(
        bank.charges().filter((one) => one.txid === txid(attemptId) && ['ATIVA', 'CONCLUIDA'].includes(one.status))
          .length,
      ),
    decideRefunds: () => Promise.resolve(bank.settleReturns()),
    takeCallbacks: () => Promise.resolve(bank.takeCallbacks().map((callback) => ({ ...callback, headers: {} }))),
    payers: {
      agree: (idRec) => Promise.resolve(bank.recurrences.authorize(idRec)),
      cancel: (idRec) => Promise.resolve(bank.recurrences.cancel(idRec)),
    },
    forgeries: (callback) => [
      { ...callback, path: '' },
      { ...callback, path: 'pix' },
      { ...callback, path: callback.path.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')) },
      { ...callback, path: callback.path.slice(1) },
      { ...callback, body: 'nonsense' },
      { ...callback, body: '{"pix":[{"endToEndId":"E1"}]}' },
      { ...callback, body: '{"recs":[{"idRec":"RR1"}]}' },
    ],
  };
});
afterAll(async () => {
  await bank?.stop();
  await orm?.close();
  await database?.drop();
});

describeGatewayContract('pix', { methods: ['pix'], takesMandates: true }, () => underTest);

test('every request and every answer of the contract is as the Central Bank’s document has it', () => {
  expect(bank.requests.length).toBeGreaterThan(30);
  expect(bank.violations).toEqual([]);
});
