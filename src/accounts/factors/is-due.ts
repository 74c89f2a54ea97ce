import type { EntityManager } from '@mikro-orm/postgresql';
import { Person } from '../people/person.entity.ts';

/** The time from the first visit to a place that asks for a second factor to the day on which nobody enters without. */
export const GRACE_MS = 7 * 24 * 3_600_000;

/** How a place stands to a person without a second factor. */
export interface Demand {
  /** The store asks all its people, at once. */
  isOfStore: boolean;
  /** Owners in production, and operators: they have some days. */
  isOfRole: boolean;
}

/**
 * The moment from which a person must have a second factor to enter a place; null where none is asked for. The days of
 * grace begin with the first visit.
 */
export async function factorIsDueAt(
  em: EntityManager,
  { person, demand, now }: { person: Person; demand: Demand; now: Date },
): Promise<Date | null> {
  if (person.hasSecondFactor) return null;
  if (demand.isOfStore) return now;
  if (!demand.isOfRole) return null;
  if (person.secondFactorAskedAt === null) {
    await em.fork().nativeUpdate(Person, { id: person.id, secondFactorAskedAt: null }, { secondFactorAskedAt: now });
    person.secondFactorAskedAt = now;
  }
  return new Date(person.secondFactorAskedAt.getTime() + GRACE_MS);
}
