import { describe, expect, test } from '@jest/globals';
import { acts } from '../../src/panel/areas.ts';
import type { Act } from '../../src/panel/screen.ts';
import { useApiWorld } from '../support/api-world.ts';
import { confirmPayment, sendGatewayCallback } from '../support/gateway-callback.ts';
import type { FormFields } from '../support/panel-client.ts';
import { signedIn } from '../support/panel-people.ts';
import { subscribe } from '../support/subscriptions.ts';
import type { TestStore } from '../support/world.ts';

interface Described {
  type: string;
  flags?: { only?: boolean };
  allow?: unknown[];
}

/** Text that no field of text or number takes, as it has a control character; and that a page must escape. */
const typed = (field: string) => `\u0001<i>${field}</i>`;
const escaped = (field: string) => `\u0001&lt;i&gt;${field}&lt;/i&gt;`;

/** Forms that are refused for another reason first, and have tests of their own for what was typed. */
const ELSEWHERE = [
  // A refund has no form before there is money: invoices.test.ts.
  'refundInvoice',
  // Nor are there forms before a refund waits: refund-approval.test.ts.
  'approveRefund',
  'rejectRefund',
  // The file is chosen by the button beside its name: disputes.test.ts.
  'removeDisputeFile',
  // The card is chosen by the button beside its name, or from a list where there is one: coupons.test.ts.
  'deleteSavedCard',
  'chargeSavedCard',
  // Codes are not written into a page, nor are answers of a passkey typed: second-factor.test.ts, passkeys.test.ts.
  'proveFactor',
  'addPasskey',
  'confirmApp',
];

function fieldsOf({ form }: Act): Record<string, Described> {
  return (form.describe() as { keys?: Record<string, Described> }).keys ?? {};
}

/** Chosen from a list in the page, or written by it, though their schemas have no list. */
const CHOSEN = ['payment', 'file', 'card', 'saved_card_id', 'back', 'state'];

const isTyped = ({ type, flags }: Described) => ['text', 'number', 'any', 'string'].includes(type) && !flags?.only;

/** Nonsense in every field that is typed, the first option of every choice. */
function nonsenseFor(act: Act): FormFields {
  return Object.fromEntries(
    Object.entries(fieldsOf(act))
      .filter(([, { type }]) => type !== 'boolean')
      .map(([name, field]) => {
        if (isTyped(field)) return [name, typed(name)];
        const options = (field.allow ?? []).filter((value) => typeof value === 'string');
        return [name, options.find((value) => value !== '') ?? 'nonsense'];
      }),
  );
}

describe('every form of the panel', () => {
  const world = useApiWorld();

  /** @returns a dispute that the store can answer */
  async function disputed(store: TestStore): Promise<number> {
    const { payments } = await store.createInvoice();
    const attemptId = payments[0]!.id;
    await confirmPayment(world.current, { attemptId, amountCents: 10_000 });
    await sendGatewayCallback(world.current, {
      ...{ type: 'dispute', paymentId: `pay_${attemptId}`, gatewayDisputeId: 'dp_1', status: 'open', amountCents: 100 },
      ...{ reason: 'fraudulent', saidAt: new Date().toISOString() },
      answerUntil: new Date(Date.now() + 432_000_000).toISOString(),
    });
    const { body } = await store.sandbox.get<{ data: { id: number }[] }>('/api/v1/disputes');
    return body.data[0]!.id;
  }
  const formsOf = (scope: Act['scope']) =>
    acts.filter(
      (act) => act.scope === scope && !ELSEWHERE.includes(act.id) && Object.values(fieldsOf(act)).some(isTyped),
    );

  test.each(['pt', 'en'] as const)(
    'with nonsense in every field says beside each what is wrong (%s), and keeps all that was typed',
    async (language) => {
      const store = await world.current.createStore();
      const owner = await signedIn(world.current, { companyId: store.companyId, isOperator: true, language });
      const subscription = await subscribe(store);
      const webhooks = await store.sandbox.get<{ data: { id: number }[] }>('/api/v1/webhooks');
      const [token] = await world.current.database.query<{ id: string }>(
        `select id from api_tokens where company_id = $1 and environment = 'sandbox'`,
        [store.companyId],
      );
      const discount = { type: 'percentage', value: 10 };
      const coupon = await store.sandbox.create<{ id: number }>('/api/v1/coupons', { code: 'PADARIA10', discount });
      const selling = { name: 'Curso', amount: 10, payment_method: 'pix' };
      const link = await store.sandbox.create<{ id: number }>('/api/v1/payment-links', selling);
      const ids: Record<string, number> = {
        customer: store.customerId,
        product: store.productId,
        coupon: coupon.id,
        paymentLink: link.id,
        invoice: (await store.createInvoice()).id,
        subscription: subscription.id,
        editSubscription: subscription.id,
        webhook: webhooks.body.data[0]!.id,
        token: Number(token!.id),
        platform: store.companyId,
        dispute: await disputed(store),
      };
      const tokens: Record<string, string> = { reminderStep: '_new', noticeWords: 'receipt' };
      const idFor = ({ scope, screen }: Act) => String(ids[scope === 'platform' ? 'platform' : screen.id] ?? 0);
      const prefixes = {
        store: `/panel/stores/${store.companyId}/sandbox`,
        platform: '/panel/platform',
        person: '/panel',
        open: '/panel',
      };
      const lost: unknown[] = [];
      const forms = (['store', 'platform', 'person'] as const).flatMap(formsOf);
      expect(forms.length).toBeGreaterThan(15);
      for (const act of forms) {
        const path =
          prefixes[act.scope] + act.path.replace('{id}', idFor(act)).replace('{token}', tokens[act.screen.id] ?? '0');
        const answer = await owner.post(
          path,
          nonsenseFor(act),
          act.file ? { 'Content-Type': 'multipart/form-data' } : {},
        );
        const names = Object.entries(fieldsOf(act))
          .filter(([name, field]) => isTyped(field) && !CHOSEN.includes(name))
          .map(([name]) => name);
        // A value that may be a secret is not written into a page: a password, or a card's number in the place of its
        // token.
        const isSecret = (name: string) => ['current', 'password', 'repeat', 'card_token', 'auth_token'].includes(name);
        const missing = names.filter((name) => !isSecret(name) && !answer.html.includes(escaped(name)));
        const unsaid = names.every((name) => !new RegExp(`id="${act.id}(-\\d+)?-${name}-problem"`).test(answer.html));
        const raw = answer.html.includes('<i>');
        if (answer.status !== 422 || missing.length > 0 || unsaid || raw) {
          lost.push({ act: act.id, status: answer.status, missing, unsaid, raw });
        }
      }
      expect(lost).toEqual([]);
    },
    60_000,
  );
});
