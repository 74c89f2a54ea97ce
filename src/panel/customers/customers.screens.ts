import type { Act, Screen } from '../screen.ts';

export const customersScreens: Screen[] = [];
export const customersActs: Act[] = [];
