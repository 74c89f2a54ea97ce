import type { EntityManager } from '@mikro-orm/postgresql';
import { lockCompany } from '../companies/lock-company.ts';
import { inTransaction, reader } from '../../base/db/transaction.ts';
import { conflict, forbidden, notFound } from '../../base/errors/errors.ts';
import { AccessLink } from './access-link.entity.ts';
import { endLinks } from './access-links.ts';
import { Membership } from './membership.entity.ts';
import { Person } from './person.entity.ts';
import { may, type Role } from './roles.ts';

export interface Member {
  person: Person;
  role: Role;
  since: Date;
}

/** Lists the members of a store, in the order in which they came. */
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

/** Finds a member of a store. @throws ApiError 404 */
export async function findMember(
  em: EntityManager,
  { companyId, personId }: { companyId: number; personId: number },
): Promise<Person> {
  if (!(await findMembership(em, { companyId, personId }))) throw notFound('member', personId);
  return reader(em).findOneOrFail(Person, personId);
}

export function findMembership(
  em: EntityManager,
  { companyId, personId }: { companyId: number; personId: number },
): Promise<Membership | null> {
  return reader(em).findOne(Membership, { companyId, personId });
}

/**
 * The invitations of a member who may invite no more end.
 *
 * @param by who does it: whoever lost the right to while this waited for its turn does it no more
 * @returns the role before
 * @throws ApiError 403; 404; 409 `last_owner` for a store that would be left without one
 */
export async function setRole(
  em: EntityManager,
  { companyId, personId, role, by, now }: { companyId: number; personId: number; role: Role; by?: number; now: Date },
): Promise<Role> {
  return inTransaction(em, async (tx) => {
    const membership = await lockMembership(tx, { companyId, personId, by });
    const before = membership.role;
    if (before === 'owner' && role !== 'owner') await keepAnOwner(tx, companyId);
    membership.role = role;
    if (!may(role, 'manage')) await endInvitations(tx, { companyId, personId, now });
    return before;
  });
}

/**
 * Their sessions go on, and see nothing of this store from the next page on. Their invitations end.
 *
 * @param by as in {@link setRole}
 * @returns the role that they had
 * @throws ApiError 403; 404; 409 `last_owner`
 */
export async function removeMember(
  em: EntityManager,
  { companyId, personId, by, now }: { companyId: number; personId: number; by?: number; now: Date },
): Promise<Role> {
  return inTransaction(em, async (tx) => {
    const membership = await lockMembership(tx, { companyId, personId, by });
    if (membership.role === 'owner') await keepAnOwner(tx, companyId);
    await tx.nativeDelete(Membership, { id: membership.id });
    await endInvitations(tx, { companyId, personId, now });
    return membership.role;
  });
}

/** An owner who is dismissed must not come back, or send others, by an invitation of their own. */
async function endInvitations(
  tx: EntityManager,
  { companyId, personId, now }: { companyId: number; personId: number; now: Date },
): Promise<void> {
  await endLinks(tx, { kind: 'invitation', companyId, invitedById: personId }, now);
}

/** The company's lock: two owners who remove each other at the same moment must not both succeed. */
async function lockMembership(
  tx: EntityManager,
  { companyId, personId, by }: { companyId: number; personId: number; by: number | undefined },
): Promise<Membership> {
  await lockCompany(tx, companyId);
  if (by !== undefined) await requireManager(tx, { companyId, personId: by });
  const membership = await tx.findOne(Membership, { companyId, personId }, { refresh: true });
  if (!membership) throw notFound('member', personId);
  return membership;
}

/**
 * Checks that a person may change the members of a store, once its company is locked: an owner who was removed
 * meanwhile must not remove another, nor invite anybody.
 *
 * @throws ApiError 403
 */
export async function requireManager(
  tx: EntityManager,
  { companyId, personId }: { companyId: number; personId: number },
): Promise<void> {
  const membership = await tx.findOne(Membership, { companyId, personId }, { refresh: true });
  if (membership && may(membership.role, 'manage')) return;
  throw forbidden('not_permitted', 'Your role in this store does not allow this.');
}

async function keepAnOwner(tx: EntityManager, companyId: number): Promise<void> {
  if ((await tx.count(Membership, { companyId, role: 'owner' })) > 1) return;
  throw conflict('last_owner', 'A store needs an owner: make somebody else one first.');
}
