import { describe, expect, test } from '@jest/globals';
import { useApiWorld } from '../support/api-world.ts';
import { openPanel } from '../support/panel-client.ts';
import { signedIn, TEST_PASSWORD } from '../support/panel-people.ts';

describe('signing in', () => {
  const world = useApiWorld();

  test('leads to the page that was asked for', async () => {
    const person = await signedIn(world.current);
    const browser = openPanel(world.current);
    expect(await browser.get('/panel/account')).toMatchObject({
      status: 303,
      location: '/panel/sign-in?next=%2Fpanel%2Faccount',
    });
    const answer = await browser.submit('/panel/sign-in?next=%2Fpanel%2Faccount', '/panel/sign-in', {
      email: person.email.toUpperCase(),
      password: TEST_PASSWORD,
    });
    expect(answer).toMatchObject({ status: 303, location: '/panel/account?done=signIn' });
    expect(await browser.get('/panel/account')).toMatchObject({ status: 200 });
  });

  test('with a wrong password says so, keeps the address and no password', async () => {
    const person = await signedIn(world.current);
    const browser = openPanel(world.current);
    const answer = await browser.signIn(person.email, 'wrong');
    expect(answer.status).toBe(401);
    expect(answer.html).toContain(`value="${person.email}"`);
    expect(answer.html).not.toContain('value="wrong"');
    expect(browser.cookie).toBeNull();
  });
});
