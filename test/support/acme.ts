import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as ask } from 'node:https';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { signalTracked, spawnTracked, type TrackedChild } from '../../src/dev/spawn-tracked.ts';
import { createAuthority } from './certificates.ts';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';

const PROGRAMS = ['caddy', 'pebble', 'pebble-challtestsrv'] as const;

/** Names of which a machine knows where they are: a name server, its records, and an ACME authority that asks it. */
export interface AcmeWorld {
  /** `127.0.0.1:PORT` of the name server: every name is at 127.0.0.1. */
  nameServer: string;
  httpsPort: number;
  /** The root of the authority's certificates (PEM). */
  root: string;
  setText(name: string, value: string): Promise<void>;
  /** Says where a name is, in place of 127.0.0.1. */
  setAddress(name: string, address: string): Promise<void>;
  /** Starts the proxy of `ops/caddy`, in front of an API. */
  startProxy(apiAddress: string): Promise<void>;
  stop(): Promise<void>;
}

/** Whether Caddy and Pebble are there, which apt has: `.ci/run` has them. */
export const hasAcme = PROGRAMS.every(isInstalled);
if (!hasAcme && process.env.REQUIRE_ACME === '1') {
  throw new Error(`REQUIRE_ACME is set: install ${PROGRAMS.filter((one) => !isInstalled(one)).join(', ')}.`);
}

function isInstalled(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}

export async function startAcme(): Promise<AcmeWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'fatura-acme-'));
  const authority = createAuthority();
  const children: TrackedChild[] = [];
  const [dns, records, directory, management, http, https] = await Promise.all(
    Array.from({ length: 6 }, () => freePort()),
  );
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const start = (program: (typeof PROGRAMS)[number], args: string[], env: NodeJS.ProcessEnv = {}): void => {
    // Nobody reads what they say: a full pipe would hold them up.
    const stdio = process.env.TEST_LOG_LEVEL ? 'inherit' : 'ignore';
    children.push(spawnTracked(program, args, { cwd: folder, stdio, env: { ...process.env, HOME: folder, ...env } }));
  };
  const { cert, key } = authority.issue('pebble', { hosts: ['localhost', '127.0.0.1'] });
  const pebble = {
    listenAddress: `127.0.0.1:${directory}`,
    managementListenAddress: `127.0.0.1:${management}`,
    ...{ certificate: file('pebble.pem', cert), privateKey: file('pebble.key', key) },
    ...{ httpPort: http, tlsPort: https, ocspResponderURL: '', externalAccountBindingRequired: false },
  };
  const nothing = ['-http01', '', '-https01', '', '-tlsalpn01', '', '-defaultIPv6', ''];
  const nameServer = `127.0.0.1:${dns}`;
  start('pebble-challtestsrv', [...nothing, '-dns01', nameServer, '-management', `127.0.0.1:${records}`]);
  const config = file('pebble.json', JSON.stringify({ pebble }));
  // It neither dawdles nor refuses at random, as it does to try its clients.
  start('pebble', ['-config', config, '-dnsserver', nameServer], {
    ...{ PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0', PEBBLE_AUTHZREUSE: '0' },
  });
  const ca = file('authority.pem', authority.cert);
  const root = await eventually(
    () => read(`https://127.0.0.1:${management}/roots/0`, authority.cert),
    (text) => text !== null,
    { withinMs: 15_000 },
  );
  const tellNameServer = async (path: string, body: object): Promise<void> => {
    const answer = await fetch(`http://127.0.0.1:${records}/${path}`, { method: 'POST', body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`The name server answered ${answer.status}.`);
  };
  return {
    ...{ nameServer, httpsPort: https!, root: root! },
    setText: (name, value) => tellNameServer('set-txt', { host: `${name}.`, value }),
    async setAddress(name, address) {
      await tellNameServer('clear-a', { host: `${name}.` });
      await tellNameServer('add-a', { host: `${name}.`, addresses: [address] });
    },
    async startProxy(apiAddress) {
      start('caddy', ['run', '--config', join(import.meta.dirname, '../../ops/caddy/Caddyfile')], {
        ...{ HTTP_PORT: String(http), HTTPS_PORT: String(https), API_ADDRESS: apiAddress },
        ACME_DIRECTORY: `https://127.0.0.1:${directory}/dir`,
        ...{ SSL_CERT_FILE: ca, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      });
      await eventually(
        () =>
          fetch(`http://127.0.0.1:${http}/`, { redirect: 'manual' }).then(
            ({ status }) => status,
            () => 0,
          ),
        (status) => status > 0,
        { withinMs: 15_000 },
      );
    },
    async stop() {
      for (const { child } of children) signalTracked(child, 'SIGKILL');
      await Promise.all(children.map(({ exited }) => exited));
      authority.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The body of an answer with status 200; null while there is none. */
function read(url: string, ca: string): Promise<string | null> {
  return new Promise((resolve) => {
    const asked = ask(url, { ca }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => resolve(answer.statusCode === 200 ? Buffer.concat(parts).toString() : null));
    });
    asked.on('error', () => resolve(null));
    asked.end();
  });
}
