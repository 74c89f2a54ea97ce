import type { Act, Screen } from '../screen.ts';

export const webhooksScreens: Screen[] = [];
export const webhooksActs: Act[] = [];
