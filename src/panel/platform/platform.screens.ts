import type { Act, Screen } from '../screen.ts';
import { healthScreens } from './health.screens.ts';
import { platformAuditScreens } from './platform-audit.screens.ts';
import { storeActs } from './store.acts.ts';
import { storeScreens } from './store.screens.ts';
import { storesActs, storesScreens } from './stores.screens.ts';

/** @param everyAct as `platformAuditScreens` has it */
export const platformScreens = (everyAct: () => readonly Act[]): Screen[] => [
  ...storesScreens,
  ...storeScreens,
  ...healthScreens,
  ...platformAuditScreens(everyAct),
];
export const platformActs = [...storesActs, ...storeActs];
