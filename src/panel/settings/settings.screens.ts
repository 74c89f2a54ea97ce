import type { Act, Screen } from '../screen.ts';
import { gatewayActs } from './gateway.acts.ts';
import { gatewayScreen } from './gateway.page.ts';
import { previewScreens } from './preview.screens.ts';
import { securityActs, securityScreens } from './security.screens.ts';
import { settingsActs as storeActs } from './settings.acts.ts';
import { settingsScreen } from './settings.page.ts';

export const settingsScreens: Screen[] = [settingsScreen, gatewayScreen, ...securityScreens, ...previewScreens];
export const settingsActs: Act[] = [...storeActs, ...gatewayActs, ...securityActs];
