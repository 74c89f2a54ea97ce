import { joi } from '../../base/http/joi.ts';
import { invalidFields, notFound } from '../../base/errors/errors.ts';
import { changePassword, updateProfile } from '../../accounts/people/change-account.ts';
import { PANEL_LANGUAGES, type PanelLanguage } from '../../accounts/people/person.entity.ts';
import { THEMES, type Theme } from '../../accounts/people/preferences.ts';
import { endSession, endSessions, listSessions } from '../../accounts/people/sessions.ts';
import { formFields } from '../form-fields.ts';
import { act, screen } from '../screen.ts';
import { accountWords } from './account.words.ts';
import { describeBrowser } from './describe-browser.ts';

const words = accountWords;

const accountScreen = screen({
  id: 'account',
  scope: 'person',
  path: '/account',
  section: 'account',
  words,
  show: async ({ deps, me, now, w }) => {
    const sessions = await listSessions(deps.em, me.person.id, now);
    return {
      template: 'account/account',
      title: w.title,
      data: {
        hasFactor: me.person.hasSecondFactor,
        profile: {
          name: me.person.name,
          language: me.person.language ?? '',
          theme: me.person.preferences.theme ?? '',
        },
        sessions: sessions.map(({ id, address, userAgent, createdAt, lastSeenAt }) => ({
          id,
          address,
          browser: describeBrowser(userAgent) ?? w.unknownBrowser,
          createdAt,
          lastSeenAt,
          isThis: id === me.session.id,
        })),
      },
    };
  },
});

const onAccount = { scope: 'person', words, screen: accountScreen } as const;

const updateProfileAct = act({
  ...onAccount,
  id: 'updateProfile',
  path: '/account/profile',
  form: joi.object<{ name: string; language?: PanelLanguage; theme?: Theme }>({
    name: formFields.line(100).required(),
    language: formFields.choice(PANEL_LANGUAGES),
    theme: formFields.choice(THEMES),
  }),
  run: async ({ deps, me, input, href }) => {
    const { name, language = null, theme = null } = input;
    await updateProfile(deps.em, { personId: me.person.id, name, language, theme });
    return { goTo: href('/account') };
  },
});

const changePasswordAct = act({
  ...onAccount,
  id: 'changePassword',
  path: '/account/password',
  form: joi.object<{ current: string; password: string; repeat: string }>({
    current: formFields.password().required(),
    password: formFields.password().required(),
    repeat: formFields.password().required(),
  }),
  auditsItself: true,
  withoutTransaction: true,
  run: async ({ deps, me, input, from, now, href }) => {
    if (input.password !== input.repeat) {
      const message = 'repeat must be the same as password.';
      throw invalidFields([{ field: 'repeat', code: 'password.differs', message }]);
    }
    await changePassword(deps, { ...input, personId: me.person.id, keepSession: me.session.id, from, now });
    return { goTo: href('/account') };
  },
});

const endSessionAct = act({
  ...onAccount,
  id: 'endSession',
  path: '/account/sessions/{id}/end',
  resource: 'session',
  run: async ({ deps, me, id, href }) => {
    const ended = await endSession(deps.em, { personId: me.person.id, id });
    if (ended === 0) throw notFound('session', id);
    if (id === me.session.id) return { goTo: '/panel/sign-in', session: 'ended' };
    return { goTo: href('/account') };
  },
});

const endAllSessionsAct = act({
  ...onAccount,
  id: 'endAllSessions',
  path: '/account/sessions/end-all',
  run: async ({ deps, me }) => {
    const sessions = await endSessions(deps.em, { personId: me.person.id });
    return { goTo: '/panel/sign-in', session: 'ended', details: { sessions } };
  },
});

export const accountScreens = [accountScreen];
export const accountActs = [updateProfileAct, changePasswordAct, endSessionAct, endAllSessionsAct];
