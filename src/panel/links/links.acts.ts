import { createPaymentLink } from '../../payments/links/create-payment-link.ts';
import { findPaymentLink } from '../../payments/links/find-payment-link.ts';
import { updatePaymentLink } from '../../payments/links/update-payment-link.ts';
import { act } from '../screen.ts';
import { changedFields, changesOf, editForm, linkForm, readLink } from './link-form.ts';
import { linkScreen, newLinkScreen } from './links.pages.ts';
import { linksWords } from './links.words.ts';

const common = { scope: 'store', words: linksWords, needs: 'collect' } as const;

const createPaymentLinkAct = act({
  ...common,
  id: 'createPaymentLink',
  path: '/links',
  screen: newLinkScreen,
  form: linkForm,
  run: async ({ deps, store, input, href }) => {
    const link = await createPaymentLink(deps, { store, input: readLink(input) });
    return { goTo: href(`/links/${link.id}`), subject: `payment_link ${link.id}` };
  },
});

const updatePaymentLinkAct = act({
  ...common,
  id: 'updatePaymentLink',
  path: '/links/{id}',
  screen: linkScreen,
  form: editForm,
  run: async ({ deps, store, id, input }) => {
    const changed = changedFields(await findPaymentLink(deps.em, { store, paymentLinkId: id }), input);
    await updatePaymentLink(deps, { store, paymentLinkId: id, changes: changesOf(input) });
    return { subject: `payment_link ${id}`, details: { changed } };
  },
});

const archiving = (id: string, path: string, active: boolean) =>
  act({
    ...common,
    id,
    path,
    screen: linkScreen,
    run: async ({ deps, store, id: paymentLinkId }) => {
      await updatePaymentLink(deps, { store, paymentLinkId, changes: { active } });
      return { subject: `payment_link ${paymentLinkId}` };
    },
  });

export const linksActs = [
  createPaymentLinkAct,
  updatePaymentLinkAct,
  archiving('archivePaymentLink', '/links/{id}/archive', false),
  archiving('restorePaymentLink', '/links/{id}/restore', true),
];
