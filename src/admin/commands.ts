import { readFile } from 'node:fs/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { createCompany } from '../companies/create-company.ts';
import { listApiTokens } from '../companies/list-api-tokens.ts';
import { requestsPerMinuteOf } from '../companies/plans.ts';
import { presentApiToken } from '../companies/present-api-token.ts';
import { revokeApiToken } from '../companies/revoke-api-token.ts';
import { rotateApiToken } from '../companies/rotate-api-token.ts';
import type { SecretBox } from '../crypto/secret-box.ts';
import { setBrand } from '../companies/set-brand.ts';
import { setPlan } from '../companies/set-plan.ts';
import {
  readEnvironment,
  readId,
  readOverlapSeconds,
  readPlan,
  readRequestsPerMinute,
  readText,
  type Options,
} from './read-options.ts';
import { rotateEncryption } from './rotate-encryption.ts';

/** A command of an operator on an open database. */
export interface Command {
  /** Names of the options that it takes, each with a value. */
  options: string[];
  /** @returns what is printed, as JSON */
  run(em: EntityManager, options: Options, secrets: SecretBox): Promise<unknown>;
}

export const COMMANDS: Partial<Record<string, Command>> = {
  'create-company': { options: ['name', 'city', 'plan'], run: runCreateCompany },
  'set-plan': { options: ['company', 'plan', 'requests-per-minute'], run: runSetPlan },
  'set-brand': { options: ['company', 'color', 'document', 'logo'], run: runSetBrand },
  'rotate-token': { options: ['company', 'environment', 'overlap-hours'], run: runRotateToken },
  'list-tokens': { options: ['company'], run: runListTokens },
  'revoke-token': { options: ['company', 'token'], run: runRevokeToken },
  'rotate-encryption': { options: [], run: (em, _options, secrets) => rotateEncryption(em, secrets) },
};

async function runCreateCompany(em: EntityManager, options: Options): Promise<unknown> {
  const { company, productionToken, sandboxToken } = await createCompany(em, {
    name: readText(options, 'name'),
    city: readText(options, 'city'),
    ...(options.plan !== undefined && { plan: readPlan(options) }),
    now: new Date(),
  });
  return { company_id: company.id, production_token: productionToken, sandbox_token: sandboxToken };
}

async function runSetPlan(em: EntityManager, options: Options): Promise<unknown> {
  const rateLimitPerMinute = readRequestsPerMinute(options);
  const company = await setPlan(em, {
    companyId: readId(options, 'company'),
    plan: readPlan(options),
    ...(rateLimitPerMinute !== undefined && { rateLimitPerMinute }),
  });
  const limitOf = company.rateLimitPerMinute === null ? 'plan' : 'company';
  const requestsPerMinute = requestsPerMinuteOf(company);
  return { company_id: company.id, plan: company.plan, requests_per_minute: requestsPerMinute, limit_of: limitOf };
}

/** `none` takes a colour, document or logo away again. */
async function runSetBrand(em: EntityManager, options: Options): Promise<unknown> {
  const given = (text: string | undefined) => (text === 'none' ? null : text);
  const [color, document, logo] = [given(options.color), given(options.document), given(options.logo)];
  const company = await setBrand(em, {
    companyId: readId(options, 'company'),
    changes: {
      ...(color !== undefined && { color }),
      ...(document !== undefined && { document }),
      ...(logo !== undefined && { logo: logo === null ? null : await readFile(logo) }),
    },
    now: new Date(),
  });
  return { company_id: company.id, color: company.brandColor, document: company.document };
}

async function runRotateToken(em: EntityManager, options: Options): Promise<unknown> {
  const { token, record, previous } = await rotateApiToken(em, {
    store: { companyId: readId(options, 'company'), environment: readEnvironment(options) },
    overlapSeconds: readOverlapSeconds(options),
    now: new Date(),
  });
  // Here the whole token, which is shown this once.
  return { ...presentApiToken(record), token, previous: previous && presentApiToken(previous) };
}

async function runListTokens(em: EntityManager, options: Options): Promise<unknown> {
  return (await listApiTokens(em, readId(options, 'company'))).map(presentApiToken);
}

async function runRevokeToken(em: EntityManager, options: Options): Promise<unknown> {
  const ids = { companyId: readId(options, 'company'), tokenId: readId(options, 'token') };
  return presentApiToken(await revokeApiToken(em, { ...ids, now: new Date() }));
}
