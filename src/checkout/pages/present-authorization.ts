import { createHash } from 'node:crypto';
import type { AuthorizationView } from '../read-authorization.ts';
import { cleanText } from '../../base/text/clean-text.ts';
import type { Formats } from './formats.ts';
import type { Messages } from './messages.ts';
import { presentStore, rhythmOf } from './present-checkout.ts';

/** The values that the template of a payer's agreement writes. */
export function presentAuthorization(view: AuthorizationView, { t, formats }: { t: Messages; formats: Formats }) {
  const { state, terms, qrCode, expiresAt, timeZone, version, hash } = view;
  const base = `/checkout/authorizations/${hash}`;
  const store = presentStore(view, base);
  const words = t.authorization;
  const lead = words.lead({
    ...{ store: store.name, amount: formats.money(terms.amountCents) },
    ...{ rhythm: rhythmOf(terms, t), hasEnd: terms.hasEnd },
  });
  const [title, text] = {
    preparing: [words.preparingTitle, words.preparing],
    asking: [words.title, lead],
    in_bank: [words.title, `${lead} ${words.inBank}`],
    authorized: [words.doneTitle, words.done],
    ended: [words.endedTitle, words.ended(store.name)],
  }[state] as [string, string];
  return {
    ...{ store, base, version, state, title, text },
    documentTitle: `${title} · ${cleanText(view.store.name)}`,
    /** A page without news to come is not asked about. */
    isLive: state === 'preparing' || state === 'asking' || state === 'in_bank',
    part: state === 'preparing' ? 'waiting' : null,
    code: qrCode,
    picture: qrCode && `${base}/pix.svg?v=${createHash('sha256').update(qrCode).digest('hex').slice(0, 12)}`,
    until: words.until(formats.moment(expiresAt, timeZone)),
  };
}
