import type { Act, Screen } from '../screen.ts';

export const settingsScreens: Screen[] = [];
export const settingsActs: Act[] = [];
