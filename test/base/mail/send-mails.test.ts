import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { pino } from 'pino';
import { createSecretBox } from '../../../src/base/crypto/secret-box.ts';
import { openDatabase } from '../../../src/app/open-database.ts';
import { queueMail } from '../../../src/base/mail/queue-mail.ts';
import type { Mailer } from '../../../src/base/mail/mailer.ts';
import { LEASE_SECONDS, sendMails } from '../../../src/base/mail/send-mails.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { TEST_KEYS } from '../../support/world.ts';

const log = pino({ level: 'silent' });

describe('mails that were ordered', () => {
  const secrets = createSecretBox(TEST_KEYS);
  let database: TestDatabase;
  let orm: MikroORM;
  beforeAll(async () => {
    database = await createTestDatabase();
    orm = await openDatabase({ databaseUrl: database.url, poolSize: 4 });
  });
  afterAll(async () => {
    await orm?.close();
    await database?.drop();
  });
  beforeEach(async () => {
    await database.query('truncate mails');
  });

  const send = (mailer: Mailer) => sendMails({ em: orm.em, mailer, secrets, log });
  /** As if so much time had passed, by PostgreSQL's clock. */
  const letPass = (seconds: number) =>
    database.query(`update mails set claimable_at = claimable_at - $1 * interval '1 second'`, [seconds]);
  const left = () => database.query(`select recipient, attempts, claimable_at from mails order by id`);
  async function order(...recipients: string[]): Promise<void> {
    for (const to of recipients) {
      const em = orm.em.fork();
      const expiresAt = new Date(Date.now() + 24 * 3_600_000);
      queueMail(em, secrets, { to, expiresAt, subject: 'Hello', text: 'There you are.' });
      await em.flush();
    }
  }
  function mailerOf(take: (to: string) => Promise<void> | void): Mailer & { sent: string[] } {
    const sent: string[] = [];
    return {
      sent,
      async send({ to }) {
        await take(to);
        sent.push(to);
      },
      close: () => undefined,
    };
  }

  test('are sent once each by two senders, though the mail server takes as long for all as a lease lasts', async () => {
    const recipients = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@store.example`);
    await order(...recipients);
    const quick = mailerOf(() => undefined);
    const sentByOther: number[] = [];
    // While each mail is sent, most of a lease passes, and another process looks for work.
    const slow = mailerOf(async () => {
      await letPass(LEASE_SECONDS * 0.9);
      if (slow.sent.length === 2) sentByOther.push(await send(quick));
    });
    expect(await send(slow)).toBe(3);
    expect(sentByOther).toEqual([2]);
    expect([...slow.sent, ...quick.sent].sort()).toEqual(recipients);
    expect(await left()).toEqual([]);
  });

  test('are divided between senders that begin at the same moment', async () => {
    await order(...Array.from({ length: 8 }, (_, index) => `m${index}@store.example`));
    let arrived = 0;
    let bothSend = (): void => undefined;
    const both = new Promise<void>((resolve) => (bothSend = resolve));
    // Neither ends its first mail before the other one has taken its own.
    const mailers = [0, 1].map(() =>
      mailerOf(() => {
        arrived += 1;
        if (arrived === 2) bothSend();
        return both;
      }),
    );
    const counts = await Promise.all(mailers.map(send));
    expect(counts[0]! + counts[1]!).toBe(8);
    const sent = mailers.flatMap((mailer) => mailer.sent);
    expect(new Set(sent).size).toBe(8);
    expect(sent).toHaveLength(8);
  });

  test('that were refused are tried again later, and hold up no other', async () => {
    await order('full@store.example', 'ok@store.example');
    let isFull = true;
    const mailer = mailerOf((to) => {
      if (to.startsWith('full') && isFull) throw new Error('mailbox is full');
    });
    expect(await send(mailer)).toBe(1);
    expect(await send(mailer)).toBe(0);
    isFull = false;
    expect(await send(mailer)).toBe(0);
    await letPass(60);
    expect(await send(mailer)).toBe(1);
    expect(mailer.sent).toEqual(['ok@store.example', 'full@store.example']);
  });

  test('that were refused after their lease are left to who has them now', async () => {
    await order('late@store.example');
    const takenOver = new Date(Date.now() + 10 * LEASE_SECONDS * 1_000);
    const mailer = mailerOf(async () => {
      await database.query('update mails set claimable_at = $1', [takenOver]);
      throw new Error('the connection was lost');
    });
    expect(await send(mailer)).toBe(0);
    expect(await left()).toEqual([{ recipient: 'late@store.example', attempts: 1, claimable_at: takenOver }]);
  });
});
