import type { BrowserContext } from 'playwright-core';

/**
 * Stands for Stripe's script in a browser: as much of it as the checkout's field uses, without frames. Its input is in
 * a shadow tree, so that the page sees no more of it than of a frame, and what is typed goes to Stripe's address.
 */
const SCRIPT = `
globalThis.Stripe = (key, { locale }) => ({
  elements: () => ({ create: (type, options) => field(type, options, locale) }),
  async createPaymentMethod({ type, card, billing_details: { name } }) {
    if (type !== 'card') throw new Error('Not a card.');
    const number = card.value();
    if (number.length < 16) return { error: { type: 'validation_error', message: 'O número do seu cartão está incompleto.' } };
    const body = new URLSearchParams({ key, type, number, name });
    const answer = await fetch('https://api.stripe.com/v1/payment_methods', { method: 'POST', body });
    return { paymentMethod: await answer.json() };
  },
});
function field(type, { style, classes, hidePostalCode }, locale) {
  if (type !== 'card' || !hidePostalCode) throw new Error('Not the field that is expected.');
  const listeners = {};
  const tell = (name, event = {}) => (listeners[name] ?? []).forEach((listener) => listener({ elementType: 'card', ...event }));
  const host = document.createElement('div');
  const input = document.createElement('input');
  input.setAttribute('aria-label', 'stand-in ' + locale);
  input.inputMode = 'numeric';
  const { base } = style;
  const looks = { font: base.fontSize + ' ' + base.fontFamily, color: base.color, border: 'none', outline: 'none', width: '100%', padding: '0', background: 'none' };
  for (const [name, value] of Object.entries(looks)) input.style.setProperty(name, value);
  input.placeholder = '1234 1234 1234 1234  MM / AA  CVC';
  host.attachShadow({ mode: 'open' }).append(input);
  const change = () => {
    const isLetters = /[a-z]/i.test(input.value);
    tell('change', { empty: input.value === '', error: isLetters ? { message: 'O número do seu cartão é inválido.' } : undefined });
  };
  let container;
  input.addEventListener('input', (event) => { event.stopPropagation(); change(); });
  input.addEventListener('focus', () => container.classList.add(classes.focus));
  input.addEventListener('blur', () => container.classList.remove(classes.focus));
  return {
    on: (name, listener) => (listeners[name] ??= []).push(listener),
    mount(into) { container = into; container.append(host); setTimeout(() => tell('ready'), 50); },
    value: () => input.value.replaceAll(' ', ''),
    focus: () => input.focus(),
    clear() { input.value = ''; change(); },
    destroy: () => host.remove(),
  };
}
`;

/** Answers in place of Stripe's hosts, and says what they were asked. */
export async function standInForStripe(context: BrowserContext): Promise<{ methodsMade: URLSearchParams[] }> {
  const methodsMade: URLSearchParams[] = [];
  await context.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: SCRIPT }),
  );
  await context.route('https://api.stripe.com/**', (route) => {
    methodsMade.push(new URLSearchParams(route.request().postData() ?? ''));
    const headers = { 'Access-Control-Allow-Origin': '*' };
    return route.fulfill({ headers, json: { id: `pm_standin${methodsMade.length}` } });
  });
  return { methodsMade };
}
