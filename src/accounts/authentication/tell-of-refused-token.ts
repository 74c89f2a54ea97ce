import type { EntityManager } from '@mikro-orm/postgresql';
import { inTransaction } from '../../base/db/transaction.ts';
import { Company } from '../companies/company.entity.ts';
import { mailOwners, type StoreMailDeps } from '../people/store-mail.ts';
import { writeRefusedToken } from '../people/write-mail.ts';
import type { TokenGrant } from './find-token-grant.ts';

/** Tells the owners of a store, once a day for a token, that somebody uses it from elsewhere. @param now real time */
export async function tellOfRefusedToken(
  { em, secrets, publicUrl }: StoreMailDeps & { em: EntityManager },
  { grant, address, now }: { grant: TokenGrant; address: string; now: Date },
): Promise<void> {
  const { tokenId, tokenName, store } = grant;
  await inTransaction(em, async (tx) => {
    const rows = await tx.execute<unknown[]>(
      `update api_tokens set refusal_mailed_at = ?
       where id = ? and (refusal_mailed_at is null or refusal_mailed_at < ?::timestamptz - interval '1 day') returning 1`,
      [now, tokenId, now],
    );
    if (rows.length === 0) return;
    const { name } = await tx.findOneOrFail(Company, store.companyId);
    const url = `${publicUrl}/panel/stores/${store.companyId}/${store.environment}/tokens/${tokenId}`;
    await mailOwners(tx, secrets, {
      store,
      write: (language) => writeRefusedToken(language, { store: name, token: tokenName, address, url }),
    });
  });
}
