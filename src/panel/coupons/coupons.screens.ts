export { couponsActs } from './coupons.acts.ts';
export { couponsScreens } from './coupons.pages.ts';
