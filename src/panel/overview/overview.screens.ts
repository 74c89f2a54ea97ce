import type { Act, Screen } from '../screen.ts';

export const overviewScreens: Screen[] = [];
export const overviewActs: Act[] = [];
