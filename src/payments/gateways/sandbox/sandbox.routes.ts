import type Router from '@koa/router';
import type { AppDeps } from '../../../http/app.ts';
import { storeOf } from '../../../http/authenticate.ts';
import { pathId } from '../../../http/path-id.ts';
import { validate } from '../../../http/validate.ts';
import { findInvoice } from '../../../invoices/find-invoice.ts';
import { presentInvoice } from '../../../invoices/present-invoice.ts';
import { toCents } from '../../../money/money.ts';
import { sandboxPaymentSchema } from '../../payment.schema.ts';
import { simulatePayment } from './simulate-payment.ts';

export function sandboxRoutes(router: Router, deps: AppDeps): void {
  router.post('/sandbox/invoices/:id/payment', async (ctx) => {
    const key = { store: storeOf(ctx), invoiceId: pathId(ctx, 'invoice') };
    const { outcome, reason, amount } = validate(sandboxPaymentSchema, ctx.request.body);
    await simulatePayment(deps, {
      ...key,
      outcome,
      reason: reason ?? 'declined_by_payer_bank',
      amountCents: amount === undefined ? null : toCents(amount),
    });
    ctx.body = await presentInvoice(deps.em, await findInvoice(deps.em, key));
  });
}
