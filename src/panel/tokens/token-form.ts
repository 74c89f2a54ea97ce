import { DateTime } from 'luxon';
import type { TokenTerms } from '../../accounts/companies/api-tokens.ts';
import { readNetwork } from '../../base/connections/networks.ts';
import { invalidFields } from '../../base/errors/errors.ts';
import { joi } from '../../base/http/joi.ts';
import { TOKEN_SCOPES, type TokenScope } from '../../base/http/token-scopes.ts';
import { formFields } from '../form-fields.ts';

const MOST_NETWORKS = 20;
const LONGEST_NAME = 60;

export interface TokenForm {
  name?: string;
  scopes: TokenScope[];
  networks?: string[];
}

/** The fields of a token's form. A box is ticked for each right; networks stand a line each. */
export const tokenForm = {
  name: formFields.line(LONGEST_NAME),
  scopes: formFields.checkboxes(TOKEN_SCOPES).required(),
  networks: joi
    .any()
    .empty('')
    .custom((value: unknown, helpers) => {
      const networks = (typeof value === 'string' ? value : '').split(/[\s,;]+/).filter(Boolean);
      if (networks.length > MOST_NETWORKS) return helpers.error('networks.max', { limit: MOST_NETWORKS });
      const wrong = networks.find((text) => readNetwork(text) === null);
      return wrong === undefined ? networks : helpers.error('network.invalid', { network: wrong.slice(0, 60) });
    }),
};

/** All boxes ticked: the token has every right, also those that are yet to come. */
export function readTerms({ name = '', scopes, networks = [] }: TokenForm): Omit<TokenTerms, 'expiresAt'> {
  return {
    name,
    scopes: scopes.length === TOKEN_SCOPES.length ? null : scopes,
    networks: networks.length > 0 ? networks : null,
  };
}

/** The form of a token that there is. */
export function valuesOf({ name, scopes, networks }: Omit<TokenTerms, 'expiresAt'>) {
  return { name, scopes: [...(scopes ?? TOKEN_SCOPES)], networks: (networks ?? []).join('\n') };
}

/** The end of a token's last day in the store's time. @throws ApiError 422 for a day that is over */
export function endOf(lastDay: string | undefined, { timeZone, now }: { timeZone: string; now: Date }): Date | null {
  if (lastDay === undefined) return null;
  const end = DateTime.fromISO(lastDay, { zone: timeZone }).plus({ days: 1 }).startOf('day').toJSDate();
  if (end > now) return end;
  throw invalidFields([{ field: 'last_day', code: 'date.past', message: 'last_day must not be over.' }]);
}
