import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findOnPath } from '../../src/dev/find-on-path.ts';
import { useApiWorld } from '../support/api-world.ts';
import { confirmPayment, sendGatewayCallback } from '../support/gateway-callback.ts';
import { hasPython, READ_XLSX, readWithPython } from '../support/read-with-python.ts';
import type { TestStore } from '../support/world.ts';

const run = promisify(execFile);

/** A spreadsheet program, where one is installed. */
const office = findOnPath('soffice');
const describeWithPython = hasPython ? describe : describe.skip;
const describeWithOffice = office === undefined ? describe.skip : describe;

/** Prints the statement that a program for accounts finds in a file. */
const READ_OFX = `
import json, sys
from ofxtools.Parser import OFXTree
tree = OFXTree()
tree.parse(sys.argv[1])
statements = tree.convert().statements
print(json.dumps([{
    "account": one.account.acctid, "currency": one.curdef, "balance": str(one.balance.balamt),
    "lines": [[t.trntype, str(t.trnamt), t.dtposted.date().isoformat(), t.name] for t in one.transactions],
} for one in statements]))
`;

interface Row {
  period: string;
  received: number;
  net: number;
}

interface Statement {
  account: string;
  currency: string;
  balance: string;
  lines: [string, string, string, string][];
}

describe('reports and statements of a store’s money', () => {
  const NOW = new Date('2026-11-20T15:00:00Z');
  const world = useApiWorld({ clock: { now: () => Promise.resolve(NOW) } });
  const folder = mkdtempSync(join(tmpdir(), 'fatura-reports-'));
  let store: TestStore;
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  beforeAll(async () => {
    store = await world.current.createStore();
    const fee = (feeCents: number, availableOn: string) => ({ fee: { feeCents, availableOn } });
    const pay = async (amountCents: number, paidAt: string, priced: object): Promise<number> => {
      const { id, payments } = await store.createInvoice();
      const money = { attemptId: payments[0]!.id, paymentId: `pay_${id}`, amountCents, paidAt, ...priced };
      await sendGatewayCallback(world.current, { type: 'payment_confirmed', ...money });
      return id;
    };
    // Just before midnight of the store, which is the next day by UTC.
    await pay(10_000, '2026-11-17T02:30:00.000Z', fee(99, '2026-11-16'));
    const refunded = await pay(12_000, '2026-11-18T12:00:00.000Z', fee(398, '2026-12-18'));
    const { id: refundId } = await store.sandbox.create<{ id: number }>(`/api/v1/invoices/${refunded}/refunds`, {
      amount: 20,
    });
    await sendGatewayCallback(world.current, {
      ...{ type: 'refund_confirmed', refundId, gatewayRefundId: `re_${refundId}` },
    });
    const { id } = await store.createInvoice();
    await store.sandbox.create(`/api/v1/invoices/${id}/external-payments`, { method: 'cash', amount: 30 });
  });

  const report = async (query: string): Promise<Row[]> =>
    (await store.sandbox.get<{ data: Row[] }>(`/api/v1/reports/money?${query}`)).body.data;

  /** A file of all days, as it is kept. */
  async function download(format: string, language = 'en'): Promise<{ path: string; text: string }> {
    const query = `since=2026-11-01&until=2026-12-31&format=${format}&language=${language}`;
    const { body } = await store.sandbox.get<{ file_name: string; content: string }>(
      `/api/v1/reports/money/export?${query}`,
    );
    expect(body.file_name).toBe(`statement-${store.companyId}-sandbox-2026-11-01-2026-12-31.${format}`);
    const path = join(folder, body.file_name);
    const bytes = Buffer.from(body.content, 'base64');
    writeFileSync(path, bytes);
    return { path, text: bytes.toString('utf8') };
  }

  test('say what came in on each day of the store, what it was worth after fees, and what went back', async () => {
    expect(await report('since=2026-11-01&until=2026-11-30')).toEqual([
      expect.objectContaining({ period: '2026-11-16', received: 100, fees: 0.99, refunded: 0, net: 99.01 }),
      expect.objectContaining({ period: '2026-11-18', received: 120, fees: 3.98, refunded: 0, net: 116.02 }),
      expect.objectContaining({ period: '2026-11-20', received: 30, external: 30, refunded: 20, net: 10 }),
    ]);
    const [month] = await report('since=2026-11-01&until=2026-11-30&by=month');
    expect(month).toMatchObject({
      period: '2026-11',
      received: 250,
      external: 30,
      refunded: 20,
      fees: 4.97,
      net: 225.03,
    });
    expect(await report('since=2026-11-19&until=2026-11-19')).toEqual([]);
  });

  test.each([
    ['since=2026-11-02&until=2026-11-01', 'until must be the day of since or a later one'],
    ['since=2010-01-01&until=2026-11-01', 'at most five years'],
    ['since=2026-11-31&until=2026-12-01', 'must be a calendar date'],
    ['until=2026-12-01', 'is required'],
  ])('refuse %s', async (query, message) => {
    const { status, body } = await store.sandbox.get(`/api/v1/reports/money?${query}`);
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain(message);
  });

  test('as CSV, add up to the balance, in the marks of the reader', async () => {
    const { text } = await download('csv');
    const [header, ...lines] = text.replace('﻿', '').trim().split('\r\n');
    expect(header).toBe('Date,Movement,Gateway,Invoice,Amount (BRL),Transaction');
    const sum = lines.reduce((total, line) => total + Math.round(Number(line.split(',')[4]) * 100), 0);
    const { body } = await store.sandbox.get<{ available: number; pending: number }>('/api/v1/balance');
    expect(sum).toBe(Math.round((body.available + body.pending) * 100));
    expect(lines.at(-1)).toMatch(/^2026-12-18,Fee,sandbox,\d+,-3.98,\d+$/);
    const portuguese = (await download('csv', 'pt')).text;
    expect(portuguese).toContain('Data;Movimento;Gateway');
    expect(portuguese).toMatch(/Reembolso;sandbox;\d+;-20,00;/);
  });

  describeWithPython('files, as programs for accounts and spreadsheets read them:', () => {
    test('of OFX are read by ofxtools: each gateway an account, its balance to the cent', async () => {
      const statements = await readWithPython<Statement[]>(READ_OFX, (await download('ofx')).path);
      const { body } = await store.sandbox.get<{ available: number; pending: number }>('/api/v1/balance');
      expect(statements).toMatchObject([
        {
          account: `${store.companyId}-test-sandbox`,
          currency: 'BRL',
          balance: (body.available + body.pending).toFixed(2),
        },
      ]);
      const { lines } = statements[0]!;
      const sum = lines.reduce((total, [, amount]) => total + Math.round(Number(amount) * 100), 0);
      expect((sum / 100).toFixed(2)).toBe(statements[0]!.balance);
      expect(lines).toContainEqual(['CREDIT', '100.00', '2026-11-16', 'Payment']);
      expect(lines).toContainEqual(['FEE', '-0.99', '2026-11-16', 'Fee']);
      expect(lines).toContainEqual(['DEBIT', '-20.00', '2026-11-20', 'Refund']);
    });

    test('of XLSX have numbers that a spreadsheet adds up, and the totals of the API', async () => {
      type Sheets = Record<string, (string | number | null)[][]>;
      const sheets = await readWithPython<Sheets>(READ_XLSX, (await download('xlsx')).path);
      expect(Object.keys(sheets)).toEqual(['Statement', 'By day']);
      const amounts = sheets.Statement!.slice(1).map((row) => row[4] as number);
      const { body } = await store.sandbox.get<{ available: number; pending: number }>('/api/v1/balance');
      expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(body.available + body.pending, 2);
      expect(sheets['By day']!.at(-1)).toEqual(['Total', 250, 30, 20, 4.97, 225.03, 0, 0, 0, 0]);
    });
  });

  describeWithOffice('in a spreadsheet program', () => {
    test('an XLSX is opened by LibreOffice, which adds up the same', async () => {
      const { path } = await download('xlsx');
      const profile = `-env:UserInstallation=file://${folder}/office`;
      // Comma, quote, UTF-8, from the first line, every sheet (the last -1), values and not their looks.
      const csv = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1';
      await run(office!, [profile, '--headless', '--convert-to', csv, '--outdir', folder, path]);
      const rowsOf = (sheet: string): string[][] =>
        readFileSync(path.replace('.xlsx', `-${sheet}.csv`), 'utf8')
          .replaceAll('"', '')
          .trim()
          .split('\n')
          .map((line) => line.split(','));
      const amounts = rowsOf('Statement')
        .slice(1)
        .map((row) => Number(row[4]));
      const cents = amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0);
      const { body } = await store.sandbox.get<{ available: number; pending: number }>('/api/v1/balance');
      expect(cents).toBe(Math.round((body.available + body.pending) * 100));
      expect(rowsOf('By day').at(-1)!.join()).toBe('Total,250,30,20,4.97,225.03,0,0,0,0');
    }, 120_000);
  });

  test('a payout takes what is available, is matched to its payments, and says what it does not account for', async () => {
    const other = await world.current.createStore();
    const payout = (body: object) =>
      other.sandbox.request<{ id: number; amount: number; unexplained: number }>(
        'POST',
        '/api/v1/sandbox/payouts',
        body,
      );
    expect((await payout({})).body).toMatchObject({ code: 'nothing_to_pay_out' });
    const { id } = await other.createInvoice();
    // Played by the sandbox, whose prices are in its table: 0.99 % of a Pix.
    const { payments } = await other.sandbox.invoice(id);
    await confirmPayment(world.current, { attemptId: payments[0]!.id, amountCents: 10_000 });
    const { data } = (await other.sandbox.get<{ data: { id: number }[] }>('/api/v1/payments')).body;
    await world.current.database.query(
      `update payments set fee_cents = 99, available_on = '2026-11-20' where id = $1`,
      [data[0]!.id],
    );
    const { status, body } = await payout({ difference: -1 });
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'paid', amount: 98.01, unexplained: -1 });
    const matched = await other.sandbox.get<{ data: object[] }>(`/api/v1/payments?payout_id=${body.id}`);
    expect(matched.body.data).toMatchObject([{ id: data[0]!.id, payout_id: body.id }]);
    expect((await payout({})).body).toMatchObject({ code: 'nothing_to_pay_out' });
    expect((await payout({ outcome: 'failed' })).body).toMatchObject({ id: body.id, status: 'failed' });
    expect((await payout({})).body).toMatchObject({ amount: 99.01, unexplained: 0, status: 'paid' });
    const told = (
      await other.sandbox.get<{ data: { event: string; sequence: number; data: object }[] }>('/api/v1/events')
    ).body.data;
    expect(told.filter(({ event }) => event.startsWith('payout.')).reverse()).toMatchObject([
      {
        event: 'payout.created',
        sequence: 1,
        data: { payout_id: body.id, amount: 98.01, store: { id: other.companyId } },
      },
      { event: 'payout.paid', sequence: 2 },
      { event: 'payout.reconciled', sequence: 3, data: { unexplained: -1, failure_reason: null } },
      { event: 'payout.failed', sequence: 4, data: { payout_id: body.id, status: 'failed' } },
      { event: 'payout.created', sequence: 1, data: { amount: 99.01 } },
      { event: 'payout.paid', sequence: 2 },
      { event: 'payout.reconciled', sequence: 3, data: { unexplained: 0 } },
    ]);
  });
});
