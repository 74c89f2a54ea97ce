import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { assets } from '../../src/checkout/asset-files.ts';
import type { CheckoutView } from '../../src/checkout/checkout-view.ts';
import { brandColors } from '../../src/base/text/brand-colors.ts';
import { languageOf, MESSAGES, type Language } from '../../src/checkout/pages/messages.ts';
import {
  renderChallenge,
  renderCheckout,
  renderNotFound,
  renderUnavailable,
} from '../../src/checkout/pages/render-page.ts';
import { readCardToken } from '../../src/gateways/sandbox/sandbox-artefacts.ts';
import { REFUSAL_REASONS, type RefusalReason } from '../../src/gateways/refusal-reasons.ts';
import { checkoutView, VIEWS } from '../support/checkout-views.ts';

const NONCE = 'bm9uY2U=';
const LANGUAGES = Object.keys(MESSAGES) as Language[];
const NOW = new Date('2026-11-21T17:31:00Z');
const PAGES = join(import.meta.dirname, '../../src/checkout/pages');

/** Reasons for which a payer reads the general words: those of refunds, and the one that says nothing. */
const NOT_TOLD: ReadonlySet<string> = new Set([
  'refund_refused_by_issuer',
  'insufficient_balance',
  'already_refunded',
  'not_refundable',
  'payment_not_found',
  'refused_by_gateway',
] satisfies RefusalReason[]);
type Told = keyof typeof MESSAGES.pt.refusals & RefusalReason;

function everyPage(language: Language): Record<string, string> {
  const options = { language, nonce: NONCE };
  const ofStates = Object.entries(VIEWS).map(([name, view]) => [name, renderCheckout(view, options)]);
  return {
    ...(Object.fromEntries(ofStates) as Record<string, string>),
    not_found: renderNotFound(options),
    failed: renderUnavailable({ ...options, code: 'internal_error' }),
    too_many: renderUnavailable({ ...options, code: 'too_many_visits' }),
    challenge: renderChallenge({ ...options, storeName: 'Padaria Estrela', amountCents: 12_345, action: '/x' }),
  };
}

describe.each(LANGUAGES)('the payer’s pages in %s', (language) => {
  const pages = Object.entries(everyPage(language));

  test.each(pages)('%s is a whole page in the language, with one heading and nothing left open', (_, html) => {
    expect(html).toMatch(new RegExp(`^<!doctype html>\\s*<html lang="${language}">`));
    expect(html.trimEnd()).toMatch(/<\/html>$/);
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(html.match(/<main[ >]/g)).toHaveLength(1);
    expect(html).not.toMatch(/undefined|NaN|\[object|Invalid Date|<%|%>/);
    const tags = html.match(/<\/?(?:div|p|section|main|form|ul|ol|li|dl|span|noscript|style)\b/g) ?? [];
    const depth = tags.reduce((sum, tag) => sum + (tag.startsWith('</') ? -1 : 1), 0);
    expect(depth).toBe(0);
  });

  test.each(pages)('%s brings no script or style of its own but the one that the policy allows', (_, html) => {
    expect(html).not.toMatch(/\son[a-z]+\s*=|\sstyle\s*=|javascript:/i);
    expect(html.match(/<script\b[^>]*>[^<]/g)).toBeNull();
    for (const [style] of html.matchAll(/<style\b[^>]*>/g)) expect(style).toBe(`<style nonce="${NONCE}">`);
    for (const [, url] of html.matchAll(/\s(?:src|href|action)="([^"]*)"/g)) expect(url).toMatch(/^(?:$|\/(?!\/))/);
  });

  test.each(pages)('%s leaves room for its pictures, and weighs little', (_, html) => {
    for (const [picture] of html.matchAll(/<img\b[^>]*>/g))
      expect(picture).toMatch(/ alt="[^"]*" width="\d+" height="\d+"/);
    expect(Buffer.byteLength(html)).toBeLessThan(12_000);
  });

  test('every reason of a refusal has its sentence, and one that nobody knows has a general one', () => {
    const reasons = Object.keys(REFUSAL_REASONS).filter((reason): reason is Told => !NOT_TOLD.has(reason));
    expect(Object.keys(MESSAGES[language].refusals).sort()).toEqual([...reasons, 'other'].sort());
    const told = reasons.map((refusalReason) => {
      const html = renderCheckout({ ...VIEWS.card_refused, refusalReason }, { language, nonce: NONCE });
      expect(html).toContain(MESSAGES[language].refusals[refusalReason].replaceAll("'", '&#39;'));
      return MESSAGES[language].refusals[refusalReason];
    });
    expect(new Set(told).size).toBe(reasons.length);
    for (const refusalReason of ['do_not_honor_05', 'lost_card', 'constructor', '__proto__', ...NOT_TOLD]) {
      const html = renderCheckout({ ...VIEWS.card_refused, refusalReason }, { language, nonce: NONCE });
      expect(html).toContain(MESSAGES[language].refusals.other);
      expect(html).not.toContain(refusalReason);
    }
    const words = JSON.stringify(MESSAGES[language].refusals);
    expect(words).not.toMatch(/\b(?:perdid|roubad|robad|lost|stolen)/i);
  });
});

describe('the payer’s pages', () => {
  test('a store’s text is shown as it is and never obeyed', () => {
    const hostile = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>{{7*7}}<%= 7*7 %>\${7*7}\u202e</bdi></title>`;
    const page = renderCheckout(
      {
        ...VIEWS.awaiting_payment,
        store: { name: hostile, brandColor: 'red;}body{display:none', logoVersion: '"><script>' },
        description: hostile,
        items: [{ name: hostile, quantity: 1, unitPriceCents: 1, amountCents: 1 }],
        pix: { qrCode: hostile, expiresAt: NOW, dueDate: null },
        version: hostile,
      },
      { language: 'pt', nonce: NONCE },
    );
    expect(page).not.toMatch(/<script>|<img src=x|<\/bdi><\/title>/);
    expect(page).not.toMatch(/display:none/);
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&gt;');
    expect(page).toContain('{{7*7}}&lt;%= 7*7 %&gt;${7*7}');
    // The Pix code is what is paid with: it is the one text that is left exactly as it is.
    expect(page.match(/\u202e/g)).toHaveLength(2);
    const challenge = { storeName: hostile, amountCents: 1, action: `/x"><script>` };
    const store = { ...VIEWS.card_form.store, name: hostile };
    const consent = renderCheckout({ ...VIEWS.card_of_subscription, store }, { language: 'pt', nonce: NONCE });
    expect(consent).toMatch(/fale com a loja: &lt;script&gt;/);
    expect(consent).not.toMatch(/<script>|\u202e/);
    expect(renderChallenge({ ...challenge, language: 'pt', nonce: NONCE })).not.toMatch(/<script>|\u202e/);
  });

  test('templates write nothing as it comes but other templates', () => {
    const templates = readdirSync(PAGES).filter((name) => name.endsWith('.eta'));
    expect(templates.length).toBeGreaterThan(5);
    for (const name of templates) {
      const raw = readFileSync(join(PAGES, name), 'utf8').match(/<%[-_]?\s*~.*?%>/g) ?? [];
      for (const tag of raw) expect(tag).toMatch(/^<%~ (?:it\.body|include\('@[a-z-]*'(?: \+ page\.part)?\)) %>$/);
    }
  });

  test('amounts, dates and times are the payer’s language’s, in the store’s time zone', () => {
    const render = (language: Language, timeZone = 'America/Sao_Paulo'): string =>
      renderCheckout({ ...VIEWS.awaiting_payment, timeZone }, { language, nonce: NONCE }).replaceAll('\u00a0', ' ');
    expect(render('pt')).toContain('R$ 1.224,56');
    expect(render('pt')).toContain('22 de novembro de 2026 às 14:30');
    expect(render('pt', 'America/Rio_Branco')).toContain('22 de novembro de 2026 às 12:30');
    expect(render('en')).toContain('R$1,224.56');
    expect(render('en')).toMatch(/November 22, 2026 at 2:30/);
    expect(render('es')).toContain('R$ 1.224,56');
    expect(render('pt')).toContain('data-seconds-left="86340">23:59:00<');
  });

  test('no field of a card has a name, and the form waits for its script', () => {
    const html = renderCheckout(VIEWS.card_form, { language: 'pt', nonce: NONCE });
    const form = /<form class="card-form[\s\S]*<\/form>/.exec(html)![0];
    expect(form).not.toMatch(/ name=/);
    expect(form).toMatch(/<button type="submit" class="button" disabled>/);
    expect(form.match(/<option /g)).toHaveLength(3);
  });

  test.each([
    ['pt', 'toda semana', 'a cada 2 semanas', 'todo mês', 'a cada 3 meses', 'todo ano', 'a cada 2 anos'],
    ['en', 'every week', 'every 2 weeks', 'every month', 'every 3 months', 'every year', 'every 2 years'],
    ['es', 'cada semana', 'cada 2 semanas', 'cada mes', 'cada 3 meses', 'cada año', 'cada 2 años'],
  ] as const)('a subscription’s rhythm is told in words of %s, of one and of several', (language, ...expected) => {
    const rhythms = [
      ['week', 1],
      ['week', 2],
      ['month', 1],
      ['month', 3],
      ['year', 1],
      ['year', 2],
    ] as const;
    rhythms.forEach(([interval, intervalCount], index) => {
      const renewal = { ...VIEWS.card_of_subscription.renewal!, interval, intervalCount };
      const html = renderCheckout({ ...VIEWS.card_of_subscription, renewal }, { language, nonce: NONCE });
      expect(/class="recurs">[^<]*4[.,]56 ([^<]*)<\/p>/.exec(html)![1]).toBe(expected[index]);
      expect(/class="consent".*<\/p>/.exec(html)![0]).toContain(`(${expected[index]})`);
    });
  });

  test('only where a card is kept the payer is asked to agree, and nothing recurs but subscriptions', () => {
    const parts = (view: CheckoutView) => {
      const html = renderCheckout(view, { language: 'pt', nonce: NONCE });
      return ['class="recurs"', 'class="consent"', '<dt>Período</dt>'].map((part) => html.includes(part));
    };
    expect(parts(VIEWS.card_of_subscription)).toEqual([true, true, true]);
    expect(parts(VIEWS.pix_of_subscription)).toEqual([true, false, true]);
    expect(parts({ ...VIEWS.card_of_subscription, renewal: null })).toEqual([false, false, true]);
    expect(parts({ ...VIEWS.paid, renewal: VIEWS.card_of_subscription.renewal })).toEqual([true, false, false]);
    // A card that is not asked for is not kept.
    const { card } = VIEWS.paid;
    expect(parts({ ...VIEWS.card_of_subscription, card })).toEqual([true, false, true]);
    for (const view of [VIEWS.card_form, VIEWS.awaiting_payment, VIEWS.awaiting_boleto, VIEWS.paid]) {
      expect(parts(view)).toEqual([false, false, false]);
    }
  });

  test('the brands that are taken are told before a card is, and the text of its statement before and after', () => {
    const [form, ownField, paid, pix] = [
      VIEWS.card_form,
      VIEWS.card_form_of_gateway,
      VIEWS.paid,
      VIEWS.awaiting_payment,
    ].map((view) => renderCheckout(view, { language: 'pt', nonce: NONCE })) as [string, string, string, string];
    const brandsOf = (html: string) =>
      [...(/<ul class="brands"[\s\S]*?<\/ul>/.exec(html)?.[0] ?? '').matchAll(/<li>(.*?)<\/li>/g)].map(
        ([, name]) => name,
      );
    expect(brandsOf(form)).toEqual(['Visa', 'Mastercard', 'Elo', 'American Express']);
    expect(brandsOf(ownField)).toEqual(['Visa']);
    expect(brandsOf(paid)).toEqual([]);
    const statement = 'aparece como <bdi class="nowrap">PADARIA* PAES</bdi>.';
    expect([form, ownField, paid, pix].map((html) => html.includes(statement))).toEqual([true, true, true, false]);
    const unknown = { ...VIEWS.card_form, card: { ...VIEWS.card_form.card, statementText: null } };
    expect(renderCheckout(unknown, { language: 'pt', nonce: NONCE })).not.toContain('aparece como');
  });

  test('a gateway’s own field takes the place of the plain ones, with what its module needs', () => {
    const html = renderCheckout(VIEWS.card_form_of_gateway, { language: 'pt', nonce: NONCE });
    const form = /<form class="card-form[\s\S]*<\/form>/.exec(html)![0];
    expect([...form.matchAll(/<(?:input|select|div)[^>]* id="([^"]*)"/g)].map(([, id]) => id)).toEqual([
      'holder',
      'details',
      'installments',
    ]);
    expect(form).not.toMatch(/ name=|cc-number|cc-csc|cc-exp/);
    expect(form).toContain('data-tokeniser="/checkout/assets/tokeniser-other.js?v=0"');
    expect(form).toContain('data-options="{&quot;key&quot;:&quot;a \\&quot;public\\&quot; word&quot;}"');
    expect(html).toContain('data-origins="https://js.other.invalid https://api.other.invalid"');
    expect(renderCheckout(VIEWS.card_form, { language: 'pt', nonce: NONCE })).not.toContain('data-origins');
  });

  test('a boleto that has lapsed is not shown, and a fresh one with its own due date', () => {
    const lapsed = renderCheckout(VIEWS.lapsed, { language: 'en', nonce: NONCE });
    expect(lapsed).toContain('This boleto can no longer be paid');
    expect(lapsed).toMatch(
      /<form method="post" action="[^"]*\/payments">\s*<input type="hidden" name="amount" value="[\d.]+">\s*<button[^>]*>Get a new boleto</,
    );
    expect(lapsed).not.toMatch(/boleto\.pdf|data-copy/);
    const fresh = renderCheckout(VIEWS.fresh_boleto, { language: 'en', nonce: NONCE });
    expect(fresh).toContain('Due on November 30, 2026');
    expect(fresh).toMatch(/boleto\.pdf" download=/);
    const boleto = { ...VIEWS.fresh_boleto.boleto!, isDrawnElsewhere: true };
    const drawnElsewhere = renderCheckout({ ...VIEWS.fresh_boleto, boleto }, { language: 'en', nonce: NONCE });
    expect(drawnElsewhere).toMatch(/boleto\.pdf" target="_blank" rel="noopener"/);
  });

  test('a card of a store without a gateway is not asked for', () => {
    const card = { ...VIEWS.card_form.card, entry: null };
    const html = renderCheckout({ ...VIEWS.card_form, card, isSandbox: false }, { language: 'pt', nonce: NONCE });
    expect(html).not.toMatch(/<form|tokeniser|Ambiente de teste/);
    expect(html).toContain(MESSAGES.pt.card.unavailable);
  });

  test('the page says the paid part of an invoice, and the missing part', () => {
    const view = checkoutView({ ...VIEWS.awaiting_payment, amountPaidCents: 100_000, amountDueCents: 22_456 });
    const html = renderCheckout(view, { language: 'pt', nonce: NONCE });
    for (const text of ['Já pago', 'Falta pagar']) expect(html).toContain(text);
    expect(html.replaceAll('\u00a0', ' ')).toMatch(/amount-value">R\$ 224,56/);
  });

  test.each([
    ['#ffffff', '#000000'],
    ['#000000', '#ffffff'],
    ['#ffe14d', '#000000'],
    ['#7a1fa2', '#ffffff'],
    ['#777777', '#000000'],
  ])('on %s is written in %s, and its ink can be read on white', (color, expected) => {
    const { brand, onBrand, brandInk, brandInkOnDark } = brandColors(color);
    expect({ brand, onBrand }).toEqual({ brand: color, onBrand: expected });
    expect(contrast(brand, onBrand)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(brandInk, '#ffffff')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(brandInkOnDark, '#181c22')).toBeGreaterThanOrEqual(4.5);
  });

  test('strangers see as much of a CPF as banks show, and a whole CNPJ', () => {
    const { receiver } = checkoutView();
    const shown = (document: string) =>
      renderCheckout(checkoutView({ receiver: { ...receiver, document } }), { language: 'pt', nonce: NONCE });
    expect(shown('11144477735')).toContain('CPF ***.444.777-**');
    expect(shown('12ABC34501DE35')).toContain('CNPJ 12.ABC.345/01DE-35');
  });

  test('a chat that shows where the address leads has the store and the amount', () => {
    const html = renderCheckout(checkoutView(), { language: 'pt', nonce: NONCE });
    expect(html).toContain('<meta property="og:site_name" content="Padaria Estrela">');
    expect(html).toMatch(/<meta property="og:title" content="Pagamento de R\$\s1\.224,56 · Padaria Estrela">/);
    expect(html).not.toContain('og:image');
    const publicUrl = 'https://fatura.example';
    const withPicture = renderCheckout(checkoutView(), { language: 'pt', nonce: NONCE, publicUrl });
    expect(withPicture).toMatch(
      /<meta property="og:image" content="https:\/\/fatura\.example\/checkout\/\w+\/logo\?v=1">/,
    );
    expect(renderNotFound({ language: 'pt', nonce: NONCE })).not.toContain('og:');
  });

  test('a page’s scripts are small, and read by name only', () => {
    expect(assets.get('checkout.js')!.bodies().identity.length).toBeLessThan(9_000);
    expect([...assets.keys()]).toEqual([
      ...['checkout.css', 'checkout.js', 'card-form.js', 'card-challenge.js', 'inbox.js', 'icon.svg'],
    ]);
  });

  test('the sandbox’s tokeniser knows the cards that its gateway knows, and no other', async () => {
    const { tokenise } = (await import(
      join(import.meta.dirname, '../../src/gateways/sandbox/assets/tokeniser-sandbox.js')
    )) as { tokenise: (card: { number: string }) => Promise<string> };
    for (const [number, token] of [
      ['4242424242424242', 'tok_approved'],
      ['4000000000000002', 'tok_refused'],
      ['4000000000009995', 'tok_insufficient_funds'],
      ['4000000000000069', 'tok_expired_card'],
      ['4100000000000019', 'tok_fraud'],
      ['4000000000000119', 'tok_gateway_timeout'],
      ['4000000000003220', 'tok_second_step'],
      ['4000000000005126', 'tok_refund_refused'],
    ] as const) {
      expect(await tokenise({ number })).toBe(token);
      expect(readCardToken(token)).toMatchObject({ known: true, last4: number.slice(-4) });
    }
    for (const number of ['4539578763621486', 'constructor']) {
      await expect(tokenise({ number })).rejects.toMatchObject({ code: 'test_card_only' });
    }
  });

  test.each([
    [undefined, 'pt'],
    ['', 'pt'],
    ['fr-FR, de', 'pt'],
    ['en-US,en;q=0.9,pt;q=0.8', 'en'],
    ['fr, es-419;q=0.7, en;q=0.6', 'es'],
    ['en;q=0, es;q=0.1', 'es'],
    ['en;q=0.5, pt-BR;q=0.5', 'en'],
    ['__proto__, constructor', 'pt'],
    ['es;q=nonsense', 'pt'],
  ])('a browser that asks for %p gets %s', (header, expected) => {
    expect(languageOf(header)).toBe(expected);
  });

  test('no language leaves a text empty that another has', () => {
    const texts = (language: Language): unknown[] =>
      leaves(MESSAGES[language]).map(([path, text]) => [path, text !== '']);
    expect(texts('en')).toEqual(texts('pt'));
    expect(texts('es')).toEqual(texts('pt'));
  });
});

function leaves(node: unknown, path = ''): [string, unknown][] {
  if (typeof node !== 'object' || node === null) return [[path, node]];
  return Object.entries(node).flatMap(([key, value]) => leaves(value, `${path}.${key}`));
}

/** WCAG 2.1, written again from its text. */
function contrast(a: string, b: string): number {
  const luminance = (color: string): number =>
    [1, 3, 5]
      .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
      .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index]!, 0);
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}
