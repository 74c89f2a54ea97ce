import { NODATA, NOTFOUND } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { Agent, request } from 'undici';
import type { AddressPolicy } from './address-policy.ts';
import { explainFailure } from './explain-failure.ts';
import { createGuardedConnector } from './guarded-connector.ts';
import { createPublicLookup } from './public-lookup.ts';

/** A proxy that has no certificate yet asks for one while the request waits. */
const TIMEOUT_MS = 20_000;
const MAX_ANSWER_BYTES = 1_000;
const UNKNOWN: unknown[] = [NOTFOUND, NODATA];

/** How names are looked up and domains reached; each is left out where the internet's own is meant. */
export interface DomainSettings {
  /** Name servers, `address:port`. */
  nameServers?: string[] | undefined;
  /** Where HTTPS is served. */
  port?: number | undefined;
  /** Certificates of authorities (PEM), in place of those that Node trusts. */
  ca?: string | undefined;
}

/** Asks name servers and a stranger's domain about itself; private addresses are not called. */
export function createDomainProbe(
  policy: AddressPolicy,
  { path, nameServers, port = 443, ca }: DomainSettings & { path: string },
) {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (nameServers) resolver.setServers(nameServers);
  const lookup = createPublicLookup(nameServers ? { servers: nameServers } : {});
  return {
    async textsOf(name: string): Promise<string[]> {
      try {
        return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
      } catch (error) {
        if (UNKNOWN.includes((error as NodeJS.ErrnoException).code)) return [];
        throw error;
      }
    },
    async ask(domain: string): Promise<string> {
      const connect = createGuardedConnector(policy, { timeoutMs: TIMEOUT_MS, lookup, ...(ca && { ca }) });
      const agent = new Agent({ connect, maxResponseSize: MAX_ANSWER_BYTES });
      try {
        const signal = AbortSignal.timeout(TIMEOUT_MS);
        const answer = await request(`https://${domain}:${port}${path}`, { dispatcher: agent, signal });
        const text = await answer.body.text();
        return answer.statusCode === 200 ? text : '';
      } catch (error) {
        throw new Error(`it ${explainFailure(error, TIMEOUT_MS)}`, { cause: error });
      } finally {
        await agent.destroy();
      }
    },
  };
}
