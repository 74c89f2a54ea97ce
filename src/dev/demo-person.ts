import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { createPerson } from '../accounts/people/create-person.ts';
import { hashPassword, verifyPassword } from '../accounts/people/passwords.ts';
import { Person } from '../accounts/people/person.entity.ts';

export const DEMO_EMAIL = 'demo@fatura.example';

/** The data by which the person signs in, as the file of the store has them. */
export interface DemoSignIn {
  panel_email: string;
  panel_password: string;
}

/** The owner of the store to play with, who runs the platform too, so that all of the panel can be seen. */
export async function createDemoPerson(em: EntityManager, companyId: number): Promise<DemoSignIn> {
  const password = newPassword();
  await createPerson(em, {
    email: DEMO_EMAIL,
    name: 'Ana Demo',
    password,
    isOperator: true,
    membership: { companyId, role: 'owner' },
    now: new Date(),
  });
  return { panel_email: DEMO_EMAIL, panel_password: password };
}

/**
 * Gives the person of a store from an earlier start a way to sign in. Each difference between the file and the database
 * (a crash between the two writes, a store from before there was a panel, people that were deleted) is mended: the
 * person is made, or gets a new password.
 *
 * @param told the content of the file
 */
export async function ensureDemoPerson(
  em: EntityManager,
  { companyId, told }: { companyId: number; told: Partial<DemoSignIn> },
): Promise<DemoSignIn> {
  const email = told.panel_email ?? DEMO_EMAIL;
  const person = await em.findOne(Person, { email });
  if (!person) return createDemoPerson(em, companyId);
  if (told.panel_password && (await verifyPassword(person.passwordHash, told.panel_password))) {
    return { panel_email: email, panel_password: told.panel_password };
  }
  const password = newPassword();
  person.passwordHash = await hashPassword(password);
  return { panel_email: email, panel_password: password };
}

function newPassword(): string {
  return randomBytes(12).toString('base64url');
}
