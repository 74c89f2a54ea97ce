import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface KeyPair {
  cert: string;
  key: string;
}

/** A certificate authority of the test's own, made by openssl. */
export interface Authority {
  cert: string;
  /** @param days of its life, from now; below zero: it has ended */
  issue(name: string, options?: { hosts?: string[]; days?: number }): KeyPair;
  remove(): void;
}

const EC = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

export function createAuthority(): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'fatura-authority-'));
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const pem = (file: string): string => readFileSync(join(folder, file), 'utf8');
  openssl('req', '-x509', ...EC, '-days', '3', '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=authority');
  let issued = 0;
  return {
    cert: pem('ca.pem'),
    issue(name, { hosts = [], days = 2 } = {}) {
      const id = `${++issued}`;
      const names = hosts.map((host) => (/^[\d.]+$/.test(host) ? `IP:${host}` : `DNS:${host}`));
      const alt = names.length > 0 ? ['-addext', `subjectAltName=${names.join(',')}`] : [];
      openssl('req', ...EC, '-keyout', `${id}.key`, '-out', `${id}.csr`, '-subj', `/CN=${name}`, ...alt);
      const from = ['-in', `${id}.csr`, '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-out', `${id}.pem`];
      openssl('x509', '-req', ...from, '-days', String(days), '-copy_extensions', 'copy');
      return { cert: pem(`${id}.pem`), key: pem(`${id}.key`) };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
