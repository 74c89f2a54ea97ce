import type { Act, Screen } from '../screen.ts';
import { invoiceActs, invoiceScreen } from './invoice.screens.ts';
import { invoicesCsvScreen, invoicesScreen } from './list.screens.ts';

export const invoicesScreens: Screen[] = [invoicesScreen, invoicesCsvScreen, invoiceScreen];
export const invoicesActs: Act[] = invoiceActs;
