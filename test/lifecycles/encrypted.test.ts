import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connect, type AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:tls';
import { Client, Connection } from '@temporalio/client';
import type { TemporalServer } from '../../src/dev/temporal-server.ts';
import { startTemporal } from '../support/temporal-server.ts';
import { createAuthority } from '../support/certificates.ts';
import { eventually } from '../support/eventually.ts';
import { signedIn } from '../support/panel-people.ts';
import { createWorld, type World } from '../support/world.ts';

const UI = 'http://temporal-ui.example:8080';

/** A real Temporal behind mutual TLS: only who has a certificate of the authority reaches it. */
describe('a platform whose Temporal is reached by mutual TLS, with payloads that are encrypted', () => {
  const authority = createAuthority();
  let temporal: TemporalServer;
  let gate: Server;
  let world: World;
  let plain: Connection;
  let address: string;

  beforeAll(async () => {
    temporal = await startTemporal();
    const [host = '', port = ''] = temporal.address.split(':');
    const server = { ...authority.issue('temporal', { hosts: ['temporal'] }), ca: authority.cert };
    gate = createServer({ ...server, requestCert: true, rejectUnauthorized: true, ALPNProtocols: ['h2'] }, (socket) => {
      const behind = connect(Number(port), host);
      for (const [from, to] of [
        [socket, behind],
        [behind, socket],
      ] as const) {
        from.pipe(to);
        from.on('error', () => to.destroy());
      }
    });
    await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
    address = `127.0.0.1:${(gate.address() as AddressInfo).port}`;
    // Temporal's client takes certificates of version 3 alone: openssl makes one where there is a host name.
    const { cert: certificate, key } = authority.issue('fatura', { hosts: ['fatura'] });
    world = await createWorld({
      temporalAddress: address,
      settings: {
        temporal: {
          ...{ address, namespace: 'default', encryptsPayloads: true },
          tls: { ca: authority.cert, certificate, key, serverName: 'temporal' },
        },
        temporalUiUrl: UI,
      },
    });
    plain = await Connection.connect({ address: temporal.address });
  }, 120_000);
  afterAll(async () => {
    await world?.stop();
    await plain?.close();
    gate?.close();
    await temporal?.stop();
    authority.remove();
  });

  const payloadsOf = async (workflowId: string) => {
    const history = await new Client({ connection: plain }).workflow.getHandle(workflowId).fetchHistory();
    const found: { metadata: Record<string, Uint8Array>; data: Uint8Array }[] = [];
    const collect = (node: unknown): void => {
      if (typeof node !== 'object' || node === null || node instanceof Uint8Array) return;
      if ('metadata' in node && 'data' in node) found.push(node as never);
      else
        Object.entries(node).forEach(
          ([name, value]) => name !== 'searchAttributes' && name !== 'header' && collect(value),
        );
    };
    collect(history.events);
    return found;
  };

  test('an invoice is paid, its history says nothing, and an operator’s browser reads it through the panel', async () => {
    const store = await world.createStore();
    const { id } = await store.createInvoice();
    await eventually(
      () => store.sandbox.invoice(id),
      ({ status }) => status === 'pending',
    );
    await store.sandbox.create(`/api/v1/sandbox/invoices/${id}/payment`, { outcome: 'confirmed' });
    await eventually(
      () => store.sandbox.invoice(id),
      ({ status }) => status === 'paid',
    );
    // The workflow hears of the payment after its commit.
    const payloads = await eventually(
      () => payloadsOf(`invoice-${id}`),
      ({ length }) => length > 3,
    );
    const encodings = new Set(payloads.map(({ metadata }) => Buffer.from(metadata.encoding!).toString()));
    // The SDK's notes for itself, as of a local activity, are its own.
    expect([...encodings].filter((encoding) => encoding !== 'json/plain')).toEqual(['binary/encrypted']);

    const operator = await signedIn(world, { isOperator: true });
    const owner = await signedIn(world, { companyId: store.companyId });
    const wire = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
    const body = JSON.stringify({
      payloads: payloads.map(({ metadata, data }) => ({
        metadata: Object.fromEntries(Object.entries(metadata).map(([name, bytes]) => [name, wire(bytes)])),
        data: wire(data),
      })),
    });
    const ask = (cookie: string | null, origin = UI) =>
      fetch(`${world.baseUrl}/panel/temporal-codec/decode`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: origin, ...(cookie && { Cookie: cookie }) },
        body,
      });
    const answer = await ask(operator.cookie);
    expect([answer.status, answer.headers.get('Access-Control-Allow-Origin')]).toEqual([200, UI]);
    const decoded = (await answer.json()) as { payloads: { data: string }[] };
    const texts = decoded.payloads.map(({ data }) => Buffer.from(data, 'base64').toString());
    expect(texts.some((text) => text.includes(`"invoiceId":${id}`))).toBe(true);
    expect((await ask(owner.cookie)).status).toBe(403);
    expect((await ask(null)).status).toBe(403);
    expect((await ask(operator.cookie, 'https://elsewhere.example')).status).toBe(403);
  });

  test('whoever has no certificate does not reach Temporal', async () => {
    const stranger = Connection.connect({
      address,
      tls: { serverNameOverride: 'temporal', serverRootCACertificate: Buffer.from(authority.cert) },
      connectTimeout: 3_000,
    });
    await expect(stranger).rejects.toThrow();
  });
});
