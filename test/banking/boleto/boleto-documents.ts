import type { BoletoDocument } from '../../../src/banking/documents/render-boleto-pdf.ts';
import { boletoBarcode } from '../../../src/banking/boleto/barcode.ts';

/** A boleto with everything that one can have. */
export const boletoDocument: BoletoDocument = {
  barcode: boletoBarcode({
    bank: '341',
    dueDate: '2026-12-01',
    amountCents: 123_456,
    freeField: '1101234567880057123457000',
  }),
  ourNumber: '12345678',
  documentNumber: '4711',
  dueDate: '2026-12-01',
  lastPaymentDate: '2026-12-31',
  documentDate: '2026-11-21',
  processingDate: '2026-11-23',
  beneficiary: { name: 'Pães & Açúcar Ltda.', document: '12345678000195', account: '0057 / 12345-7' },
  payer: {
    name: 'Conceição Araújo Müller',
    document: '11144477735',
    address: {
      zip_code: '01310100',
      street: 'Avenida Paulista',
      number: '1000',
      complement: 'apto 42',
      district: 'Bela Vista',
      city: 'São Paulo',
      state: 'SP',
      country: 'BR',
    },
  },
  wallet: '110',
  discount: { cents: 6_173, until: '2026-11-28' },
  fine: { terms: { type: 'percentage', ppm: 20_000 }, cents: 2_593 },
  interest: { terms: { type: 'percentage', ppm: 333 }, cents: 43 },
  description: 'Encomenda 12: pães, bolos e salgados',
  isTest: false,
};

const LONG = 'Comércio e Indústria de Panificação Ação Órgão WWWW '.repeat(10).trim();

/** The same with every text as long as it can be. */
export const longestDocument: BoletoDocument = {
  ...boletoDocument,
  barcode: boletoBarcode({ bank: '748', dueDate: '2026-12-01', amountCents: 9_999_999_999, freeField: '9'.repeat(25) }),
  ourNumber: '9'.repeat(25),
  documentNumber: String(Number.MAX_SAFE_INTEGER),
  beneficiary: { name: LONG, document: '12ABC34501DE35', account: '9999-9 / 99999999999-9' },
  payer: {
    name: LONG,
    document: '12ABC34501DE35',
    address: {
      zip_code: '01310100',
      street: LONG,
      number: '100000',
      complement: LONG,
      district: LONG,
      city: LONG,
      state: 'SP',
      country: 'BR',
    },
  },
  discount: { cents: 9_999_999_998, until: '2026-11-28' },
  fine: { terms: { type: 'percentage', ppm: 999_999 }, cents: 9_999_999_999 },
  interest: { terms: { type: 'percentage', ppm: 999_999 }, cents: 9_999_999_999 },
  description: LONG,
  isTest: true,
};
