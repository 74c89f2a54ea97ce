import { pageQuery, type PageQuery } from '../../base/http/list-page.ts';
import { joi } from '../../base/http/joi.ts';
import type { PanelLanguage } from '../../accounts/people/person.entity.ts';
import type { Coupon } from '../../catalog/coupons/coupon.entity.ts';
import { findCoupon } from '../../catalog/coupons/find-coupon.ts';
import { listCoupons } from '../../catalog/coupons/list-coupons.ts';
import { listInvoices } from '../../invoices/list-invoices.ts';
import { sayAdjustment } from '../adjustments.ts';
import type { Formats } from '../formats.ts';
import { formFields } from '../form-fields.ts';
import { toneOf } from '../invoices/tone.ts';
import { pagerOf } from '../pager.ts';
import { screen } from '../screen.ts';
import { DISCOUNTS, limitValues } from './coupon-form.ts';
import { couponsWords } from './coupons.words.ts';

const words = couponsWords;
const scope = 'store';
const section = 'coupons';

interface CouponsQuery extends PageQuery, Record<string, unknown> {
  code?: string;
  active?: boolean;
}

const listScreen = screen({
  id: 'coupons',
  scope,
  path: '/coupons',
  section,
  words,
  query: pageQuery<CouponsQuery>({
    limit: joi.number().integer().min(1).max(100).default(25),
    code: formFields.line(100),
    active: joi.boolean().empty(''),
  }),
  show: async ({ deps, store, input: query, href, w, f, language }) => {
    const { code, active } = query;
    const page = await listCoupons(deps.em, { store, query });
    return {
      template: 'coupons/list',
      title: w.title,
      data: {
        coupons: page.rows.map((coupon) => present(coupon, { f, language })),
        isFiltered: code !== undefined || active !== undefined,
        pager: pagerOf(href('/coupons'), { query, page }),
      },
    };
  },
});

function present(coupon: Coupon, reader: { f: Formats; language: PanelLanguage }) {
  const { id, code, name, cycles, minimumSubtotalCents, maxRedemptions, maxRedemptionsPerCustomer } = coupon;
  const { validUntil, timesRedeemed, active, createdAt, updatedAt } = coupon;
  return {
    ...{ id, code, name, cycles, minimumSubtotalCents, maxRedemptions, maxRedemptionsPerCustomer },
    ...{ validUntil, timesRedeemed, active, createdAt, updatedAt },
    discount: sayAdjustment(coupon.discount, reader),
  };
}

export const newCouponScreen = screen({
  id: 'newCoupon',
  scope,
  path: '/coupons/new',
  section,
  words,
  needs: 'collect',
  show: ({ w }) => {
    const discounts = DISCOUNTS.map((value) => ({ value, label: w.discounts[value] }));
    return Promise.resolve({ template: 'coupons/new', title: w.newCoupon, data: { discounts } });
  },
});

/** The newest invoices that a page of a coupon lists. */
const NEWEST = 10;

export const couponScreen = screen({
  id: 'coupon',
  scope,
  path: '/coupons/{id}',
  resource: 'coupon',
  section,
  words,
  show: async ({ deps, store, id, f, language }) => {
    const coupon = await findCoupon(deps.em, { store, couponId: id });
    const { rows } = await listInvoices(deps.em, { store, query: { coupon_id: id, limit: NEWEST } });
    return {
      template: 'coupons/coupon',
      title: coupon.code,
      data: {
        coupon: present(coupon, { f, language }),
        values: limitValues(coupon),
        invoices: rows.map(({ id, status, discountCents, totalCents, createdAt }) => ({
          ...{ id, status, tone: toneOf(status), discountCents, totalCents, createdAt },
        })),
      },
    };
  },
});

export const couponsScreens = [listScreen, newCouponScreen, couponScreen];
