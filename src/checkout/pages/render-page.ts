import { readTemplates } from '../../base/http/pages/templates.ts';
import { assetUrl } from '../asset-files.ts';
import type { CheckoutView } from '../checkout-view.ts';
import type { OptOut } from '../../payments/messages/stop-by-token.ts';
import { brandColors } from '../../base/text/brand-colors.ts';
import { cleanText } from '../../base/text/clean-text.ts';
import { formatsIn } from './formats.ts';
import { MESSAGES, type Language, type Notice } from './messages.ts';
import type { AuthorizationView } from '../read-authorization.ts';
import { presentAuthorization } from './present-authorization.ts';
import type { PaymentLinkView } from '../read-payment-link.ts';
import { presentPaymentLink, type LinkForm } from './present-payment-link.ts';
import { presentCheckout } from './present-checkout.ts';

interface PageOptions {
  language: Language;
  /** The nonce of the one style block that the page's Content-Security-Policy allows. */
  nonce: string;
}

const templates = readTemplates(new URL('.', import.meta.url));

/**
 * The payer's page.
 *
 * @param notice says above it what could not be done
 * @param publicUrl for the picture of a link preview; left out: it has none
 */
export function renderCheckout(
  view: CheckoutView,
  { language, notice, publicUrl, ...options }: PageOptions & { notice?: Notice; publicUrl?: string },
): string {
  const t = MESSAGES[language];
  const page = presentCheckout(view, { t, formats: formatsIn(language), notice });
  const { isSandbox } = view;
  return render('@checkout', { language, ...options, publicUrl, isSandbox, store: page.store, page });
}

/**
 * Renders the page of the store's payers, for the store to look at: nothing in it can be operated, and it waits for no
 * news.
 */
export function renderPreview(view: CheckoutView, { language, nonce, base }: PageOptions & { base: string }): string {
  const page = presentCheckout(view, { t: MESSAGES[language], formats: formatsIn(language), base });
  const { isSandbox } = view;
  return render('@checkout', { language, nonce, isSandbox, store: page.store, page, isPreview: true });
}

/** The page on which a payer agrees that the bank debits each charge. */
export function renderAuthorization(view: AuthorizationView, { language, nonce }: PageOptions): string {
  const page = presentAuthorization(view, { t: MESSAGES[language], formats: formatsIn(language) });
  return render('@authorization', { language, nonce, isSandbox: view.isSandbox, store: page.store, page });
}

/** For a hash that nobody was given: it says nothing of any store. */
export function renderNotFound({ language, nonce }: PageOptions): string {
  return renderMessage({ language, nonce, ...MESSAGES[language].notFound });
}

/**
 * For what failed on our side, for those who ask too often, and for a store that may take no payments; `code` is for
 * whom the payer asks about it.
 */
export function renderUnavailable({ language, nonce, code }: PageOptions & { code: string }): string {
  const { suspended, unavailable } = MESSAGES[language];
  if (code === 'store_suspended') return renderMessage({ language, nonce, ...suspended });
  const { title, text, tooManyTitle, tooMany } = unavailable;
  const words = code.startsWith('too_many') ? { title: tooManyTitle, text: tooMany } : { title, text };
  return renderMessage({ language, nonce, ...words, code, canReload: true });
}

/**
 * The page of the sandbox's bank. The page stands for somebody else's, so it shows the store's name and no colour of
 * it.
 */
export function renderChallenge({
  language,
  nonce,
  storeName,
  amountCents,
  action,
}: PageOptions & { storeName: string; amountCents: number; action: string }): string {
  const name = cleanText(storeName);
  const amount = formatsIn(language).money(amountCents);
  const data = { storeName: name, amount, action, title: MESSAGES[language].challenge.title };
  return render('@challenge', { language, nonce, isSandbox: true, store: null, page: data });
}

/** The page at which anybody buys. */
export function renderPaymentLink(view: PaymentLinkView, form: LinkForm, { language, nonce }: PageOptions): string {
  const page = presentPaymentLink(view, form, { t: MESSAGES[language], formats: formatsIn(language) });
  return render('@payment-link', { language, nonce, isSandbox: view.isSandbox, store: page.store, page });
}

/** The page on which the receiver of a reminder opts out, or has. */
export function renderOptOut(
  { storeName, isOut }: OptOut,
  { language, nonce, action }: PageOptions & { action: string },
): string {
  const { title, text, doneTitle, doneText } = MESSAGES[language].optOut;
  const name = cleanText(storeName);
  const page = { title: isOut ? doneTitle : title, text: isOut ? doneText(name) : text(name), isOut, action };
  return render('@opt-out', { language, nonce, isSandbox: false, store: null, page });
}

function renderMessage({
  language,
  nonce,
  code = null,
  canReload = false,
  ...words
}: PageOptions & { title: string; text: string; code?: string | null; canReload?: boolean }): string {
  const page = { ...words, code, canReload };
  return render('@message', { language, nonce, isSandbox: false, store: null, page });
}

interface Page {
  title: string;
}

function render(
  template: string,
  data: PageOptions & {
    isSandbox: boolean;
    store: ReturnType<typeof presentCheckout>['store'] | null;
    page: Page;
    isPreview?: boolean;
    /** Where the page is; a picture of a link preview needs a whole address. */
    publicUrl?: string | undefined;
  },
): string {
  const t = MESSAGES[data.language];
  // A message has no address of its own, and no part that changes.
  const page = { base: null, part: null, documentTitle: null, ...data.page };
  const colors = brandColors(data.store?.brandColor ?? null);
  return templates.render(template, { ...data, publicUrl: data.publicUrl ?? null, page, t, colors, assetUrl });
}
