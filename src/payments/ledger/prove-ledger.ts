import type { EntityManager } from '@mikro-orm/postgresql';
import { listCompanyIds } from '../../accounts/companies/list-company-ids.ts';
import type { Environment } from '../../base/environment.ts';
import { postMissing } from './post-missing.ts';

/** A disagreement between the ledger and the record, which posting what is missing did not mend. */
export interface LedgerDifference {
  /** `invoice 7: surplus`, or `company 1 sandbox: total of fees on 2026-11-20`. */
  about: string;
  /** Cents, as the record has it. */
  recordCents: number;
  /** Cents, as the ledger has it. */
  ledgerCents: number;
}

export interface LedgerProof {
  /** The last invoice that was looked at; null at the end. */
  after: number | null;
  /** Invoices that were looked at. */
  invoices: number;
  /** Invoices whose missing transactions were posted. */
  posted: number;
  differences: LedgerDifference[];
}

/** An invoice whose amounts differ from its entries. */
interface Row {
  /** Null where none does. */
  id: string | null;
  last: string;
  looked_at: string;
}

/** A statement looks at this many invoices. */
const PAGE = 5_000;
/** Stores of a page. */
const COMPANIES = 200;
/** A report names this many disagreements of a page: books that differ in more differ as a whole. */
const MAX_DIFFERENCES = 100;

/** An amount of an invoice beside the sum of its entries, both in cents. `ledger` is of `entry`. */
const COMPARED_AMOUNTS = {
  paid: {
    record: 'invoice.amount_paid_cents',
    ledger: `-entry.amount_cents) filter (where entry.account = 'receivable' and entry.kind in ('payment', 'payment_reversed')`,
  },
  refunded: {
    record: 'invoice.amount_refunded_cents',
    ledger: `entry.amount_cents) filter (where entry.account = 'refunds' and entry.kind in ('refund', 'refund_reversed')`,
  },
  fees: {
    record: '(select coalesce(sum(fee_cents), 0) from payments where payments.invoice_id = invoice.id)',
    ledger: `entry.amount_cents) filter (where entry.account = 'fees'`,
  },
  disputed: {
    record: 'invoice.amount_disputed_cents',
    ledger: `entry.amount_cents) filter (where entry.account = 'disputes'`,
  },
  credited: {
    record: 'invoice.amount_credited_cents',
    ledger: `entry.amount_cents) filter (where entry.account = 'credit_notes'`,
  },
  written_off: {
    record: 'invoice.amount_written_off_cents',
    ledger: `entry.amount_cents) filter (where entry.account = 'write_offs'`,
  },
  overpaid: {
    record: `case when invoice.paid_at is null then 0 else greatest(0, invoice.amount_paid_cents
      - invoice.amount_refunded_cents + invoice.amount_credited_cents - invoice.total_cents) end`,
    ledger: `-entry.amount_cents) filter (where entry.account = 'surplus'`,
  },
};
const AMOUNTS = Object.keys(COMPARED_AMOUNTS);

/** Compares the invoices of `page`. */
const COMPARED = `
  select invoice.id,
    ${Object.entries(COMPARED_AMOUNTS)
      .map(([name, { record, ledger }]) => `${record} as ${name}, coalesce(sum(${ledger}), 0) as ledger_${name}`)
      .join(',\n    ')}
  from page join invoices invoice on invoice.id = page.id
  left join ledger_entries entry on entry.invoice_id = invoice.id
  group by invoice.id`;

/**
 * Holds the ledger to the record, a page of invoices of all stores, to the cent: the payments, refunds, fees, disputes,
 * surplus, credit notes and write-off of each invoice. Transactions that are missing are posted: the version before
 * posts none, nor did it before there was a ledger.
 *
 * @param after the last invoice of the page before; 0 for the first page
 */
export async function proveLedger(em: EntityManager, { after }: { after: number }): Promise<LedgerProof> {
  const rows = await em.fork().execute<Row[]>(
    `with page as materialized (select id from invoices where id > ? order by id limit ${PAGE}),
       compared as (${COMPARED}),
       wrong as (select id from compared where ${AMOUNTS.map((name) => `${name} <> ledger_${name}`).join(' or ')})
     select wrong.id, looked.last, looked.looked_at
     from (select max(id) as last, count(*) as looked_at from page) as looked left join wrong on true order by wrong.id`,
    [after],
  );
  const { last, looked_at } = rows[0]!;
  const wrong = rows.flatMap(({ id }) => (id === null ? [] : [Number(id)]));
  const differences: LedgerDifference[] = [];
  for (const invoiceId of wrong) {
    await postMissing(em, invoiceId);
    if (differences.length < MAX_DIFFERENCES) differences.push(...(await differencesOf(em, invoiceId)));
  }
  const invoices = Number(looked_at);
  return { after: invoices < PAGE ? null : Number(last), invoices, posted: wrong.length, differences };
}

async function differencesOf(em: EntityManager, invoiceId: number): Promise<LedgerDifference[]> {
  const [row] = await em
    .fork()
    .execute<Record<string, string>[]>(`with page as (select ?::bigint as id) ${COMPARED}`, [invoiceId]);
  return AMOUNTS.flatMap((name) => {
    const [recordCents, ledgerCents] = [Number(row![name]), Number(row![`ledger_${name}`])];
    return recordCents === ledgerCents ? [] : [{ about: `invoice ${invoiceId}: ${name}`, recordCents, ledgerCents }];
  });
}

export interface AccountsProof {
  /** The last store that was looked at; null at the end. */
  after: number | null;
  /** Stores that were looked at. */
  companies: number;
  differences: LedgerDifference[];
}

/**
 * Holds the totals of every account to its entries, and the payouts to the bank account: a page of stores.
 *
 * @param after the last store of the page before; 0 for the first page
 * @param onStore is called before each store
 */
export async function proveAccounts(
  em: EntityManager,
  { after, onStore }: { after: number; onStore?: () => void },
): Promise<AccountsProof> {
  const ids = await listCompanyIds(em, { after, limit: COMPANIES });
  const differences: LedgerDifference[] = [];
  for (const companyId of ids) {
    onStore?.();
    differences.push(...(await proveTotals(em, companyId)));
  }
  return { after: ids.length < COMPANIES ? null : ids.at(-1)!, companies: ids.length, differences };
}

/** Holds the totals and the payouts of one store to its entries. */
export async function proveTotals(em: EntityManager, companyId: number): Promise<LedgerDifference[]> {
  const rows = await em.fork().execute<{ environment: Environment; what: string; record: string; ledger: string }[]>(
    `select environment, 'total of ' || account || ' on ' || counts_on as what, sum(entries) as record, sum(totals) as ledger
     from (
       select environment, kind, account, coalesce(gateway, '') as gateway, counts_on, amount_cents as entries, 0 as totals
         from ledger_entries where company_id = ?
       union all
       select environment, kind, account, gateway, counts_on, 0, debit_cents - credit_cents from ledger_totals where company_id = ?
     ) as both_sides
     group by environment, kind, account, gateway, counts_on having sum(entries) <> sum(totals)
     union all
     select environment, 'payouts', sum(paid_out), sum(bank) from (
       select environment, amount_cents as paid_out, 0 as bank from payouts where company_id = ? and status <> 'failed'
       union all
       select environment, 0, amount_cents from ledger_entries where company_id = ? and account = 'bank'
     ) as sent group by environment having sum(paid_out) <> sum(bank)
     limit ${MAX_DIFFERENCES}`,
    [companyId, companyId, companyId, companyId],
  );
  return rows.map(({ environment, what, record, ledger }) => ({
    about: `company ${companyId} ${environment}: ${what}`,
    recordCents: Number(record),
    ledgerCents: Number(ledger),
  }));
}
