export { linksActs } from './links.acts.ts';
export { linksScreens } from './links.pages.ts';
