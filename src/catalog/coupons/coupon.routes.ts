import { presentPage } from '../../base/http/list-page.ts';
import { operation } from '../../base/http/operation.ts';
import { createCouponExamples, updateCouponExamples } from './coupon.examples.ts';
import {
  couponListSchema,
  couponSchema,
  createCouponSchema,
  listCouponsQuery,
  updateCouponSchema,
} from './coupon.schema.ts';
import { createCoupon } from './create-coupon.ts';
import { findCoupon } from './find-coupon.ts';
import { listCoupons } from './list-coupons.ts';
import { presentCoupon } from './present-coupon.ts';
import { updateCoupon } from './update-coupon.ts';

const tag = 'Coupons';
const resource = 'coupon';

export const couponOperations = [
  operation({
    id: 'createCoupon',
    method: 'POST',
    path: '/coupons',
    scope: 'invoices:write',
    tag,
    summary: 'Create a coupon',
    description:
      'A code, and what it takes off. Invoices and subscriptions name it by its code. Its terms stay as they are: whoever redeemed it agreed on them.',
    body: createCouponSchema,
    examples: createCouponExamples,
    answer: { status: 201, schema: couponSchema, description: 'The created coupon.' },
    problems: { 409: ['coupon_code_taken'] },
    audit: { as: 'createCoupon', of: 'coupon' },
    handle: async ({ deps, store, body: input }) => presentCoupon(await createCoupon(deps, { store, input })),
  }),
  operation({
    id: 'listCoupons',
    method: 'GET',
    path: '/coupons',
    scope: 'read',
    tag,
    summary: 'List coupons',
    description: "Those of the token's environment: sandbox and production have their own.",
    query: listCouponsQuery,
    answer: { status: 200, schema: couponListSchema, description: 'A page of coupons, newest first.' },
    handle: async ({ deps, store, query }) => presentPage(await listCoupons(deps.em, { store, query }), presentCoupon),
  }),
  operation({
    id: 'getCoupon',
    method: 'GET',
    path: '/coupons/{id}',
    scope: 'read',
    tag,
    resource,
    summary: 'Read a coupon',
    description: 'Archived ones are found too.',
    answer: { status: 200, schema: couponSchema, description: 'The coupon.' },
    handle: async ({ deps, store, id }) => presentCoupon(await findCoupon(deps.em, { store, couponId: id })),
  }),
  operation({
    id: 'updateCoupon',
    method: 'PATCH',
    path: '/coupons/{id}',
    scope: 'invoices:write',
    tag,
    resource,
    summary: 'Update a coupon',
    description:
      'Sets the fields that are given and leaves the others. Code, discount and cycles cannot change: archive the coupon and create another.',
    body: updateCouponSchema,
    examples: updateCouponExamples,
    answer: { status: 200, schema: couponSchema, description: 'The coupon as it now is.' },
    problems: { 409: ['coupon_code_taken'] },
    audit: { as: 'updateCoupon', of: 'coupon', details: (changes) => ({ changed: Object.keys(changes) }) },
    handle: async ({ deps, store, id, body: changes }) =>
      presentCoupon(await updateCoupon(deps, { store, couponId: id, changes })),
  }),
  operation({
    id: 'archiveCoupon',
    method: 'DELETE',
    path: '/coupons/{id}',
    scope: 'invoices:write',
    tag,
    resource,
    summary: 'Archive a coupon',
    description:
      'It stays where it was redeemed, and nobody redeems it any more. `PATCH` with `"active": true` brings it back.',
    answer: { status: 200, schema: couponSchema, description: 'The archived coupon.' },
    audit: { as: 'archiveCoupon', of: 'coupon' },
    handle: async ({ deps, store, id }) =>
      presentCoupon(await updateCoupon(deps, { store, couponId: id, changes: { active: false } })),
  }),
];
