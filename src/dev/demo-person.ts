import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { createPerson } from '../people/create-person.ts';

export const DEMO_EMAIL = 'demo@fatura.example';

/** The owner of the store to play with, who runs the platform too, so that all of the panel can be seen. */
export async function createDemoPerson(
  em: EntityManager,
  companyId: number,
): Promise<{ panel_email: string; panel_password: string }> {
  const password = randomBytes(12).toString('base64url');
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
