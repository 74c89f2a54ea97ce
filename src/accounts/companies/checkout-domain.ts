import { domainToASCII } from 'node:url';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import type { SecretBox } from '../../base/crypto/secret-box.ts';
import { inTransaction, reader } from '../../base/db/transaction.ts';
import { invalidFields } from '../../base/errors/errors.ts';
import { changeCompany, type Changes } from './change-company.ts';
import { Company } from './company.entity.ts';

/*
 * A store's own domain for the pages of its payers: docs/decisions/0047-domains-of-stores.md. A domain is typed, then
 * proven by a TXT record, then live once a request to it has come back here.
 */

/** The longest name that DNS knows. */
const MAX_NAME = 253;
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** A name of two labels at least, whose last one is no number: an address of IPv4 is no name. */
const NAME = new RegExp(`^(?:${LABEL}\\.)+(?=[a-z0-9-]*[a-z])${LABEL}$`);

const PURPOSE = 'domains of stores';
const MARK = 'fatura-domain=';

/** The path at which a domain says whose it is. */
export const DOMAIN_PATH = '/.well-known/fatura-domain';

/** A domain as DNS writes it, `checkout.store.example`; null for any other text. */
export function readDomain(text: string): string | null {
  const typed = text.trim().toLowerCase().replace(/\.$/, '');
  // The rest of an address would be dropped without a word.
  const name = /[\s/:@?#\\[\]]/.test(typed) ? '' : domainToASCII(typed);
  return name.length <= MAX_NAME && NAME.test(name) ? name : null;
}

/** The origin of the payers' pages of a store: its own domain once that is live, or the platform's. */
export function payersOrigin(
  { checkoutDomain, domainLiveAt }: Pick<Company, 'checkoutDomain' | 'domainLiveAt'>,
  publicUrl: string,
): string {
  return checkoutDomain !== null && domainLiveAt !== null ? `https://${checkoutDomain}` : publicUrl;
}

/** The same of a store that is known by its id alone. */
export async function readPayersOrigin(em: EntityManager, companyId: number, publicUrl: string): Promise<string> {
  const fields = ['checkoutDomain', 'domainLiveAt'] as const;
  return payersOrigin(await reader(em).findOneOrFail(Company, companyId, { fields }), publicUrl);
}

/** The TXT record by which an owner proves that the domain is the store's. */
export function proofOf(
  secrets: SecretBox,
  { companyId, domain }: { companyId: number; domain: string },
): { name: string; value: string } {
  const signature = secrets.signer(PURPOSE).sign(`${companyId} ${domain}`).subarray(0, 24);
  return { name: `_fatura.${domain}`, value: `${MARK}${signature.toString('base64url')}` };
}

/** Whether a text is that record's value, by any of the installation's keys: they may be replaced meanwhile. */
function isProof(secrets: SecretBox, { companyId, domain }: { companyId: number; domain: string }, text: string) {
  const signature = Buffer.from(text.slice(MARK.length), 'base64url');
  return text.startsWith(MARK) && secrets.signer(PURPOSE).isValid(`${companyId} ${domain}`, signature);
}

/**
 * Sets the domain of the payers' pages, or none. Until it is proven and live, pages stay at the platform's address.
 *
 * @param platformHost the host of the platform's own address, which is no store's
 * @throws ApiError 404; 422 for a text that is no domain, or the platform's own
 */
export function setCheckoutDomain(
  em: EntityManager,
  { companyId, text, platformHost }: { companyId: number; text: string | null; platformHost: string },
): Promise<{ company: Company; changes: Changes }> {
  const domain = text === null ? null : readDomain(text);
  if (text !== null && domain === null)
    throw refuse('invalid', 'domain must be a name such as checkout.store.example.');
  if (domain === platformHost) throw refuse('platform', 'domain is the address of the platform itself.');
  return changeCompany(em, { companyId, fields: ['checkoutDomain'] }, (company) => {
    if (company.checkoutDomain === domain) return;
    Object.assign(company, { checkoutDomain: domain, domainProvenAt: null, domainLiveAt: null });
  });
}

/** Answers about a domain, by asking the internet. */
export interface DomainProbe {
  /** The TXT records of a name; none for a name that nobody knows. @throws Error when no name server answers */
  textsOf(name: string): Promise<string[]>;
  /** The text at {@link DOMAIN_PATH} of the domain, by HTTPS. @throws Error with a reason when nothing comes */
  ask(domain: string): Promise<string>;
}

/**
 * Looks whether the domain of a store is proven, and leads here. The first request makes the proxy ask for its
 * certificate, which takes some seconds. No transaction is open while the internet is asked.
 *
 * @param record writes a line in the audit log, in the transaction of a change
 * @throws ApiError 422 for a store without a domain, a record that is missing, a domain that another store has proven,
 *   and one that does not lead here
 */
export async function checkCheckoutDomain(
  { em, secrets, log, probe }: { em: EntityManager; secrets: SecretBox; log: Logger; probe: DomainProbe },
  { companyId, now, record }: { companyId: number; now: Date; record: (tx: EntityManager, changes: Changes) => void },
): Promise<void> {
  const { checkoutDomain: domain } = await reader(em).findOneOrFail(Company, companyId);
  if (domain === null) throw refuse('none', 'domain is not set.');
  const proof = proofOf(secrets, { companyId, domain });
  const isOurs = (text: string): boolean => isProof(secrets, { companyId, domain }, text);
  // A name server that fails has no record for us.
  const texts = await probe.textsOf(proof.name).catch(() => []);
  if (!texts.some(isOurs)) throw refuse('not_proven', `domain has no TXT record ${proof.name} of this store.`);
  const note = (field: 'domainProvenAt' | 'domainLiveAt') =>
    inTransaction(em, async (tx) => {
      const { changes } = await changeCompany(tx, { companyId, fields: [field] }, async (company) => {
        if (company.checkoutDomain !== domain) throw refuse('changed', 'domain was changed meanwhile: check it again.');
        const proven = { checkoutDomain: domain, domainProvenAt: { $ne: null } };
        // Its owner has set the record of another store before: the domain is let go there first.
        if (await tx.findOne(Company, { ...proven, id: { $ne: companyId } }, { fields: ['id'] })) {
          throw refuse('taken', 'domain is in use by another store: remove it there first.');
        }
        company[field] ??= now;
      });
      if (Object.keys(changes).length > 0) record(tx, changes);
    });
  await note('domainProvenAt');
  let said: string;
  try {
    said = await probe.ask(domain);
  } catch (error) {
    // The panel says it in the words of an owner; the reason is for operators.
    log.info({ err: error, company_id: companyId, domain }, 'the domain of a store was not reached');
    throw refuse('not_reached', `domain cannot be reached by HTTPS: ${(error as Error).message}.`);
  }
  if (!isOurs(said)) throw refuse('elsewhere', 'domain leads to another server.');
  await note('domainLiveAt');
}

/** The store that has proven a domain, or null. */
export async function findStoreOfDomain(em: EntityManager, domain: string): Promise<number | null> {
  const where = { checkoutDomain: domain, domainProvenAt: { $ne: null } };
  const company = await reader(em).findOne(Company, where, { fields: ['id'] });
  return company?.id ?? null;
}

function refuse(code: string, message: string): Error {
  return invalidFields([{ field: 'domain', code: `domain.${code}`, message }]);
}
