import type { EntityManager } from '@mikro-orm/postgresql';
import { lockCompany } from '../companies/lock-company.ts';
import { inTransaction, reader } from '../db/transaction.ts';
import { conflict, notFound } from '../errors/errors.ts';
import { AccessLink } from './access-link.entity.ts';
import { Membership } from './membership.entity.ts';
import { Person } from './person.entity.ts';
import type { Role } from './roles.ts';

export interface Member {
  person: Person;
  role: Role;
  since: Date;
}

/** Who belongs to a store, in the order in which they came. */
export async function listMembers(em: EntityManager, companyId: number): Promise<Member[]> {
  const tx = reader(em);
  const memberships = await tx.find(Membership, { companyId }, { orderBy: { id: 'asc' } });
  const people = await tx.find(Person, { id: memberships.map(({ personId }) => personId) });
  const byId = new Map(people.map((person) => [person.id, person]));
  return memberships.map(({ personId, role, createdAt }) => ({ person: byId.get(personId)!, role, since: createdAt }));
}

/** Invitations that may still be accepted. */
export function listInvitations(em: EntityManager, companyId: number, now: Date): Promise<AccessLink[]> {
  const open = { kind: 'invitation' as const, companyId, usedAt: null, expiresAt: { $gt: now } };
  return reader(em).find(AccessLink, open, { orderBy: { id: 'desc' } });
}

/** The stores of a person, by name. */
export async function listStoresOf(
  em: EntityManager,
  personId: number,
): Promise<{ companyId: number; name: string; role: Role }[]> {
  const rows = await em.execute<{ id: string; name: string; role: Role }[]>(
    `select c.id, c.name, m.role from memberships m join companies c on c.id = m.company_id
      where m.person_id = ? order by lower(c.name), c.id`,
    [personId],
  );
  return rows.map(({ id, name, role }) => ({ companyId: Number(id), name, role }));
}

export function findMembership(
  em: EntityManager,
  { companyId, personId }: { companyId: number; personId: number },
): Promise<Membership | null> {
  return reader(em).findOne(Membership, { companyId, personId });
}

/** @throws ApiError 404; 409 `last_owner` for a store that would be left without one */
export async function setRole(
  em: EntityManager,
  { companyId, personId, role }: { companyId: number; personId: number; role: Role },
): Promise<Role> {
  return inTransaction(em, async (tx) => {
    const membership = await lockMembership(tx, { companyId, personId });
    const before = membership.role;
    if (before === 'owner' && role !== 'owner') await keepAnOwner(tx, companyId);
    membership.role = role;
    return before;
  });
}

/** Their sessions go on, and see nothing of this store from the next page on. @throws ApiError 404; 409 `last_owner` */
export async function removeMember(
  em: EntityManager,
  { companyId, personId }: { companyId: number; personId: number },
): Promise<void> {
  await inTransaction(em, async (tx) => {
    const membership = await lockMembership(tx, { companyId, personId });
    if (membership.role === 'owner') await keepAnOwner(tx, companyId);
    await tx.nativeDelete(Membership, { id: membership.id });
  });
}

/** The company's lock: two owners who remove each other at the same moment must not both succeed. */
async function lockMembership(tx: EntityManager, which: { companyId: number; personId: number }): Promise<Membership> {
  await lockCompany(tx, which.companyId);
  const membership = await tx.findOne(Membership, which, { refresh: true });
  if (!membership) throw notFound('member', which.personId);
  return membership;
}

async function keepAnOwner(tx: EntityManager, companyId: number): Promise<void> {
  if ((await tx.count(Membership, { companyId, role: 'owner' })) > 1) return;
  throw conflict('last_owner', 'A store needs an owner: make somebody else one first.');
}
