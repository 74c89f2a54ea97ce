import { joi } from '../../base/http/joi.ts';
import { acceptInvitation, readInvitation } from '../../accounts/people/accept-invitation.ts';
import { confirmAlertAddress, readAlertAddress } from '../../accounts/people/confirm-alert-address.ts';
import { findLink } from '../../accounts/people/access-links.ts';
import { logRefusedSignIn } from '../../accounts/people/log-refused-sign-in.ts';
import { listStoresOf } from '../../accounts/people/members.ts';
import { ApiError, invalidFields } from '../../base/errors/errors.ts';
import { mailPasswordReset, mayResetPassword, resetPassword } from '../../accounts/people/reset-password.ts';
import { endSession } from '../../accounts/people/sessions.ts';
import { signIn } from '../../accounts/people/sign-in.ts';
import { formFields } from '../form-fields.ts';
import { pathWithin } from '../path-within.ts';
import { act, screen } from '../screen.ts';
import { accessWords } from './access.words.ts';

const words = accessWords;
const next = joi.text().empty('').max(2_000);

export const signInScreen = screen({
  id: 'signIn',
  scope: 'open',
  path: '/sign-in',
  words,
  query: joi.object<{ next?: string }>({ next }),
  show: (request) => {
    if ('me' in request) return Promise.resolve({ redirectTo: pathWithin(request.input.next) });
    const { w, input } = request;
    return Promise.resolve({
      template: 'access/sign-in',
      title: w.signIn.title,
      data: { next: input.next ?? '' },
    });
  },
});

const signInAct = act({
  id: 'signIn',
  scope: 'open',
  path: '/sign-in',
  words,
  screen: signInScreen,
  form: joi.object<{ email: string; password: string; next?: string }>({
    email: formFields.email().required(),
    password: formFields.password().required(),
    next,
  }),
  auditsItself: true,
  withoutTransaction: true,
  run: async ({ deps, input, from, now }) => {
    const { token } = await signIn(deps, { ...input, from, now }).catch((error: unknown) => {
      if (error instanceof ApiError) {
        logRefusedSignIn(deps.log, { address: from.address, account: input.email, code: error.code });
      }
      throw error;
    });
    return { goTo: pathWithin(input.next), session: { token } };
  },
});

const forgotScreen = screen({
  id: 'forgotPassword',
  scope: 'open',
  path: '/forgot-password',
  words,
  query: joi.object<{ done?: string }>({ done: joi.string() }),
  show: ({ w, input, deps }) =>
    Promise.resolve(
      input.done
        ? { template: 'access/mail-sent', title: w.forgot.sentTitle, data: {} }
        : { template: 'access/forgot-password', title: w.forgot.title, data: { hasMail: deps.hasMail } },
    ),
});

const requestResetAct = act({
  id: 'requestReset',
  scope: 'open',
  path: '/forgot-password',
  words,
  screen: forgotScreen,
  form: joi.object<{ email: string }>({ email: formFields.email().required() }),
  auditsItself: true,
  withoutTransaction: true,
  run: async ({ deps, input: { email: account }, from, language, now, href }) => {
    if (await mayResetPassword(deps.limits, { account, address: from.address })) {
      // Not waited for: how long the answer takes would tell whether there is such an account.
      void mailPasswordReset(deps, { account, from, language, now }).catch((error: unknown) => {
        deps.log.error({ err: error }, 'a mail to reset a password could not be ordered; whoever asked can ask again');
      });
    }
    return { goTo: href('/forgot-password') };
  },
});

/**
 * The page that a mailed link opens: an invitation, or a new password. To look at it spends nothing, as mail scanners
 * do look.
 */
const linkScreen = screen({
  id: 'link',
  scope: 'open',
  path: '/links/{token}',
  words,
  show: async ({ deps, token, now, w, t }) => {
    const { kind, email } = await findLink(deps.em, { token, now });
    if (kind === 'password_reset') {
      return { template: 'access/reset-password', title: w.link.resetTitle, data: { token, email } };
    }
    if (kind === 'alert_address') {
      const { storeName, store } = await readAlertAddress(deps.em, { token, now });
      const data = { token, email, storeName, environment: t.environments[store.environment] };
      return { template: 'access/alert-address', title: w.link.alertTitle(storeName), data };
    }
    const invitation = await readInvitation(deps.em, { token, now });
    const role = t.roles[invitation.role];
    const title = w.link.inviteTitle(invitation.storeName);
    return { template: 'access/invitation', title, data: { ...invitation, token, role } };
  },
});

const resetPasswordAct = act({
  id: 'resetPassword',
  scope: 'open',
  path: '/links/{token}/password',
  words,
  screen: linkScreen,
  form: joi.object<{ password: string; repeat: string }>({
    password: formFields.password().required(),
    repeat: formFields.password().required(),
  }),
  auditsItself: true,
  withoutTransaction: true,
  run: async ({ deps, token, input, from, now, href }) => {
    checkRepeated(input);
    await resetPassword(deps, { token, password: input.password, from, now });
    return { goTo: href('/sign-in') };
  },
});

const acceptInvitationAct = act({
  id: 'acceptInvitation',
  scope: 'open',
  path: '/links/{token}/invitation',
  words,
  screen: linkScreen,
  form: joi.object<{ name?: string; password?: string; repeat?: string }>({
    name: formFields.line(100),
    password: formFields.password(),
    repeat: formFields.password(),
  }),
  auditsItself: true,
  withoutTransaction: true,
  run: async ({ deps, token, input, from, language, now, href }) => {
    const { hasAccount } = await readInvitation(deps.em, { token, now });
    const account = hasAccount ? null : checkAccount(input);
    const accepted = await acceptInvitation(deps.em, { token, account, language, from, now });
    return accepted.sessionToken === null
      ? { goTo: href('/stores') }
      : { goTo: `/panel/stores/${accepted.companyId}/sandbox`, session: { token: accepted.sessionToken } };
  },
});

const confirmAlertAddressAct = act({
  id: 'confirmAlertAddress',
  scope: 'open',
  path: '/links/{token}/alert-address',
  words,
  screen: linkScreen,
  auditsItself: true,
  run: async ({ deps, token, from, now, w }) => {
    const { storeName } = await confirmAlertAddress(deps.em, { token, from, now });
    return { show: { template: 'access/alert-address-confirmed', title: w.link.alertTitle(storeName), data: {} } };
  },
});

const homeScreen = screen({
  id: 'home',
  scope: 'person',
  path: '',
  words,
  show: async ({ deps, me }) => {
    const stores = await listStoresOf(deps.em, me.person.id);
    const [only] = stores;
    if (stores.length === 1) return { redirectTo: `/panel/stores/${only!.companyId}/production` };
    return { redirectTo: stores.length === 0 && me.person.isOperator ? '/panel/platform/stores' : '/panel/stores' };
  },
});

const storesScreen = screen({
  id: 'stores',
  scope: 'person',
  path: '/stores',
  words,
  show: async ({ deps, me, w }) => ({
    template: 'access/stores',
    title: w.stores.title,
    data: { stores: await listStoresOf(deps.em, me.person.id) },
  }),
});

const signOutAct = act({
  id: 'signOut',
  scope: 'person',
  path: '/sign-out',
  whilePending: true,
  words,
  screen: storesScreen,
  run: async ({ deps, me }) => {
    await endSession(deps.em, { personId: me.person.id, id: me.session.id });
    return { goTo: '/panel/sign-in', session: 'ended' };
  },
});

export const accessScreens = [signInScreen, forgotScreen, linkScreen, homeScreen, storesScreen];
export const accessActs = [
  signInAct,
  requestResetAct,
  resetPasswordAct,
  acceptInvitationAct,
  confirmAlertAddressAct,
  signOutAct,
];

function checkRepeated({ password, repeat }: { password?: string; repeat?: string }): void {
  if (password === repeat) return;
  const message = 'repeat must be the same as password.';
  throw invalidFields([{ field: 'repeat', code: 'password.differs', message }]);
}

function checkAccount(input: { name?: string; password?: string; repeat?: string }): {
  name: string;
  password: string;
} {
  const { name, password } = input;
  const missing = (['name', 'password'] as const).filter((field) => !input[field]);
  if (!name || !password) {
    throw invalidFields(missing.map((field) => ({ field, code: 'any.required', message: `${field} is required.` })));
  }
  checkRepeated(input);
  return { name, password };
}
