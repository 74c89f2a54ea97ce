import { payersOrigin } from '../../accounts/companies/checkout-domain.ts';
import { methodsOf } from '../../banking/payment-method.ts';
import { pageQuery, type PageQuery } from '../../base/http/list-page.ts';
import { joi } from '../../base/http/joi.ts';
import { listInvoices } from '../../invoices/list-invoices.ts';
import { findProducts } from '../../invoices/price-lines.ts';
import { findPaymentLink, listPaymentLinks } from '../../payments/links/find-payment-link.ts';
import type { PaymentLink } from '../../payments/links/payment-link.entity.ts';
import { paymentLinkUrl } from '../../payments/links/present-payment-link.ts';
import { toneOf } from '../invoices/tone.ts';
import { pagerOf } from '../pager.ts';
import { suggesting } from '../choices.ts';
import { productChoices } from '../products/product-choices.ts';
import { screen } from '../screen.ts';
import { linkValues, METHOD_CHOICES } from './link-form.ts';
import { linksWords } from './links.words.ts';

const words = linksWords;
const scope = 'store';
const section = 'links';

interface LinksQuery extends PageQuery, Record<string, unknown> {
  active?: boolean;
}

const listScreen = screen({
  id: 'paymentLinks',
  scope,
  path: '/links',
  section,
  words,
  query: pageQuery<LinksQuery>({
    limit: joi.number().integer().min(1).max(100).default(25),
    active: joi.boolean().empty(''),
  }),
  show: async ({ deps, store, input: query, href, w }) => {
    const page = await listPaymentLinks(deps.em, { store, query });
    return {
      template: 'links/list',
      title: w.title,
      data: {
        links: page.rows.map((link) => present(link)),
        isFiltered: query.active !== undefined,
        pager: pagerOf(href('/links'), { query, page }),
      },
    };
  },
});

export const newLinkScreen = screen({
  id: 'newPaymentLink',
  scope,
  path: '/links/new',
  section,
  words,
  needs: 'collect',
  show: async ({ deps, store, w, t, f, href }) => ({
    template: 'links/new',
    title: w.newLink,
    data: {
      products: await productChoices(deps.em, { store, text: '', f }),
      suggestingProducts: suggesting({ list: 'product-choices', from: href('/products/choices') }),
      methods: METHOD_CHOICES.map((value) => ({ value, label: value === 'any' ? w.anyMethod : t.methods[value] })),
      values: { quantity: '1', installments: '1', payment_method: 'pix' },
    },
  }),
});

/** The newest invoices that a page of a link lists. */
const NEWEST = 10;

export const linkScreen = screen({
  id: 'paymentLink',
  scope,
  path: '/links/{id}',
  resource: 'payment_link',
  section,
  words,
  show: async ({ deps, store, company, id }) => {
    const link = await findPaymentLink(deps.em, { store, paymentLinkId: id });
    const { rows } = await listInvoices(deps.em, { store, query: { payment_link_id: id, limit: NEWEST } });
    const names = new Map((await findProducts(deps.em, { store, lines: link.products })).map((one) => [one.id, one]));
    return {
      template: 'links/link',
      title: link.name,
      data: {
        link: present(link),
        url: paymentLinkUrl(link, payersOrigin(company, deps.publicUrl)),
        lines: link.products.map(({ productId, quantity }) => ({
          ...{ productId, quantity, name: names.get(productId)?.name ?? '' },
        })),
        values: linkValues(link),
        invoices: rows.map(({ id, status, totalCents, createdAt }) => ({
          ...{ id, status, tone: toneOf(status), totalCents, createdAt },
        })),
      },
    };
  },
});

function present(link: PaymentLink) {
  const { id, name, description, installments, acceptsCoupons, maxInvoices, validUntil, active, createdAt } = link;
  const rest = { installments, acceptsCoupons, maxInvoices, validUntil, active, createdAt };
  return { id, name, description, methods: methodsOf(link), ...rest };
}

export const linksScreens = [listScreen, newLinkScreen, linkScreen];
