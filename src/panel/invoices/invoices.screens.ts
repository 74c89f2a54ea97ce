import type { Act, Screen } from '../screen.ts';

export const invoicesScreens: Screen[] = [];
export const invoicesActs: Act[] = [];
