import type { Act, Screen } from '../screen.ts';

export const auditScreens: Screen[] = [];
export const auditActs: Act[] = [];
