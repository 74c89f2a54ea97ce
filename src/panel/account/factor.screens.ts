import { hasPasskeys, additionOptions } from '../../accounts/factors/passkeys.ts';
import { proveFactor } from '../../accounts/factors/prove-factor.ts';
import {
  addPasskey,
  beginApp,
  confirmApp,
  readFactors,
  removeApp,
  removePasskey,
  renewRecoveryCodes,
} from '../../accounts/factors/set-up.ts';
import { totpUri } from '../../accounts/factors/totp.ts';
import { renderQrCode } from '../../banking/documents/render-qr-code.ts';
import { joi } from '../../base/http/joi.ts';
import { formFields } from '../form-fields.ts';
import { pathWithin } from '../path-within.ts';
import { act, screen, type Outcome } from '../screen.ts';
import { stepUpOf } from '../step-up.ts';
import { factorWords } from './factor.words.ts';

const words = factorWords;
const LONGEST_ANSWER = 10_000;
const next = joi.text().empty('').max(2_000);

/** After the password: the session opens once the factor is proven. */
const awaitedScreen = screen({
  id: 'secondFactor',
  scope: 'person',
  path: '/second-factor',
  whilePending: true,
  withoutFactor: true,
  words,
  query: joi.object<{ next?: string }>({ next }),
  show: async ({ deps, me, sessionToken, input, w, ...request }) => {
    if (!me.session.isPending) return { redirectTo: pathWithin(input.next) };
    const stepUp = await stepUpOf(deps, { me, sessionToken, request: request as never });
    const passkey = stepUp?.asks === 'factor' ? stepUp.passkey : null;
    return { template: 'account/prove-factor', title: w.prove, data: { next: input.next ?? '', passkey } };
  },
});

const proveFactorAct = act({
  id: 'proveFactor',
  scope: 'person',
  path: '/second-factor',
  whilePending: true,
  withoutFactor: true,
  words,
  screen: awaitedScreen,
  form: joi.object<{ code?: string; answer?: string; next?: string }>({
    code: formFields.line(40),
    answer: joi.text().empty('').max(LONGEST_ANSWER),
    next,
  }),
  withoutTransaction: true,
  auditsItself: true,
  run: async ({ deps, me, sessionToken, input, from, now }) => {
    const proof = { code: input.code, assertion: input.answer };
    await proveFactor(deps, { me, sessionToken: sessionToken!, proof, from, now });
    return { goTo: pathWithin(input.next) };
  },
});

const factorScreen = screen({
  id: 'factors',
  scope: 'person',
  path: '/account/second-factor',
  section: 'account',
  withoutFactor: true,
  words,
  show: async ({ deps, me, sessionToken, now, w, f }) => {
    const { em, publicUrl } = deps;
    const { passkeys, hasApp, newSecret, recoveryCodesLeft } = await readFactors(deps, me.person.id);
    const options = await additionOptions(em, {
      person: me.person,
      site: { publicUrl, sessionToken: sessionToken!, now },
    });
    return {
      template: 'account/factors',
      title: w.title,
      data: {
        hasFactor: me.person.hasSecondFactor,
        mayHavePasskeys: hasPasskeys(publicUrl),
        passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({ id, name, createdAt, lastUsedAt })),
        options: options && JSON.stringify(options),
        hasApp,
        app: newSecret && {
          // Four letters at a time, as somebody types them.
          secret: newSecret.replace(/(.{4})(?=.)/g, '$1 '),
          picture: await renderQrCode(totpUri(newSecret, me.person.email)),
        },
        codes: recoveryCodesLeft > 0 ? w.codesLeft(f.number(recoveryCodesLeft)) : null,
      },
    };
  },
});

const common = { scope: 'person', words, screen: factorScreen, withoutFactor: true } as const;

/** A page with the recovery codes, where some were made; else back to the factors. */
function after(codes: string[], title: string): Outcome {
  if (codes.length === 0) return { goTo: '/panel/account/second-factor' };
  return { show: { template: 'account/recovery-codes', title, data: { codes } } };
}

const addPasskeyAct = act({
  ...common,
  id: 'addPasskey',
  path: '/account/second-factor/passkeys',
  stepsUp: () => true,
  addsFactor: true,
  form: joi.object<{ name: string; answer?: string }>({
    name: formFields.line(60).required(),
    answer: joi.text().empty('').max(LONGEST_ANSWER),
  }),
  run: async ({ deps, me, sessionToken, input, now, w }) => {
    const whose = { personId: me.person.id, sessionId: me.session.id, sessionToken: sessionToken! };
    const codes = await addPasskey(deps, { ...whose, name: input.name, answer: input.answer ?? '', now });
    return { ...after(codes, w.recovery), details: { name: input.name } };
  },
});

const removePasskeyAct = act({
  ...common,
  id: 'removePasskey',
  path: '/account/second-factor/passkeys/{id}/remove',
  resource: 'passkey',
  stepsUp: () => true,
  run: async ({ deps, me, id, now }) => {
    await removePasskey(deps, { personId: me.person.id, id, now });
    return after([], '');
  },
});

const beginAppAct = act({
  ...common,
  id: 'beginApp',
  path: '/account/second-factor/app',
  stepsUp: () => true,
  addsFactor: true,
  run: async ({ deps, me }) => {
    await beginApp(deps, me.person.id);
    return after([], '');
  },
});

const confirmAppAct = act({
  ...common,
  id: 'confirmApp',
  path: '/account/second-factor/app/confirm',
  // A secret that was begun is shown on the page: whoever took over the session must not finish it.
  stepsUp: () => true,
  addsFactor: true,
  form: joi.object<{ code: string }>({ code: formFields.line(20).required() }),
  run: async ({ deps, me, input, now, w }) => {
    const whose = { personId: me.person.id, sessionId: me.session.id };
    return after(await confirmApp(deps, { ...whose, code: input.code, now }), w.recovery);
  },
});

const removeAppAct = act({
  ...common,
  id: 'removeApp',
  path: '/account/second-factor/app/remove',
  stepsUp: () => true,
  run: async ({ deps, me, now }) => {
    await removeApp(deps, { personId: me.person.id, now });
    return after([], '');
  },
});

const renewCodesAct = act({
  ...common,
  id: 'renewCodes',
  path: '/account/second-factor/codes',
  stepsUp: () => true,
  run: async ({ deps, me, w }) => after(await renewRecoveryCodes(deps, me.person.id), w.recovery),
});

export const factorScreens = [awaitedScreen, factorScreen];
export const factorActs = [
  proveFactorAct,
  addPasskeyAct,
  removePasskeyAct,
  beginAppAct,
  confirmAppAct,
  removeAppAct,
  renewCodesAct,
];
