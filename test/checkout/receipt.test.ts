import { describe, expect, test } from '@jest/globals';
import { renderReceiptPdf } from '../../src/banking/documents/render-receipt-pdf.ts';
import { presentReceipt } from '../../src/checkout/pages/present-receipt.ts';
import type { ReceiptView } from '../../src/checkout/read-receipt.ts';
import { useApiWorld } from '../support/api-world.ts';
import { confirmPayment } from '../support/gateway-callback.ts';
import { textOfPdf } from '../support/pictures.ts';

const CARD_SALE: ReceiptView = {
  invoiceId: 12,
  isSandbox: false,
  store: { name: 'Padaria Estrela', brandColor: '#8a3324', logo: null },
  receiver: {
    ...{ name: 'Padaria Estrela Ltda', document: '12ABC34501DE35', email: 'oi@padaria.example' },
    ...{ phone: null, whatsapp: null },
  },
  description: 'Bolo de casamento',
  items: [{ name: 'Bolo de três andares', quantity: 1 }],
  amountPaidCents: 12_000,
  amountRefundedCents: 2_000,
  installmentInterestCents: 600,
  payments: [
    {
      ...{ id: 77, method: 'card', amountCents: 12_000, endToEndId: null, paidAt: new Date('2026-11-26T15:00:00Z') },
      card: { brand: 'visa', last4: '4242', installments: 3 },
    },
  ],
  paidAt: new Date('2026-11-26T15:00:00Z'),
  timeZone: 'America/Sao_Paulo',
};
const textOf = async (view: ReceiptView, language: 'pt' | 'en' | 'es') =>
  textOfPdf(new Uint8Array(await renderReceiptPdf(presentReceipt(view, language))));

describe('the receipt of a paid invoice', () => {
  const world = useApiWorld();

  test('has the number of each payment, the id of a Pix, and whom it was paid to', async () => {
    const store = await world.current.createStore();
    const { id, checkout_hash: hash, payments } = await store.createInvoice({ description: 'Pedido 1042' });
    const address = `${world.current.baseUrl}/checkout/${hash}/receipt.pdf`;
    expect((await fetch(address)).status).toBe(404);
    const attemptId = payments[0]!.id;
    const endToEndId = 'E12345678202611261500ABCDEFGHIJK';
    await confirmPayment(world.current, { attemptId, amountCents: 4_000, paymentId: `pay_${id}_1` });
    expect((await fetch(address)).status).toBe(404);
    await confirmPayment(world.current, { attemptId, amountCents: 6_000, paymentId: `pay_${id}_2`, endToEndId });
    const answer = await fetch(address, { headers: { 'Accept-Language': 'pt-BR' } });
    expect(answer.headers.get('Content-Type')).toBe('application/pdf');
    const bytes = Buffer.from(await answer.arrayBuffer());
    const text = await textOfPdf(new Uint8Array(bytes));
    const received = await store.sandbox.get<{ data: { id: number }[] }>(`/api/v1/payments?invoice_id=${id}`);
    for (const part of [
      ...['Comprovante de pagamento', 'Padaria Estrela', 'Pedido 1042', 'Pagamento 2 de 2', endToEndId],
      ...received.body.data.map((payment) => `Nº da transação ${payment.id}`),
      'Ambiente de teste',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).toMatch(/R\$\s?100,00/);
    expect(text).not.toContain('Ana Souza');
    const again = await fetch(address, { headers: { 'Accept-Language': 'pt-BR' } });
    expect(Buffer.from(await again.arrayBuffer()).equals(bytes)).toBe(true);
    const page = await (await fetch(`${world.current.baseUrl}/checkout/${hash}`)).text();
    expect(page).toContain(`href="/checkout/${hash}/receipt.pdf"`);
    expect((await fetch(address.replace(hash, 'abcdefghijklmnopqrstuvwx'))).status).toBe(404);
  });

  test('of a person shows as much of a CPF as banks show', async () => {
    const text = await textOf({ ...CARD_SALE, receiver: { ...CARD_SALE.receiver, document: '11144477735' } }, 'pt');
    expect(text).toContain('CPF ***.444.777-**');
    expect(text).not.toContain('111.444.777-35');
  });

  test('of a card says which, and the instalments', async () => {
    const text = await textOf(CARD_SALE, 'pt');
    expect(text).toMatch(/Cartão de crédito, Visa •••• 4242, 3 × R\$\s?40,00/);
    expect(text).toContain('CNPJ 12.ABC.345/01DE-35');
    expect(text).toContain('oi@padaria.example');
    expect(text).toMatch(/Devolvido R\$\s?20,00/);
    expect(text).not.toContain('Ambiente de teste');
  });

  test.each([
    ['en', 'Payment receipt'],
    ['es', 'Comprobante de pago'],
  ] as const)('is in the language of the payer: %s', async (language, title) => {
    expect(await textOf(CARD_SALE, language)).toContain(title);
  });

  test('of many lines goes on on more pages, and loses none', async () => {
    const items = Array.from({ length: 100 }, (_, index) => ({ name: `Pão número ${index + 1}`, quantity: 1 }));
    const bytes = await renderReceiptPdf(presentReceipt({ ...CARD_SALE, items }, 'pt'));
    expect(bytes.toString('latin1').match(/\/Type \/Page\b/g)!.length).toBeGreaterThan(1);
    expect(await textOfPdf(new Uint8Array(bytes))).toContain('Pão número 1 ');
  });
});
