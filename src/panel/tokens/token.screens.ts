import { listApiRequests } from '../../accounts/authentication/list-api-requests.ts';
import { findApiToken } from '../../accounts/companies/list-api-tokens.ts';
import { revokeApiToken } from '../../accounts/companies/revoke-api-token.ts';
import {
  DEFAULT_OVERLAP_SECONDS,
  describeRotation,
  rotateApiToken,
} from '../../accounts/companies/rotate-api-token.ts';
import { updateApiToken } from '../../accounts/companies/update-api-token.ts';
import { joi } from '../../base/http/joi.ts';
import { pageQuery, type PageQuery } from '../../base/http/list-page.ts';
import { formFields } from '../form-fields.ts';
import { pagerOf } from '../pager.ts';
import { act, screen } from '../screen.ts';
import { readTerms, tokenForm, valuesOf, type TokenForm } from './token-form.ts';
import { describeToken, newTokenPage, scopeOptions } from './tokens.screens.ts';
import { tokensWords } from './tokens.words.ts';

const words = tokensWords;

const HOUR_SECONDS = 3600;
const MAX_OVERLAP_HOURS = 168;

const tokenScreen = screen({
  id: 'token',
  scope: 'store',
  path: '/tokens/{id}',
  resource: 'token',
  section: 'tokens',
  words,
  query: pageQuery<PageQuery>({}),
  show: async ({ deps, store, id, now, w, input, href }) => {
    const token = await findApiToken(deps.em, { store, tokenId: id });
    const requests = await listApiRequests(deps.em, { store, tokenId: id, query: input });
    const shown = describeToken(token, now);
    return {
      template: 'tokens/token',
      title: shown.name || shown.mask,
      data: {
        token: shown,
        values: valuesOf(token),
        scopes: scopeOptions(w.scopeNames),
        requests: requests.rows.map(({ createdAt, method, path, status, requestId, address }) => {
          const tone = status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good';
          return { createdAt, method, path, status, tone, requestId, address };
        }),
        pager: pagerOf(href(`/tokens/${id}`), { query: { ...input }, page: requests }),
        rotation: { overlap_hours: DEFAULT_OVERLAP_SECONDS / HOUR_SECONDS },
        maxOverlapHours: MAX_OVERLAP_HOURS,
      },
    };
  },
});

const onToken = { scope: 'store', needs: 'integrate', words, screen: tokenScreen } as const;

const updateTokenAct = act({
  ...onToken,
  id: 'updateToken',
  stepsUp: () => true,
  path: '/tokens/{id}',
  form: joi.object<TokenForm>(tokenForm),
  run: async ({ deps, store, id, now, input }) => {
    const details = await updateApiToken(deps.em, { store, tokenId: id, terms: readTerms(input), now });
    return { subject: `token ${id}`, details };
  },
});

const rotateTokenAct = act({
  ...onToken,
  id: 'rotateToken',
  stepsUp: () => true,
  path: '/tokens/{id}/rotate',
  form: joi.object<{ overlap_hours: number }>({
    overlap_hours: formFields.integer(0, MAX_OVERLAP_HOURS).required(),
  }),
  run: async ({ deps, store, id, now, w, input }) => {
    const overlapSeconds = input.overlap_hours * HOUR_SECONDS;
    const rotated = await rotateApiToken(deps.em, { store, tokenId: id, overlapSeconds, now });
    const { previous } = rotated;
    return {
      show: newTokenPage(rotated, { title: w.newTitle, publicUrl: deps.publicUrl, previous }),
      subject: `token ${rotated.record.id}`,
      details: describeRotation({ previous, overlapSeconds }),
    };
  },
});

const revokeTokenAct = act({
  ...onToken,
  id: 'revokeToken',
  path: '/tokens/{id}/revoke',
  // A token that leaked works again when the store is resumed.
  whileSuspended: true,
  run: async ({ deps, store, id, now, href }) => {
    await revokeApiToken(deps.em, { ...store, tokenId: id, now });
    return { goTo: href('/tokens'), subject: `token ${id}` };
  },
});

export const tokenScreens = [tokenScreen];
export const tokenActs = [updateTokenAct, rotateTokenAct, revokeTokenAct];
