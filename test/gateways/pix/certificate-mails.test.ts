import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { pino } from 'pino';
import { openDatabase } from '../../../src/app/open-database.ts';
import { createSecretBox } from '../../../src/base/crypto/secret-box.ts';
import { warnOfEnds } from '../../../src/gateways/warn-of-ends.ts';
import { useApiWorld } from '../../support/api-world.ts';
import { signedIn } from '../../support/panel-people.ts';
import { startPixBank, type PixBank } from '../../support/pix-bank/bank.ts';
import { createPixStore } from '../../support/pix-bank/store.ts';
import { TEST_KEYS } from '../../support/world.ts';

describe('the end of a certificate', () => {
  const world = useApiWorld();
  let orm: MikroORM;
  let bank: PixBank;
  beforeAll(async () => {
    bank = await startPixBank();
    orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 2 });
  });
  afterAll(async () => {
    await orm?.close();
    await bank?.stop();
  });

  test('is told to the owners 30, 7 and 1 days before, each once, and a new certificate begins anew', async () => {
    const store = await createPixStore({ world: world.current, bank, orm });
    await signedIn(world.current, { companyId: store.companyId, language: 'en' });
    const { companyId } = store;
    const secrets = createSecretBox(TEST_KEYS);
    const log = pino({ level: 'silent' });
    const warn = () =>
      warnOfEnds({ em: orm.em, secrets, log, publicUrl: 'https://fatura.example', gateways: store.gateways });
    const warned = async (): Promise<number | null> => {
      const [row] = await world.current.database.query<{ days: number | null }>(
        'select end_warned_days as days from gateway_accounts where company_id = $1',
        [companyId],
      );
      return row!.days;
    };
    const endsIn = (days: number) =>
      world.current.database.query(
        `update gateway_accounts set access_ends_at = now() + make_interval(hours => $2) where company_id = $1`,
        [companyId, Math.round(days * 24)],
      );
    const told: (number | null)[] = [];
    for (const days of [40, 29, 20, 6, 3, 0.5]) {
      await endsIn(days);
      // The server that runs beside may be the one that does it.
      await warn();
      await warn();
      told.push(await warned());
    }
    expect(told).toEqual([null, 30, 30, 7, 7, 1]);
    const mails = await world.current.database.query<{ kind: string; count: number }>(
      `select kind, count from mail_counts where company_id = $1 and kind = 'security'`,
      [companyId],
    );
    expect(mails.map(({ count }) => Number(count))).toEqual([3]);
    await store.setBank();
    expect(await warned()).toBeNull();
  });
});
