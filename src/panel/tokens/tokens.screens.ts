import type { ApiToken } from '../../accounts/companies/api-token.entity.ts';
import type { NewApiToken } from '../../accounts/companies/api-tokens.ts';
import { issueApiToken } from '../../accounts/companies/issue-api-token.ts';
import { listEndedTokens, listValidTokens } from '../../accounts/companies/list-api-tokens.ts';
import { maskApiToken } from '../../accounts/companies/present-api-token.ts';
import { revokeApiToken } from '../../accounts/companies/revoke-api-token.ts';
import {
  DEFAULT_OVERLAP_SECONDS,
  describeRotation,
  rotateApiToken,
} from '../../accounts/companies/rotate-api-token.ts';
import { joi } from '../../base/http/joi.ts';
import { pageQuery, type PageQuery } from '../../base/http/list-page.ts';
import { formFields } from '../form-fields.ts';
import { pagerOf } from '../pager.ts';
import { act, screen, type PageView } from '../screen.ts';
import { tokensWords } from './tokens.words.ts';

const words = tokensWords;

const HOUR_SECONDS = 3600;
const MAX_OVERLAP_HOURS = 168;

const tokensScreen = screen({
  id: 'tokens',
  scope: 'store',
  path: '/tokens',
  section: 'tokens',
  words,
  query: pageQuery<PageQuery>({}),
  show: async ({ deps, store, now, w, input, href }) => {
    const valid = await listValidTokens(deps.em, { store, now });
    const ended = await listEndedTokens(deps.em, { store, now, query: input });
    const show = (token: ApiToken) => describeToken(token, now);
    return {
      template: 'tokens/list',
      title: w.title,
      data: {
        about: w.about[store.environment],
        valid: valid.map(show),
        ended: ended.rows.map(show),
        pager: pagerOf(href('/tokens'), { query: { ...input }, page: ended }),
        rotation: { overlap_hours: DEFAULT_OVERLAP_SECONDS / HOUR_SECONDS },
        maxOverlapHours: MAX_OVERLAP_HOURS,
      },
    };
  },
});

type TokenState = 'valid' | 'ending' | 'expired' | 'revoked';

/** The part of a token that a page may show. */
function describeToken(token: ApiToken, now: Date) {
  const { id, createdAt, lastUsedAt, expiresAt, revokedAt } = token;
  const state: TokenState = revokedAt ? 'revoked' : !expiresAt ? 'valid' : expiresAt > now ? 'ending' : 'expired';
  const tone = { valid: 'good', ending: 'warn', expired: '', revoked: 'bad' }[state];
  return { id, mask: maskApiToken(token), createdAt, lastUsedAt, expiresAt, revokedAt, state, tone };
}

/** The one page that has a token in full, with a call to try it by. */
function newTokenPage(
  { token, record }: NewApiToken,
  { title, publicUrl, previous }: { title: string; publicUrl: string; previous: ApiToken | null },
): PageView {
  const curl = [
    `curl '${publicUrl}/api/v1/invoices?limit=1' \\`,
    `  -H 'X-API-TOKEN: ${token}' \\`,
    `  -H 'X-Company-ID: ${record.companyId}'`,
  ].join('\n');
  const before = previous && {
    mask: maskApiToken(previous),
    worksUntil: previous.revokedAt ? null : previous.expiresAt,
  };
  return { template: 'tokens/new', title, data: { token, curl, before } };
}

const issueTokenAct = act({
  id: 'issueToken',
  scope: 'store',
  path: '/tokens',
  needs: 'integrate',
  words,
  screen: tokensScreen,
  form: joi.object({}),
  run: async ({ deps, store, now, w }) => {
    const created = await issueApiToken(deps.em, { store, now });
    return {
      show: newTokenPage(created, { title: w.newTitle, publicUrl: deps.publicUrl, previous: null }),
      subject: `token ${created.record.id}`,
    };
  },
});

const rotateTokenAct = act({
  id: 'rotateToken',
  scope: 'store',
  path: '/tokens/rotate',
  needs: 'integrate',
  words,
  screen: tokensScreen,
  form: joi.object<{ overlap_hours: number }>({
    overlap_hours: formFields.integer(0, MAX_OVERLAP_HOURS).required(),
  }),
  run: async ({ deps, store, now, w, input }) => {
    const overlapSeconds = input.overlap_hours * HOUR_SECONDS;
    const { previous, older, ...created } = await rotateApiToken(deps.em, { store, overlapSeconds, now });
    return {
      show: newTokenPage(created, { title: w.newTitle, publicUrl: deps.publicUrl, previous }),
      subject: `token ${created.record.id}`,
      details: describeRotation({ previous, older, overlapSeconds }),
    };
  },
});

const revokeTokenAct = act({
  id: 'revokeToken',
  scope: 'store',
  path: '/tokens/{id}/revoke',
  resource: 'token',
  needs: 'integrate',
  // A token that leaked works again when the store is resumed.
  whileSuspended: true,
  words,
  screen: tokensScreen,
  form: joi.object({}),
  run: async ({ deps, store, id, now, href }) => {
    await revokeApiToken(deps.em, { ...store, tokenId: id, now });
    return { goTo: href('/tokens'), subject: `token ${id}` };
  },
});

export const tokensScreens = [tokensScreen];
export const tokensActs = [issueTokenAct, rotateTokenAct, revokeTokenAct];
