import { ACCOUNT_ID } from './account.ts';
import { invalidRequest, type StripeFailure } from './failure.ts';

type State = 'known' | 'revoked' | 'restricted';

/** The secret keys of the account. */
export interface Keys {
  set(key: string, state: State): void;
  /**
   * The key of a request.
   * @throws StripeFailure when it is not one, or may not do this
   */
  check(authorization: string | undefined): string;
}

export function createKeys(known: readonly string[]): Keys {
  const states = new Map<string, State>(known.map((key) => [key, 'known']));
  return {
    set: (key, state) => void states.set(key, state),
    check(authorization) {
      const key = readKey(authorization);
      if (!key) {
        const message =
          'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer ' +
          "auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').";
        throw invalidRequest(message, {}, 401);
      }
      const state = states.get(key);
      if (!state) throw invalidRequest(`Invalid API Key provided: ${masked(key)}`, {}, 401);
      if (state === 'revoked') {
        throw invalidRequest(`Expired API Key provided: ${masked(key)}`, { code: 'api_key_expired' }, 401);
      }
      if (state === 'restricted') throw forbidden(key);
      return key;
    },
  };
}

function forbidden(key: string): StripeFailure {
  const message =
    `The provided key '${masked(key)}' does not have the required permissions for this endpoint on account ` +
    `'${ACCOUNT_ID}'. Having more permissions would allow this request to continue.`;
  return invalidRequest(message, { code: 'more_permissions_required' }, 403);
}

function readKey(authorization = ''): string {
  const bearer = /^Bearer (\S+)$/.exec(authorization)?.[1];
  if (bearer) return bearer;
  const basic = /^Basic (\S+)$/.exec(authorization)?.[1] ?? '';
  return Buffer.from(basic, 'base64').toString('utf8').split(':')[0]!;
}

function masked(key: string): string {
  return `${key.slice(0, 8)}*********${key.slice(-4)}`;
}
