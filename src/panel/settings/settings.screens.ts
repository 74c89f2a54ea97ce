import type { Screen } from '../screen.ts';
import { previewScreens } from './preview.screens.ts';
import { settingsScreen } from './settings.page.ts';

export { settingsActs } from './settings.acts.ts';
export const settingsScreens: Screen[] = [settingsScreen, ...previewScreens];
