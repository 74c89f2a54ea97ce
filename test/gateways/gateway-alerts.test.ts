import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { pino } from 'pino';
import { StoreSettings } from '../../src/accounts/companies/store-settings.entity.ts';
import { createCompany } from '../../src/accounts/companies/create-company.ts';
import { createSecretBox } from '../../src/base/crypto/secret-box.ts';
import { openDatabase } from '../../src/app/open-database.ts';
import type { Mailer } from '../../src/base/mail/mailer.ts';
import { sendMails } from '../../src/base/mail/send-mails.ts';
import { GatewayAccount } from '../../src/gateways/gateway-account.entity.ts';
import type { GatewayProvider } from '../../src/gateways/gateway-provider.ts';
import { queueGatewayAlerts } from '../../src/gateways/queue-gateway-alerts.ts';
import { setGateway } from '../../src/gateways/set-gateway.ts';
import { noteFailure, noteMended } from '../../src/gateways/watch-account.ts';
import { systemClock } from '../../src/base/time/clock.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { TEST_KEYS } from '../support/world.ts';

const words = { pt: 'Chave', en: 'Key' };
/** A gateway that takes every key. */
const provider = {
  name: 'banco',
  title: 'Banco Fictício',
  methods: ['pix'],
  settings: [{ name: 'key', label: words, hint: words, isSecret: true, isRequired: true }],
  check: () => Promise.resolve({ accountId: 'acc-77', displayName: 'Padaria', methods: ['pix'] }),
} as unknown as GatewayProvider;

/** No server runs beside, whose own loop would send them too. */
describe('a store whose gateway refuses its access', () => {
  const gateways = { providers: [provider] };
  let database: TestDatabase;
  let orm: MikroORM;
  let mails: { to: string; subject: string; text: string }[];
  let refusals = 0;
  const mailer: Mailer = {
    async send(mail) {
      await Promise.resolve();
      if (refusals-- > 0) throw new Error('mailbox is full');
      mails.push(mail);
    },
    close: () => undefined,
  };
  beforeAll(async () => {
    database = await createTestDatabase();
    orm = await openDatabase({ databaseUrl: database.url, poolSize: 4 });
  });
  beforeEach(() => {
    mails = [];
    refusals = 0;
  });
  afterAll(async () => {
    await orm?.close();
    await database?.drop();
  });

  const secrets = createSecretBox(TEST_KEYS);
  const log = pino({ level: 'silent' });
  const send = async (through: Mailer | null = mailer): Promise<number> => {
    await queueGatewayAlerts({ em: orm.em, secrets, log, publicUrl: 'https://fatura.example', gateways });
    return sendMails({ em: orm.em, mailer: through, secrets, log });
  };
  async function accountOf(alertEmail: string | null): Promise<GatewayAccount> {
    const now = new Date();
    const { company } = await createCompany(orm.em.fork(), { name: 'Padaria Estrela', city: 'São Paulo', now });
    await orm.em
      .fork()
      .nativeUpdate(StoreSettings, { companyId: company.id }, { alertEmail, confirmedAlertEmail: alertEmail });
    const deps = { em: orm.em.fork(), clock: systemClock, secrets, gateways };
    const store = { companyId: company.id, environment: 'production' as const };
    const { account } = await setGateway(deps, { store, gateway: 'banco', settings: { key: 'top-secret' } });
    return account;
  }
  const mend = async ({ id }: GatewayAccount) =>
    noteMended(orm.em, await orm.em.fork().findOneOrFail(GatewayAccount, id));
  const fail = (account: GatewayAccount) => noteFailure(orm.em, { account, failure: 'key_refused' });

  test('is mailed about once for each failure: what, since when, what becomes of what waits, and where to mend it', async () => {
    const account = await accountOf('dona@padaria.example');
    expect(await send()).toBe(0);
    await fail(account);
    await fail(account);
    expect([await send(), await send()]).toEqual([1, 0]);
    expect(mails).toMatchObject([
      {
        to: 'dona@padaria.example',
        subject: 'Banco Fictício refuses the access of Padaria Estrela in production',
      },
    ]);
    const { text } = mails[0]!;
    expect(text).toMatch(/^Since \d+ \w+ \d{4}, \d\d:\d\d GMT-3, Banco Fictício has refused the production access/);
    for (const part of ['the key is not accepted any more', 'nothing is lost', 'save a key that works']) {
      expect(text).toContain(part);
    }
    expect(text).toMatch(
      new RegExp(`\\nhttps://fatura\\.example/panel/stores/${account.companyId}/production/settings/gateway$`),
    );
    expect(text).not.toMatch(/top-secret|acc-77/);

    await mend(account);
    expect(await send()).toBe(0);
    // It comes and goes: whoever was told a moment ago is not told again.
    await fail(account);
    expect(await send()).toBe(0);
    await mend(account);
    const anHourAgo = new Date(Date.now() - 3_700_000);
    await orm.em.fork().nativeUpdate(GatewayAccount, account.id, { alertedAt: anHourAgo });
    await fail(account);
    expect(await send()).toBe(1);
    expect(mails).toHaveLength(2);
  });

  test('is mailed about by one of several processes', async () => {
    await fail(await accountOf('once@padaria.example'));
    const sent = await Promise.all([send(), send(), send()]);
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(mails).toHaveLength(1);
  });

  test('is mailed about later when the mail server does not take it now', async () => {
    const account = await accountOf('later@padaria.example');
    await fail(account);
    refusals = 1;
    // Not at once: the mails of others go first.
    expect([await send(), await send()]).toEqual([0, 0]);
    await orm.em.fork().execute('update mails set claimable_at = now()');
    expect([await send(), mails.length]).toEqual([1, 1]);
  });

  test('and has neither an address nor owners is told nothing, now or later', async () => {
    const account = await accountOf(null);
    await fail(account);
    expect(await send()).toBe(0);
    const address = { alertEmail: 'new@padaria.example', confirmedAlertEmail: 'new@padaria.example' };
    await orm.em.fork().nativeUpdate(StoreSettings, { companyId: account.companyId }, address);
    expect(await send()).toBe(0);
  });
});
