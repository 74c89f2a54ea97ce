import { describe, expect, test } from '@jest/globals';
import { useApiWorld } from '../support/api-world.ts';
import { signedIn } from '../support/panel-people.ts';
import { readSubscription, subscribe } from '../support/subscriptions.ts';

const RENEWALS = {
  renewal_time: '09:30',
  days_before_due: '10',
  retry_days: '2, 5,9',
  dunning_action: 'cancel',
  grace_days: '14',
};

describe('the policies of subscriptions', () => {
  const world = useApiWorld();

  const enter = async (role: 'owner' | 'developer' | 'support' = 'owner', language: 'pt' | 'en' = 'en') => {
    const store = await world.current.createStore();
    const browser = await signedIn(world.current, { companyId: store.companyId, role, language });
    const settings = `/panel/stores/${store.companyId}/sandbox/settings`;
    const saved = async () =>
      (
        await world.current.database.query(
          `select renewal_time, subscription_days_before_due, dunning_retry_days, dunning_action, dunning_grace_days
           from companies where id = $1`,
          [store.companyId],
        )
      )[0];
    return { store, browser, settings, saved };
  };
  const AS_MADE = {
    renewal_time: '06:00',
    subscription_days_before_due: 5,
    dunning_retry_days: [1, 3, 7],
    dunning_action: 'keep',
    dunning_grace_days: 7,
  };

  test('are shown as they are, saved, and told in the log by what was and what is', async () => {
    const { store, browser, settings, saved } = await enter('owner', 'pt');
    const { html } = await browser.get(settings);
    for (const part of ['value="06:00"', 'value="1, 3, 7"', 'a assinatura fica inadimplente e continua']) {
      expect(html).toContain(part);
    }
    const answer = await browser.submit(settings, `${settings}/renewals`, RENEWALS);
    expect(answer.location).toBe(`${settings}?done=saveRenewals`);
    expect(await saved()).toEqual({
      renewal_time: '09:30',
      subscription_days_before_due: 10,
      dunning_retry_days: [2, 5, 9],
      dunning_action: 'cancel',
      dunning_grace_days: 14,
    });
    const page = (await browser.get(answer.location!)).html;
    expect(page).toContain('é cancelada em 14 dias, se não for paga antes.');
    expect(page).toContain('value="2, 5, 9"');
    const log = (await browser.get(settings.replace('/settings', '/audit'))).html;
    expect(log).toContain('Alterou as regras das assinaturas');
    expect(log).toContain('1, 3, 7 → 2, 5, 9');
    const [entry] = await world.current.database.query<{ environment: string | null; details: object }>(
      `select environment, details from audit_entries where action = 'saveRenewals' and company_id = $1`,
      [store.companyId],
    );
    expect(entry).toMatchObject({
      environment: null,
      details: { renewalTime: { before: '06:00', after: '09:30' }, dunningAction: { before: 'keep', after: 'cancel' } },
    });
  });

  test('hold for subscriptions: the hour for those that exist, the days for those to come', async () => {
    const { store, browser, settings } = await enter();
    const fields = { payment_method: 'pix', trial_days: 20 };
    const { id } = await subscribe(store, fields);
    await browser.submit(settings, `${settings}/renewals`, RENEWALS);
    const before = await readSubscription(store, id);
    expect(before).toMatchObject({ days_before_due: 5 });
    expect(before.next_invoice_at).toMatch(/T12:30:00/);
    expect(await subscribe(store, fields)).toMatchObject({ days_before_due: 10 });
    // The workflow waits for the old hour until it is told.
    const told = await world.current.database.query('select 1 from outbox where subscription_id = $1', [id]);
    expect(told.length).toBeGreaterThan(1);
  });

  test('may have no new attempt at all', async () => {
    const { browser, settings, saved } = await enter();
    await browser.submit(settings, `${settings}/renewals`, { ...RENEWALS, retry_days: '' });
    expect(await saved()).toMatchObject({ dunning_retry_days: [] });
  });

  test.each([
    ['renewal_time', '24:00', 'Give a time of day from 00:00 to 23:59.'],
    ['renewal_time', '9h', 'Give a time of day from 00:00 to 23:59.'],
    ['days_before_due', '61', 'The most is 60.'],
    ['days_before_due', '-1', 'The least is 0.'],
    ['grace_days', '91', 'The most is 90.'],
    ['grace_days', '', 'Fill in this field.'],
    ['retry_days', '3, 1', 'Give at most 10 whole days'],
    ['retry_days', '3, 3', 'Give at most 10 whole days'],
    ['retry_days', '0, 3', 'Give at most 10 whole days'],
    ['retry_days', '1, 61', 'Give at most 10 whole days'],
    ['retry_days', '1.5', 'Give at most 10 whole days'],
    ['retry_days', 'x', 'Give at most 10 whole days'],
    ['retry_days', '1,2,3,4,5,6,7,8,9,10,11', 'Give at most 10 whole days'],
    ['dunning_action', 'forgive', 'Choose one of the options.'],
  ])('%s is never %j, and nothing is saved', async (field, value, problem) => {
    const { browser, settings, saved } = await enter();
    const { status, html } = await browser.post(`${settings}/renewals`, { ...RENEWALS, [field]: value });
    expect(status).toBe(422);
    expect(new RegExp(`id="saveRenewals-${field}-problem">([^<]*)<`).exec(html)?.[1]).toContain(problem);
    expect(await saved()).toEqual(AS_MADE);
  });

  test('that are wrong are told in Portuguese too', async () => {
    const { browser, settings } = await enter('owner', 'pt');
    const { html } = await browser.post(`${settings}/renewals`, { ...RENEWALS, retry_days: '7, 3' });
    expect(html).toContain('Informe até 10 dias de 1 a 60, inteiros e em ordem crescente');
  });

  test.each(['developer', 'support'] as const)('are read by who is a %s, and not changed', async (role) => {
    const { browser, settings, saved } = await enter(role);
    const { html } = await browser.get(settings);
    expect(html).toContain('After the last attempt a subscription is past due and goes on');
    expect(html).not.toContain(`${settings}/renewals`);
    expect((await browser.post(`${settings}/renewals`, RENEWALS)).status).toBe(403);
    expect(await saved()).toEqual(AS_MADE);
  });
});
