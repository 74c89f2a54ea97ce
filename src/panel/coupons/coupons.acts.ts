import { createCoupon } from '../../catalog/coupons/create-coupon.ts';
import { findCoupon } from '../../catalog/coupons/find-coupon.ts';
import { updateCoupon } from '../../catalog/coupons/update-coupon.ts';
import { act } from '../screen.ts';
import { changedLimits, couponForm, limitsForm, limitsOf, readCoupon } from './coupon-form.ts';
import { couponScreen, newCouponScreen } from './coupons.pages.ts';
import { couponsWords } from './coupons.words.ts';

const common = { scope: 'store', words: couponsWords, needs: 'collect' } as const;

const createCouponAct = act({
  ...common,
  id: 'createCoupon',
  path: '/coupons',
  screen: newCouponScreen,
  form: couponForm,
  run: async ({ deps, store, input, language, href }) => {
    const coupon = await createCoupon(deps, { store, input: readCoupon(input, language) });
    return { goTo: href(`/coupons/${coupon.id}`), subject: `coupon ${coupon.id}` };
  },
});

const updateCouponAct = act({
  ...common,
  id: 'updateCoupon',
  path: '/coupons/{id}',
  screen: couponScreen,
  form: limitsForm,
  run: async ({ deps, store, id, input }) => {
    const changed = changedLimits(await findCoupon(deps.em, { store, couponId: id }), input);
    await updateCoupon(deps, { store, couponId: id, changes: limitsOf(input) });
    return { subject: `coupon ${id}`, details: { changed } };
  },
});

const archiving = (id: string, path: string, active: boolean) =>
  act({
    ...common,
    id,
    path,
    screen: couponScreen,
    run: async ({ deps, store, id: couponId }) => {
      await updateCoupon(deps, { store, couponId, changes: { active } });
      return { subject: `coupon ${couponId}` };
    },
  });

export const couponsActs = [
  createCouponAct,
  updateCouponAct,
  archiving('archiveCoupon', '/coupons/{id}/archive', false),
  archiving('restoreCoupon', '/coupons/{id}/restore', true),
];
