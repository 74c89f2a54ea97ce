export { productsActs } from './products.acts.ts';
export { productsScreens } from './products.pages.ts';
