import type { EntityManager } from '@mikro-orm/postgresql';
import type { ReminderSchedule } from '../accounts/companies/reminder-schedule.ts';
import { readShownClock } from '../accounts/companies/store-clock.ts';
import { Company } from '../accounts/companies/company.entity.ts';
import type { PaymentMethod } from '../banking/payment-method.ts';
import type { Store } from '../base/environment.ts';
import { Customer } from '../catalog/customers/customer.entity.ts';
import { readRow } from '../base/db/entity-rows.ts';
import { runPrepared } from '../base/db/prepared-statements.ts';
import { GatewayAccount } from '../gateways/gateway-account.entity.ts';
import { Product } from '../catalog/products/product.entity.ts';
import { readTurn, turnValues, type InvoiceTurn, type TurnRow } from './take-invoice-turn.ts';
import { OPEN_SALE } from './open-sale.sql.ts';

/** Everything that an invoice is made of, as it is now, and its turn. Nothing of another store is in it. */
export interface Sale {
  company: Company;
  /** Null: the store has no such customer. */
  customer: Customer | null;
  /** The products that the store has, archived ones included. */
  products: Product[];
  /** The store's own account for the method. */
  gatewayAccount: GatewayAccount | null;
  schedule: ReminderSchedule | null;
  /** The time that the clock of the store's sandbox shows; null where there is none. */
  clockAt: Date | null;
  turn: InvoiceTurn;
}

/**
 * Reads it in one statement, whatever the number of products: as it is when the statement begins, before it has waited
 * for its turn, so that a price that changes meanwhile is that of the next invoice. And it takes the turn of the
 * invoice with it: what is refused after that leaves its ids unused. The customer is locked before the turns are taken,
 * as it is by whoever erases it: either the invoice is there when they look, or it is not made.
 */
export async function openSale(
  tx: EntityManager,
  {
    store,
    customerId,
    productIds,
    method,
  }: { store: Store; customerId: number; productIds: number[]; method: PaymentMethod },
): Promise<Sale> {
  const values = [...turnValues(store), customerId, productIds, method];
  const [row] = await runPrepared<SaleRow>(tx, OPEN_SALE, values);
  if (!row) throw new Error(`There is no company ${store.companyId}.`);
  const { company, customer, account, products, schedule } = row;
  return {
    company: readRow(tx, Company, company),
    customer: customer && readRow(tx, Customer, customer),
    products: products.map((product) => readRow(tx, Product, product)),
    gatewayAccount: account && readRow(tx, GatewayAccount, account),
    schedule,
    clockAt: readShownClock(row.clock_at),
    turn: readTurn(row),
  };
}

type Json = Record<string, unknown>;

interface SaleRow extends TurnRow {
  company: Json;
  customer: Json | null;
  account: Json | null;
  schedule: ReminderSchedule | null;
  clock_at: string | null;
  products: Json[];
}
