import type { EntityManager } from '@mikro-orm/postgresql';
import { Company } from '../../accounts/companies/company.entity.ts';
import type { Store } from '../../base/environment.ts';
import type { Cents } from '../../base/money/money.ts';
import { storeToday } from '../../invoices/due-dates.ts';

/** The money of a store at its gateways on a day. A balance is negative while more went back than is there. */
export interface Balance {
  /** `YYYY-MM-DD`, of the store. */
  asOf: string;
  gateways: { gateway: string; availableCents: Cents; pendingCents: Cents }[];
  availableCents: Cents;
  pendingCents: Cents;
  /** The days on which more becomes available, ascending. */
  pendingByDay: { date: string; amountCents: Cents }[];
  /** The money that the banks of payers hold back. */
  disputedCents: Cents;
}

interface BalanceRow {
  account: string;
  gateway: string;
  /** Null for all that has come by now. */
  date: string | null;
  cents: string;
}

/**
 * Reads what a store has at its gateways, from the totals of its ledger: a row for each account and day.
 *
 * @param now the store's time
 */
export async function readBalance(em: EntityManager, { store, now }: { store: Store; now: Date }): Promise<Balance> {
  const { companyId, environment } = store;
  const asOf = storeToday(now, await em.findOneOrFail(Company, companyId));
  const rows = await em.execute<BalanceRow[]>(
    `select account, gateway, to_char(case when account = 'gateway_balance' and counts_on > ? then counts_on end, 'YYYY-MM-DD') as date,
            sum(debit_cents - credit_cents) as cents
       from ledger_totals
      where company_id = ? and environment = ? and account in ('gateway_balance', 'disputes')
      group by 1, 2, 3 order by 3, 2`,
    [asOf, companyId, environment],
  );
  const atGateways = rows.filter(({ account }) => account === 'gateway_balance');
  const pending = atGateways.filter(({ date }) => date !== null);
  const byDay = Map.groupBy(pending, ({ date }) => date!);
  const sum = (some: readonly BalanceRow[]): Cents => some.reduce((total, { cents }) => total + Number(cents), 0);
  const gateways = [...Map.groupBy(atGateways, ({ gateway }) => gateway)].map(([gateway, its]) => ({
    gateway,
    availableCents: sum(its.filter(({ date }) => date === null)),
    pendingCents: sum(its.filter(({ date }) => date !== null)),
  }));
  return {
    asOf,
    gateways: gateways.sort((a, b) => a.gateway.localeCompare(b.gateway)),
    availableCents: sum(atGateways.filter(({ date }) => date === null)),
    pendingCents: sum(pending),
    pendingByDay: [...byDay]
      .map(([date, its]) => ({ date, amountCents: sum(its) }))
      .filter(({ amountCents }) => amountCents !== 0),
    disputedCents: sum(rows.filter(({ account }) => account === 'disputes')),
  };
}
