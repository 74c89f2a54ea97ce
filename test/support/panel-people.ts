import { openDatabase } from '../../src/app/open-database.ts';
import { createPerson } from '../../src/accounts/people/create-person.ts';
import type { Role } from '../../src/accounts/people/roles.ts';
import { openPanel, type PanelBrowser } from './panel-client.ts';
import type { World } from './world.ts';

export const TEST_PASSWORD = 'correct horse battery';

let made = 0;

/** Somebody with an account, who is signed in. */
export async function signedIn(
  world: World,
  options: { companyId?: number; role?: Role; isOperator?: boolean; language?: 'pt' | 'en' } = {},
): Promise<PanelBrowser & { email: string; personId: number }> {
  const { companyId, role = 'owner', isOperator = false, language = 'en' } = options;
  const email = `person-${++made}-${process.pid}@store.example`;
  const orm = await openDatabase({ databaseUrl: world.database.url, poolSize: 1 });
  const person = await createPerson(orm.em.fork(), {
    email,
    name: `Person ${made}`,
    password: TEST_PASSWORD,
    isOperator,
    ...(companyId !== undefined && { membership: { companyId, role } }),
    now: new Date(),
  });
  await orm.close();
  await world.database.query('update people set language = $1 where id = $2', [language, person.id]);
  const browser = openPanel(world);
  const answer = await browser.signIn(email, TEST_PASSWORD);
  if (answer.status !== 303) throw new Error(`Could not sign in: ${answer.status} ${answer.html.slice(0, 500)}`);
  return Object.assign(browser, { email, personId: person.id });
}
