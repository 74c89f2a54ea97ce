import type { Act, Screen } from '../screen.ts';

export const productsScreens: Screen[] = [];
export const productsActs: Act[] = [];
