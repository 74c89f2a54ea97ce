import type { ApiToken } from '../../accounts/companies/api-token.entity.ts';
import type { NewApiToken } from '../../accounts/companies/api-tokens.ts';
import { issueApiToken } from '../../accounts/companies/issue-api-token.ts';
import { listEndedTokens, listValidTokens } from '../../accounts/companies/list-api-tokens.ts';
import { maskApiToken } from '../../accounts/companies/present-api-token.ts';
import { joi } from '../../base/http/joi.ts';
import { pageQuery, type PageQuery } from '../../base/http/list-page.ts';
import { TOKEN_SCOPES, type TokenScope } from '../../base/http/token-scopes.ts';
import { formFields } from '../form-fields.ts';
import { pagerOf } from '../pager.ts';
import { act, screen, type PageView } from '../screen.ts';
import { endOf, readTerms, tokenForm, valuesOf, type TokenForm } from './token-form.ts';
import { tokensWords } from './tokens.words.ts';

const words = tokensWords;

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
        values: valuesOf({ name: '', scopes: null, networks: null }),
        scopes: scopeOptions(w.scopeNames),
      },
    };
  },
});

export function scopeOptions(names: Record<TokenScope, string>): { value: string; label: string }[] {
  return TOKEN_SCOPES.map((value) => ({ value, label: `${value}: ${names[value]}` }));
}

type TokenState = 'valid' | 'ending' | 'expired' | 'revoked';

/** The part of a token that a page may show. */
export function describeToken(token: ApiToken, now: Date) {
  const { id, name, scopes, networks, createdAt, lastUsedAt, lastUsedFrom, expiresAt, revokedAt } = token;
  const state: TokenState = revokedAt ? 'revoked' : !expiresAt ? 'valid' : expiresAt > now ? 'ending' : 'expired';
  const tone = { valid: 'good', ending: 'warn', expired: '', revoked: 'bad' }[state];
  const isValid = state === 'valid' || state === 'ending';
  const times = { createdAt, lastUsedAt, lastUsedFrom, expiresAt, revokedAt };
  return { id, name, mask: maskApiToken(token), scopes, networks, ...times, state, tone, isValid };
}

/** The one page that has a token in full, with a call to try it by. */
export function newTokenPage(
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
  stepsUp: () => true,
  scope: 'store',
  path: '/tokens',
  needs: 'integrate',
  words,
  screen: tokensScreen,
  form: joi.object<TokenForm & { last_day?: string }>({ ...tokenForm, last_day: formFields.date() }),
  run: async ({ deps, store, company, now, w, input }) => {
    const { last_day, ...form } = input;
    const terms = { ...readTerms(form), expiresAt: endOf(last_day, { timeZone: company.timeZone, now }) };
    const created = await issueApiToken(deps.em, { store, now, terms });
    return {
      show: newTokenPage(created, { title: w.newTitle, publicUrl: deps.publicUrl, previous: null }),
      subject: `token ${created.record.id}`,
      details: { ...terms, expiresAt: terms.expiresAt?.toISOString() },
    };
  },
});

export const tokensScreens = [tokensScreen];
export const tokensActs = [issueTokenAct];
