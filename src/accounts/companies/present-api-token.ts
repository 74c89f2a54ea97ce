import type { ApiToken } from './api-token.entity.ts';
import { TOKEN_PREFIXES } from './api-tokens.ts';

/** Shows the part of a token that is no secret: its kind, and the end by which its holder knows it. */
export function maskApiToken({ environment, hint }: Pick<ApiToken, 'environment' | 'hint'>): string {
  return `${TOKEN_PREFIXES[environment]}…${hint ?? ''}`;
}

/** A token as an operator sees it: enough to tell which it is, nothing to use it with. */
export function presentApiToken(token: ApiToken): Record<string, unknown> {
  return {
    id: token.id,
    environment: token.environment,
    token: maskApiToken(token),
    name: token.name,
    scopes: token.scopes,
    networks: token.networks,
    created_at: token.createdAt,
    last_used_at: token.lastUsedAt,
    last_used_from: token.lastUsedFrom,
    expires_at: token.expiresAt,
    revoked_at: token.revokedAt,
  };
}
