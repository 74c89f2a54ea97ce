import { deliveriesActs, deliveriesScreens } from './deliveries.screens.ts';
import { deliveryActs, deliveryScreens } from './delivery.screens.ts';
import { endpointsActs, endpointsScreens } from './endpoints.screens.ts';
import { webhookActs } from './webhook.acts.ts';
import { webhookScreen } from './webhook.screens.ts';

export const webhooksScreens = [...endpointsScreens, webhookScreen, ...deliveriesScreens, ...deliveryScreens];
export const webhooksActs = [...endpointsActs, ...webhookActs, ...deliveriesActs, ...deliveryActs];
