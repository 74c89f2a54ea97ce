import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { findInvoice } from '../../invoices/find-invoice.ts';
import { act } from '../screen.ts';
import { invoiceScreen } from './invoice.screens.ts';
import { invoicesWords } from './invoices.words.ts';

/** The workflow of the invoice does these acts and answers, which takes seconds: no transaction is open meanwhile. */
const ACTS = [
  { id: 'reconcileNow', path: 'reconcile' },
  { id: 'retryChargeNow', path: 'retry-charge' },
  { id: 'resendFailed', path: 'resend-failed' },
] as const;

export const operatorActs = ACTS.map(({ id, path }) =>
  act({
    id,
    path: `/invoices/{id}/${path}`,
    scope: 'store',
    needs: 'collect',
    words: invoicesWords,
    screen: invoiceScreen,
    auditsItself: true,
    withoutTransaction: true,
    run: async ({ deps, store, me, from, id: invoiceId }) => {
      // The act's own line comes first, so that nothing is done that nobody ordered.
      const { id: auditId } = await deps.transact(store, async (tx) => {
        await findInvoice(tx, { store, invoiceId });
        const actor = { ...from, personId: me.person.id, name: me.person.email };
        const line = recordAudit(tx, actor, { action: id, ...store, subject: `invoice ${invoiceId}` });
        await tx.flush();
        return line;
      });
      await deps.operate(id, invoiceId, { auditId });
      return {};
    },
  }),
);
