import type { Act, Screen } from '../screen.ts';

export const peopleScreens: Screen[] = [];
export const peopleActs: Act[] = [];
