import type { Act, Screen } from '../screen.ts';
import { invoiceActs, invoiceScreen } from './invoice.screens.ts';
import { severalActs } from './several.screens.ts';
import { chooseInvoiceColumnsAct, invoicesCsvScreen, invoicesScreen, invoicesXlsxScreen } from './list.screens.ts';
import { operatorActs } from './operator.screens.ts';
import { simulateActs } from './simulate.screens.ts';
import { settleActs } from './settle.screens.ts';
import { approveRefundAct, refundInvoiceAct, refundScreen, rejectRefundAct } from './refund.screens.ts';
import { shareScreens } from './share.screens.ts';

export const invoicesScreens: Screen[] = [
  invoicesScreen,
  invoicesCsvScreen,
  invoicesXlsxScreen,
  invoiceScreen,
  ...shareScreens,
  refundScreen,
];
export const invoicesActs: Act[] = [
  ...severalActs,
  chooseInvoiceColumnsAct,
  ...invoiceActs,
  ...settleActs,
  ...simulateActs,
  ...operatorActs,
  refundInvoiceAct,
  approveRefundAct,
  rejectRefundAct,
];
