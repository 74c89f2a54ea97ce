import type { Screen } from '../screen.ts';
import { editSubscriptionScreen, newSubscriptionScreen } from './form.screens.ts';
import { subscriptionsScreen } from './list.screens.ts';
import { subscriptionScreen } from './subscription.screens.ts';

export { subscriptionsActs } from './subscriptions.acts.ts';
export const subscriptionsScreens: Screen[] = [
  subscriptionsScreen,
  newSubscriptionScreen,
  subscriptionScreen,
  editSubscriptionScreen,
];
