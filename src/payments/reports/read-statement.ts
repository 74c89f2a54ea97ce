import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { invalidFields } from '../../base/errors/errors.ts';
import type { Cents } from '../../base/money/money.ts';
import type { TransactionKind } from '../../invoices/ledger/accounts.ts';

/** A movement of the money that gateways hold for a store. */
export interface StatementLine {
  /** The transaction of the ledger. */
  transactionId: number;
  /** `YYYY-MM-DD`: the day on which the money is there, or gone. */
  date: string;
  kind: TransactionKind;
  gateway: string;
  /** Negative for money that left. */
  amountCents: Cents;
  invoiceId: number | null;
}

export interface Statement {
  /** `YYYY-MM-DD`, both included. */
  from: string;
  to: string;
  /** The money that the gateways held before, by gateway. */
  opening: ReadonlyMap<string, Cents>;
  lines: StatementLine[];
}

/** A statement with more lines is no file for a person; several shorter ones are. */
export const MAX_LINES = 50_000;

/**
 * Reads all money that came to the gateways of a store between two days, or left them, in the order of the days.
 *
 * @throws ApiError 422 for more than `MAX_LINES` movements
 */
export async function readStatement(
  em: EntityManager,
  { store, from, to }: { store: Store; from: string; to: string },
): Promise<Statement> {
  const { companyId, environment } = store;
  const before = await em.execute<{ gateway: string; cents: string }[]>(
    `select gateway, sum(debit_cents - credit_cents) as cents from ledger_totals
      where company_id = ? and environment = ? and account = 'gateway_balance' and counts_on < ? group by 1`,
    [companyId, environment, from],
  );
  const rows = await em.execute<
    {
      transaction_id: string;
      date: string;
      kind: TransactionKind;
      gateway: string;
      cents: string;
      invoice_id: string | null;
    }[]
  >(
    `select transaction_id, to_char(counts_on, 'YYYY-MM-DD') as date, kind, gateway, sum(amount_cents) as cents,
            max(invoice_id) as invoice_id
       from ledger_entries
      where company_id = ? and environment = ? and account = 'gateway_balance' and counts_on between ? and ?
      group by counts_on, transaction_id, kind, gateway order by counts_on, transaction_id limit ?`,
    [companyId, environment, from, to, MAX_LINES + 1],
  );
  if (rows.length > MAX_LINES) {
    const message = `from ${from} to ${to} there are more than ${MAX_LINES} movements: ask for fewer days.`;
    throw invalidFields([{ field: 'until', code: 'too_many_rows', message }]);
  }
  return {
    ...{ from, to },
    opening: new Map(before.map(({ gateway, cents }) => [gateway, Number(cents)])),
    lines: rows.map(({ transaction_id, cents, invoice_id, ...line }) => ({
      ...{ ...line, transactionId: Number(transaction_id), amountCents: Number(cents) },
      invoiceId: invoice_id === null ? null : Number(invoice_id),
    })),
  };
}

/** The money that the gateways hold at the end of a statement, by gateway, the names ascending. */
export function closingOf({ opening, lines }: Statement): [gateway: string, cents: Cents][] {
  const closing = new Map(opening);
  for (const { gateway, amountCents } of lines) closing.set(gateway, (closing.get(gateway) ?? 0) + amountCents);
  return [...closing].sort(([a], [b]) => a.localeCompare(b));
}
