import type Router from '@koa/router';
import type { AppDeps } from '../http/app.ts';
import { storeOf } from '../http/authenticate.ts';
import { pathId } from '../http/path-id.ts';
import { validate } from '../http/validate.ts';
import { presentAttempt } from '../payments/present-attempt.ts';
import { submitPaymentSchema } from '../payments/payment.schema.ts';
import { submitPayment } from '../payments/submit-payment.ts';
import { cancelInvoice } from './cancel-invoice.ts';
import { createInvoice } from './create-invoice.ts';
import { findInvoice } from './find-invoice.ts';
import { createInvoiceSchema } from './invoice.schema.ts';
import { presentInvoice } from './present-invoice.ts';

export function invoiceRoutes(router: Router, deps: AppDeps): void {
  router.post('/invoices', async (ctx) => {
    const body = validate(createInvoiceSchema, ctx.request.body);
    const invoice = await createInvoice(deps, {
      store: storeOf(ctx),
      input: {
        customerId: body.customer_id,
        products: body.products.map(({ product_id: productId, quantity }) => ({ productId, quantity })),
        paymentMethod: body.payment_method,
        dueDate: body.due_date,
        description: body.description,
        externalReference: body.external_reference,
      },
    });
    ctx.status = 201;
    ctx.body = await presentInvoice(deps.em, invoice);
  });

  router.get('/invoices/:id', async (ctx) => {
    const invoice = await findInvoice(deps.em, { store: storeOf(ctx), invoiceId: pathId(ctx, 'invoice') });
    ctx.body = await presentInvoice(deps.em, invoice);
  });

  router.post('/invoices/:id/cancel', async (ctx) => {
    const key = { store: storeOf(ctx), invoiceId: pathId(ctx, 'invoice') };
    await cancelInvoice(deps, key);
    ctx.body = await presentInvoice(deps.em, await findInvoice(deps.em, key));
  });

  router.post('/invoices/:id/payments', async (ctx) => {
    const key = { store: storeOf(ctx), invoiceId: pathId(ctx, 'invoice') };
    const body = validate(submitPaymentSchema, ctx.request.body ?? {});
    const attempt = await submitPayment(deps, { ...key, cardToken: body.card_token, installments: body.installments });
    ctx.status = 201;
    ctx.body = presentAttempt(attempt);
  });
}
