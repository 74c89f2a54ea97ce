import type { Act, Screen } from '../screen.ts';

export const platformScreens: Screen[] = [];
export const platformActs: Act[] = [];
