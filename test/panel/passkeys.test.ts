import { describe, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { useApiWorld } from '../support/api-world.ts';
import { DESKTOP, PHONE, useBrowser, type Payer } from '../support/browser.ts';
import { freePort } from '../support/free-port.ts';
import { signedIn, TEST_PASSWORD } from '../support/panel-people.ts';

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

/** A site that is named by a number has no passkeys: the panel is opened by a name. */
describe('a passkey', () => {
  const { inBrowser, open } = useBrowser();
  const world = useApiWorld({
    settings: async () => {
      const port = await freePort();
      return { port, publicUrl: `http://localhost:${port}` };
    },
  });

  /** The browser's own authenticator, which agrees to everything. */
  async function withAuthenticator({ page, context }: Payer): Promise<void> {
    const session = await context.newCDPSession(page);
    await session.send('WebAuthn.enable');
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
        ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
  }
  async function enter({ page }: Payer, email: string): Promise<void> {
    await page.goto(`${world.current.config.publicUrl}/panel/sign-in`);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(TEST_PASSWORD);
    await press(page, 'Sign in');
  }

  inBrowser(
    'is added, proves its person at the next sign-in and before a token, and the pages are for everybody',
    async () => {
      const store = await world.current.createStore();
      const owner = await signedIn(world.current, { companyId: store.companyId });
      const reader = await open({ viewport: DESKTOP, language: 'en' });
      const { page } = reader;
      await withAuthenticator(reader);
      await enter(reader, owner.email);
      await page.goto(`${world.current.config.publicUrl}/panel/account/second-factor`);
      expect(await reader.accessibilityProblems()).toEqual([]);
      await page.getByLabel('Name of the new passkey').fill('Phone of Ana');
      await press(page, 'Add a passkey');
      await reader.reads('Recovery codes');
      expect(await reader.accessibilityProblems()).toEqual([]);

      await page.locator('details.person summary').click();
      await press(page, 'Sign out');
      await enter(reader, owner.email);
      await reader.reads('Confirm that it is you');
      await page.setViewportSize(PHONE);
      expect(await reader.accessibilityProblems()).toEqual([]);
      await press(page, 'Use your passkey');
      await page.waitForURL(/\/panel\/stores\//);

      await world.current.database.query(
        `update person_sessions set factor_at = now() - interval '11 minutes' where person_id = $1`,
        [owner.personId],
      );
      await page.goto(`${world.current.config.publicUrl}/panel/stores/${store.companyId}/sandbox/tokens`);
      expect(await reader.accessibilityProblems()).toEqual([]);
      await press(page, 'Use your passkey');
      await page.locator('#new-token').waitFor();
      const [passkey] = await world.current.database.query<{ name: string; last_used_at: Date | null }>(
        'select name, last_used_at from passkeys where person_id = $1',
        [owner.personId],
      );
      expect(passkey).toEqual({ name: 'Phone of Ana', last_used_at: expect.any(Date) });
      // A refused form is answered 422, of which the browser complains by itself.
      expect(reader.complaints).toEqual([]);
    },
  );

  inBrowser('that the reader does not use says so beside the button, and a code can be given', async () => {
    const owner = await signedIn(world.current);
    const reader = await open({ viewport: DESKTOP, language: 'en' });
    const { page, context } = reader;
    const session = await context.newCDPSession(page);
    await session.send('WebAuthn.enable');
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: { protocol: 'u2f', transport: 'usb', automaticPresenceSimulation: false },
    });
    await enter(reader, owner.email);
    await page.goto(`${world.current.config.publicUrl}/panel/account/second-factor`);
    await page.evaluate(() => {
      const { credentials } = navigator as unknown as { credentials: { create(): Promise<never> } };
      credentials.create = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    });
    await page.getByLabel('Name of the new passkey').fill('Key');
    await press(page, 'Add a passkey');
    await page.getByText('The passkey was not made. Try again.').waitFor();
    expect(await world.current.database.query('select 1 from passkeys where person_id = $1', [owner.personId])).toEqual(
      [],
    );
  });
});
