import { cancelInvoice } from '../../invoices/cancel-invoice.ts';
import { joi } from '../../base/http/joi.ts';
import { remindInvoice } from '../../payments/messages/remind-invoice.ts';
import { act } from '../screen.ts';
import { doSeveral, tickedRows } from '../several.ts';
import { invoicesWords } from './invoices.words.ts';
import { invoicesScreen } from './list.screens.ts';

/** Acts on the ticked rows of the list of invoices. */
const onTicked = {
  scope: 'store',
  needs: 'collect',
  words: invoicesWords,
  screen: invoicesScreen,
  form: joi.object<{ row: number[] }>({ row: tickedRows() }),
  auditsItself: true,
  withoutTransaction: true,
} as const;

const cancelInvoicesAct = act({
  ...onTicked,
  id: 'cancelInvoices',
  path: '/invoices/cancel',
  run: (request) => {
    const { store, input, w, href } = request;
    return doSeveral(request, {
      ...{ ids: input.row, action: 'cancelInvoice', of: 'invoice', list: href('/invoices') },
      name: w.invoice,
      page: (id) => href(`/invoices/${id}`),
      work: (deps, invoiceId) => cancelInvoice(deps, { store, invoiceId }),
    });
  },
});

const remindInvoicesAct = act({
  ...onTicked,
  id: 'remindInvoices',
  path: '/invoices/remind',
  run: (request) => {
    const { store, input, w, href } = request;
    return doSeveral(request, {
      ...{ ids: input.row, action: 'remindInvoice', of: 'invoice', list: href('/invoices') },
      name: w.invoice,
      page: (id) => href(`/invoices/${id}`),
      work: async (deps, invoiceId) => {
        const { channel } = await remindInvoice(deps, { store, invoiceId, channel: 'email' });
        return { channel };
      },
    });
  },
});

export const severalActs = [cancelInvoicesAct, remindInvoicesAct];
