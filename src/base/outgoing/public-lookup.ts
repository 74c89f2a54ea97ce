import { lookup as systemLookup, NOTFOUND, NODATA, Resolver, type LookupAddress } from 'node:dns';
import type { AddressPolicy } from './address-policy.ts';
import type { LookupAll } from './guarded-connector.ts';

const UNKNOWN: unknown[] = [NOTFOUND, NODATA];
/** A name server that is silent is asked twice, for less than the receiver is given in all. */
const PATIENCE = { timeout: 2_000, tries: 2 };

/**
 * Looks names up by asking name servers ourselves. The system's `getaddrinfo` would hold one of the few threads that
 * all look-ups of the process share: a stranger's name server that never answers would then hold up everybody's
 * deliveries. The look-up knows nothing of `/etc/hosts` and search domains, which no public name needs.
 *
 * @param servers instead of the system's, as `address:port`
 */
export function createPublicLookup({ servers }: { servers?: string[] } = {}): LookupAll {
  const resolver = new Resolver(PATIENCE);
  if (servers) resolver.setServers(servers);
  return (hostname, _options, callback) => {
    const ask = (family: 4 | 6) =>
      new Promise<LookupAddress[] | NodeJS.ErrnoException>((resolve) => {
        const answer = (error: NodeJS.ErrnoException | null, addresses: string[]) =>
          resolve(error ?? addresses.map((address) => ({ address, family })));
        if (family === 4) resolver.resolve4(hostname, answer);
        else resolver.resolve6(hostname, answer);
      });
    void Promise.all([ask(4), ask(6)]).then((answers) => {
      const found = answers.flatMap((answer) => (Array.isArray(answer) ? answer : []));
      if (found.length > 0) return callback(null, found);
      const failure = answers.find((answer) => !Array.isArray(answer) && !UNKNOWN.includes(answer.code));
      // In the system's terms: nobody knows the name, or nobody could be asked.
      callback(
        Object.assign(new Error(`${hostname} was not found`), { code: failure ? 'EAI_AGAIN' : 'ENOTFOUND' }),
        [],
      );
    });
  };
}

/** Only the system knows the names of an operator's own network, and `localhost`. */
export function lookupFor(policy: AddressPolicy): LookupAll {
  if (policy.reachesPrivateNetworks) return systemLookup;
  const publicLookup = createPublicLookup();
  return (hostname, options, callback) =>
    (/(^|\.)localhost\.?$/.test(hostname) ? systemLookup : publicLookup)(hostname, options, callback);
}
