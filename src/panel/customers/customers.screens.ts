export { customersActs } from './customers.acts.ts';
export { customersScreens } from './customers.pages.ts';
