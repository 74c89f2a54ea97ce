export { newInvoiceActs } from './new-invoice.acts.ts';
export { newInvoiceScreens } from './new-invoice.pages.ts';
