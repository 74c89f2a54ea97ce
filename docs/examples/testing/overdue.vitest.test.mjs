import { startFatura } from '@fatura/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let run;
beforeAll(async () => {
  run = await startFatura();
}, 600_000);
afterAll(() => run?.stop(), 60_000);

test('a boleto that nobody pays is overdue after its due date, and can be paid late', async () => {
  const { fatura, clock, receiver } = run;
  const { id: customer_id } = await fatura.createCustomer({ name: 'Ana Souza', email: 'ana@example.com' });
  const { id: product_id } = await fatura.createProduct({ name: 'Pão de queijo', price: 100 });
  const products = [{ product_id, quantity: 1 }];
  const { id } = await fatura.createInvoice({ customer_id, products, payment_method: 'boleto' });

  await clock.advance('P10D');
  const overdue = await receiver.waitFor('invoice.overdue', ({ data }) => data.invoice_id === id);
  expect(overdue.data.status).toBe('overdue');

  const paid = await fatura.simulatePayment(id, { outcome: 'confirmed' });
  expect(paid.status).toBe('paid');
});
