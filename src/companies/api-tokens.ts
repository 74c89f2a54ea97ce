import { createHash, randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ApiToken } from './api-token.entity.ts';
import type { Environment, Store } from './environment.ts';

const PREFIXES: Record<Environment, string> = { production: 'fatura_live_', sandbox: 'fatura_test_' };

/** A new 256-bit token whose prefix shows its environment. The caller shows it once; only its hash is kept. */
export function createApiToken(em: EntityManager, { companyId, environment }: Store, now: Date): string {
  const token = PREFIXES[environment] + randomBytes(32).toString('base64url');
  em.create(ApiToken, { companyId, environment, tokenHash: hashToken(token), createdAt: now, revokedAt: null });
  return token;
}

/**
 * The store that a token speaks for, or null. Looking a hash up leaks nothing about tokens by its time: an attacker
 * cannot choose the hash of a guess.
 */
export async function findStoreByToken(em: EntityManager, token: string): Promise<Store | null> {
  const row = await em.findOne(ApiToken, { tokenHash: hashToken(token), revokedAt: null });
  return row && { companyId: row.companyId, environment: row.environment };
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
