import type { RecordCall } from '../../base/http/mount-operations.ts';
import { clientAddress } from '../../base/http/client-address.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { tokenOf } from './authenticate.ts';

/** Writes an act of a token into the audit log: the token stands where the person does for an act in the panel. */
export const recordCall: RecordCall = (tx, ctx, act) => {
  const { tokenId, tokenName, store } = tokenOf(ctx);
  const from = { address: clientAddress(ctx), userAgent: ctx.get('User-Agent') };
  recordAudit(tx, { ...from, personId: null, tokenId, name: tokenName }, { ...act, ...store });
};
