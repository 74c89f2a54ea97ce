import { Writable } from 'node:stream';
import { describe, expect } from '@jest/globals';
import proto from '@temporalio/proto';
import { pino } from 'pino';
import { useBrowser, type Payer } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { historyOf } from '../support/histories.ts';
import { useSkippedTimeWorld } from '../support/skipped-time.ts';
import { tapWire, type Wiretap } from '../support/wiretap.ts';

/** Numbers that a payer types. The last is no test card; it passes every check but the sandbox's own. */
const PAID = '4242424242424242';
const REFUSED = '4000000000009995';
const UNKNOWN = '4539578763621486';
const HOLDER = 'CANARIA DO CARTAO';

describe('a card number that is typed at the checkout', () => {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const { inBrowser, open } = useBrowser();
  const world = useSkippedTimeWorld({ log: pino({ level: 'trace' }, stream) });

  inBrowser('is found nowhere but in the browser', async () => {
    const store = await world.current.createStore();
    const payer = await open();
    const { id, checkout_hash: hash } = await store.createInvoice({ payment_method: 'card' });
    const tap = await tapWire(world.current.baseUrl);
    await payer.page.goto(`${tap.baseUrl}/checkout/${hash}`);
    for (const number of [UNKNOWN, REFUSED, PAID]) await pay(payer, number);
    await payer.reads('Pagamento confirmado');
    await eventually(
      () => store.receiver.eventsOf(id),
      (events) => events.includes('invoice.payment_confirmed'),
    );

    const places = {
      database: await dumpDatabase(),
      logs: lines.join(''),
      histories: await dumpHistories(),
      requests: payer.requests.map((request) => `${request.url()} ${request.postData()}`).join('\n'),
      webhooks: JSON.stringify(store.receiver.received),
      storage: await payer.page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie])),
      page: await payer.page.content(),
      wire: await leave(payer, tap),
      console: payer.complaints.join('\n'),
    };
    // The search would find what is there: each place holds what it should.
    expect(places.database).toContain('insufficient_funds');
    expect(places.logs).toContain('/checkout/…/payments');
    expect(places.histories).toContain('tryHere');
    expect(places.requests).toContain('tok_insufficient_funds');
    expect(places.wire).toContain('{"act":"left"}');
    expect(new Set(payer.requests.map((request) => new URL(request.url()).origin))).toEqual(new Set([tap.baseUrl]));
    expect(places.webhooks).toContain('invoice.payment_confirmed');
    for (const [place, text] of Object.entries(places)) {
      const found = traces().filter((trace) => text.includes(trace));
      expect({ place, found }).toEqual({ place, found: [] });
    }
  });

  async function pay(payer: Payer, number: string): Promise<void> {
    const { page } = payer;
    await payer.fillCard(number);
    await page.locator('#holder').fill(HOLDER);
    await page.getByRole('button', { name: /Pagar/ }).click();
    if (number === UNKNOWN) await page.getByText('use um cartão de teste').waitFor();
    if (number === REFUSED) await page.getByRole('main').getByText('não tem limite suficiente').waitFor();
  }

  /** Every row of every table, its bytes both as PostgreSQL writes them and as text. */
  async function dumpDatabase(): Promise<string> {
    const { database } = world.current;
    const tables = await database.query<{ name: string }>(
      `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    expect(tables.length).toBeGreaterThan(15);
    const dumps = await Promise.all(
      tables.map(async ({ name }) => {
        const rows = await database.query<{ row: string }>(`select t::text as row from ${name} t`);
        return rows.map(({ row }) => row + (row.includes('\\x') ? readHex(row) : '')).join('\n');
      }),
    );
    return dumps.join('\n');
  }

  /** The histories of all runs, as the server keeps them: payloads are plain bytes in it. */
  async function dumpHistories(): Promise<string> {
    const invoices = await world.current.database.query<{ id: string }>('select id from invoices');
    const { History } = proto.temporal.api.history.v1;
    const histories = await Promise.all(invoices.map(({ id }) => historyOf(world.current.env, Number(id))));
    return histories.map((history) => Buffer.from(History.encode(history).finish()).toString('latin1')).join('\n');
  }
});

function readHex(row: string): string {
  return [...row.matchAll(/\\x([0-9a-f]+)/g)].map(([, hex]) => Buffer.from(hex!, 'hex').toString('latin1')).join(' ');
}

/** The ways in which a number could have been written down. */
function traces(): string[] {
  const numbers = [PAID, REFUSED, UNKNOWN].flatMap((number) => {
    const grouped = number.replace(/(\d{4})(?=\d)/g, '$1 ');
    const encoded = [0, 1, 2].map((offset) => base64Inside(number, offset));
    return [number, grouped, grouped.replaceAll(' ', '-'), grouped.replaceAll(' ', '+'), encodeURIComponent(grouped)]
      .concat([...number].reverse().join(''), Buffer.from(number).toString('hex'), number.slice(0, 12))
      .concat(encoded);
  });
  return [...numbers, HOLDER, encodeURIComponent(HOLDER)];
}

/** The letters that a text has in base64 wherever it stands after `offset` (modulo three) bytes. */
function base64Inside(text: string, offset: number): string {
  const encoded = Buffer.from(' '.repeat(offset) + text).toString('base64');
  return encoded.slice(offset === 0 ? 0 : 4, encoded.length - 4);
}

/** All that was sent, what a browser sends when it leaves the page included. */
async function leave({ page }: Payer, tap: Wiretap): Promise<string> {
  await page.goto('about:blank');
  const sent = await eventually(tap.sent, (bytes) => bytes.includes('"left"'));
  await tap.close();
  return sent;
}

/** The globals of a page's own world. */
declare const localStorage: object;
declare const sessionStorage: object;
declare const document: { cookie: string };
