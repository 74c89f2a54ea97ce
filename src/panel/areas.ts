import { accessActs, accessScreens } from './access/access.screens.ts';
import { accountActs, accountScreens } from './account/account.screens.ts';
import { auditActs, auditScreens } from './audit/audit.screens.ts';
import { factorActs, factorScreens } from './account/factor.screens.ts';
import { clockActs, clockScreens } from './clock/clock.screens.ts';
import { customersActs, customersScreens } from './customers/customers.screens.ts';
import { goLiveScreens } from './go-live/go-live.screens.ts';
import { invoicesActs, invoicesScreens } from './invoices/invoices.screens.ts';
import { disputesActs, disputesScreens } from './disputes/disputes.screens.ts';
import { moneyActs, moneyScreens } from './money/money.screens.ts';
import { couponsActs, couponsScreens } from './coupons/coupons.screens.ts';
import { linksActs, linksScreens } from './links/links.screens.ts';
import { newInvoiceActs, newInvoiceScreens } from './new-invoice/new-invoice.screens.ts';
import { overviewActs, overviewScreens } from './overview/overview.screens.ts';
import { peopleActs, peopleScreens } from './people/people.screens.ts';
import { platformActs, platformScreens } from './platform/platform.screens.ts';
import { productsActs, productsScreens } from './products/products.screens.ts';
import { remindersActs, remindersScreens } from './reminders/reminders.screens.ts';
import { searchScreens } from './search/search.screens.ts';
import { settingsActs, settingsScreens } from './settings/settings.screens.ts';
import { subscriptionsActs, subscriptionsScreens } from './subscriptions/subscriptions.screens.ts';
import { tokenActs, tokenScreens } from './tokens/token.screens.ts';
import { tokensActs, tokensScreens } from './tokens/tokens.screens.ts';
import { webhooksActs, webhooksScreens } from './webhooks/webhooks.screens.ts';
import type { Act, Screen } from './screen.ts';

/** Everything that the panel shows and does. The router serves it, and the tests go through it. */
export const screens: readonly Screen[] = [
  ...accessScreens,
  ...accountScreens,
  ...factorScreens,
  ...overviewScreens,
  ...goLiveScreens,
  ...searchScreens,
  ...newInvoiceScreens,
  ...invoicesScreens,
  ...moneyScreens,
  ...disputesScreens,
  ...remindersScreens,
  ...subscriptionsScreens,
  ...customersScreens,
  ...productsScreens,
  ...couponsScreens,
  ...linksScreens,
  ...webhooksScreens,
  ...clockScreens,
  ...tokensScreens,
  ...tokenScreens,
  ...settingsScreens,
  ...peopleScreens,
  ...auditScreens(() => acts),
  ...platformScreens(() => acts),
];
export const acts: readonly Act[] = [
  ...accessActs,
  ...accountActs,
  ...factorActs,
  ...overviewActs,
  ...newInvoiceActs,
  ...invoicesActs,
  ...moneyActs,
  ...disputesActs,
  ...remindersActs,
  ...subscriptionsActs,
  ...customersActs,
  ...productsActs,
  ...couponsActs,
  ...linksActs,
  ...webhooksActs,
  ...clockActs,
  ...tokensActs,
  ...tokenActs,
  ...settingsActs,
  ...peopleActs,
  ...auditActs,
  ...platformActs,
];
