import activity from '@lucide/icons/icons/activity';
import bell from '@lucide/icons/icons/bell';
import calendarClock from '@lucide/icons/icons/calendar-clock';
import circleUser from '@lucide/icons/icons/circle-user';
import house from '@lucide/icons/icons/house';
import keyRound from '@lucide/icons/icons/key-round';
import link from '@lucide/icons/icons/link';
import packageIcon from '@lucide/icons/icons/package';
import plus from '@lucide/icons/icons/plus';
import receiptText from '@lucide/icons/icons/receipt-text';
import repeat from '@lucide/icons/icons/repeat';
import scrollText from '@lucide/icons/icons/scroll-text';
import search from '@lucide/icons/icons/search';
import settings from '@lucide/icons/icons/settings';
import shieldCheck from '@lucide/icons/icons/shield-check';
import store from '@lucide/icons/icons/store';
import ticketPercent from '@lucide/icons/icons/ticket-percent';
import triangleAlert from '@lucide/icons/icons/triangle-alert';
import userCog from '@lucide/icons/icons/user-cog';
import users from '@lucide/icons/icons/users';
import wallet from '@lucide/icons/icons/wallet';
import webhook from '@lucide/icons/icons/webhook';
import { buildLucideSvg } from '@lucide/icons/build';
import type { Section } from './sections.ts';

type Icon = Parameters<typeof buildLucideSvg>[0];

/** Each section has its picture: in the navigation, and where a list of the section is empty. */
const OF_SECTIONS: Record<Section, Icon> = {
  overview: house,
  invoices: receiptText,
  links: link,
  money: wallet,
  reminders: bell,
  subscriptions: repeat,
  customers: users,
  products: packageIcon,
  coupons: ticketPercent,
  webhooks: webhook,
  clock: calendarClock,
  tokens: keyRound,
  settings,
  people: userCog,
  security: shieldCheck,
  audit: scrollText,
  account: circleUser,
  platformStores: store,
  platformHealth: activity,
  platformAudit: scrollText,
};
const ICONS = { ...OF_SECTIONS, search, plus, attention: triangleAlert };
export type IconName = keyof typeof ICONS;

/** All icons of the panel in a single file, from which a page takes an icon by its name. The icons are Lucide's. */
export function iconSheet(): string {
  const symbols = Object.entries(ICONS).map(
    ([name, icon]) => `<symbol id="${name}" viewBox="0 0 24 24">${buildLucideSvg(icon)}</symbol>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
}
