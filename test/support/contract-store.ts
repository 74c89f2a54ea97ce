import type { MikroORM } from '@mikro-orm/postgresql';
import { createCompany } from '../../src/accounts/companies/create-company.ts';
import type { Store } from '../../src/base/environment.ts';
import { Customer } from '../../src/catalog/customers/customer.entity.ts';
import type { ChargeRequest } from '../../src/gateways/payment-gateway.ts';
import type { PaymentMethod } from '../../src/banking/payment-method.ts';

const ADDRESS = {
  ...{ zip_code: '01310100', street: 'Avenida Paulista', number: '1000', complement: null },
  ...{ district: 'Bela Vista', city: 'São Paulo', state: 'SP', country: 'BR' },
};

/** A store whose charges are asked for without invoices: the port knows none. */
export async function createContractStore(orm: MikroORM) {
  const now = new Date();
  const { company } = await createCompany(orm.em, { name: 'Padaria Estrela', city: 'São Paulo', now });
  const store: Store = { companyId: company.id, environment: 'sandbox' };
  let attempts = 0;

  async function newCharge(method: PaymentMethod, fields: Partial<ChargeRequest> = {}): Promise<ChargeRequest> {
    const tx = orm.em.fork();
    const who = { name: 'Ana Souza', email: 'ana@example.com', document: '11144477735', phone: null, address: ADDRESS };
    const times = { metadata: {}, active: true, createdAt: now, updatedAt: now };
    const customer = tx.create(Customer, { ...store, ...who, externalReference: null, ...times });
    await tx.flush();
    attempts += 1;
    const asked = new Date();
    return {
      ...{ attemptId: attempts, keyNumber: 0, invoiceId: 1_000 + attempts, environment: store.environment },
      ...{ requestedAt: asked.toISOString(), method, amountCents: 14_990 },
      terms: { subtotalCents: 14_990, discount: null, fine: null, interest: null },
      description: 'Encomenda 12',
      payer: { customerId: customer.id, ...who },
      merchant: { name: 'Padaria Estrela', city: 'São Paulo' },
      expiresAt:
        method === 'pix' ? new Date(Math.floor(asked.getTime() / 1000) * 1000 + 3_600_000).toISOString() : null,
      lifetimeSeconds: method === 'pix' ? 3_600 : null,
      dueDate: method === 'boleto' ? inDays(asked, 3) : null,
      late: null,
      ...{ installments: 1, cardToken: null, cardUse: 'once' },
      returnUrl: 'http://127.0.0.1/checkout/abc',
      ...fields,
    };
  }

  return { store, newCharge };
}

function inDays(from: Date, days: number): string {
  const zone = { timeZone: 'America/Sao_Paulo' };
  return new Intl.DateTimeFormat('en-CA', zone).format(new Date(from.getTime() + days * 86_400_000));
}
