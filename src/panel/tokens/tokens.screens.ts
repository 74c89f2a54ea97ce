import type { Act, Screen } from '../screen.ts';

export const tokensScreens: Screen[] = [];
export const tokensActs: Act[] = [];
