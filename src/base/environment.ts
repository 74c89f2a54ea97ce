/** Where money is real, and where it is not. The token decides; every row carries it. */
export const ENVIRONMENTS = ['production', 'sandbox'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** A company in one environment: the boundary that no query crosses. */
export interface Store {
  companyId: number;
  environment: Environment;
}

/** The name of a store: its fairness key in Temporal, and its key where a process counts by store. */
export function nameOfStore({ companyId, environment }: Store): string {
  return `${companyId}:${environment}`;
}
