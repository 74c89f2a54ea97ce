import { listApiTokens } from '../accounts/companies/list-api-tokens.ts';
import { presentApiToken } from '../accounts/companies/present-api-token.ts';
import { revokeApiToken } from '../accounts/companies/revoke-api-token.ts';
import { describeRotation, rotateApiToken } from '../accounts/companies/rotate-api-token.ts';
import { audited, type AdminDeps } from './command.ts';
import { readEnvironment, readId, readOverlapSeconds, type Options } from './read-options.ts';

export async function runRotateToken({ em }: AdminDeps, options: Options): Promise<unknown> {
  const companyId = readId(options, 'company');
  const environment = readEnvironment(options);
  const overlapSeconds = readOverlapSeconds(options);
  return audited(em, async (tx) => {
    const store = { companyId, environment };
    const { token, record, previous } = await rotateApiToken(tx, {
      ...{ store, overlapSeconds, now: new Date() },
      ...(options.token !== undefined && { tokenId: readId(options, 'token') }),
    });
    return {
      // The answer has the whole token, which is shown this once.
      result: { ...presentApiToken(record), token, previous: previous && presentApiToken(previous) },
      line: {
        action: 'rotateToken',
        ...store,
        subject: `token ${record.id}`,
        details: describeRotation({ previous, overlapSeconds }),
      },
    };
  });
}

export async function runListTokens({ em }: AdminDeps, options: Options): Promise<unknown> {
  return (await listApiTokens(em, readId(options, 'company'))).map(presentApiToken);
}

export async function runRevokeToken({ em }: AdminDeps, options: Options): Promise<unknown> {
  const companyId = readId(options, 'company');
  const tokenId = readId(options, 'token');
  return audited(em, async (tx) => {
    const token = await revokeApiToken(tx, { companyId, tokenId, now: new Date() });
    return {
      result: presentApiToken(token),
      line: { action: 'revokeToken', companyId, environment: token.environment, subject: `token ${tokenId}` },
    };
  });
}
