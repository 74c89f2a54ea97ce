import type { SignedIn } from '../accounts/people/sessions.ts';
import type { SandboxClock } from '../accounts/companies/sandbox-clock.entity.ts';
import type { Environment } from '../base/environment.ts';
import type { Permission } from '../accounts/people/roles.ts';
import type { LayoutView } from './render.ts';
import type { RequestOf, Scope, Screen } from './screen.ts';
import type { Section } from './sections.ts';

interface Place {
  section: Section;
  path: string;
  needs?: Permission;
  /** Absent: in both. */
  only?: Environment;
}

const STORE_PLACES: readonly Place[] = [
  { section: 'overview', path: '' },
  { section: 'invoices', path: '/invoices' },
  { section: 'links', path: '/links' },
  { section: 'money', path: '/money' },
  { section: 'reminders', path: '/reminders' },
  { section: 'subscriptions', path: '/subscriptions' },
  { section: 'customers', path: '/customers' },
  { section: 'products', path: '/products' },
  { section: 'coupons', path: '/coupons' },
  { section: 'webhooks', path: '/webhooks' },
  { section: 'clock', path: '/clock', only: 'sandbox' },
  { section: 'tokens', path: '/tokens' },
  { section: 'settings', path: '/settings' },
  { section: 'people', path: '/people' },
  { section: 'security', path: '/security', needs: 'manage' },
  { section: 'audit', path: '/audit', needs: 'manage' },
];
const PLATFORM_PLACES: readonly Place[] = [
  { section: 'platformStores', path: '/stores' },
  { section: 'platformHealth', path: '/health' },
  { section: 'platformAudit', path: '/audit' },
];

/** The frame of a page: where the reader is, and where they can go. */
export function layOut({
  request,
  screen,
  me,
  notice,
  factorUntil = null,
  clock = null,
  path = '',
}: {
  request: RequestOf<Scope, never, unknown>;
  screen: Screen | null;
  me: SignedIn | null;
  notice: string | null;
  factorUntil?: Date | null;
  /** The clock of the sandbox; null where it has real time. */
  clock?: SandboxClock | null;
  /** The address of the page. */
  path?: string;
}): LayoutView {
  const { t, language, href } = request;
  const inStore = screen?.scope === 'store' ? (request as RequestOf<'store', never, unknown>) : null;
  const places = inStore ? STORE_PLACES : screen?.scope === 'platform' ? PLATFORM_PLACES : [];
  const place = places.find(({ section }) => section === screen?.section);
  return {
    language,
    environment: inStore?.store.environment ?? null,
    nav: places
      .filter(({ needs, only }) => (!needs || inStore?.can(needs)) && (!only || inStore?.store.environment === only))
      .map(({ section, path }) => ({
        href: href(path),
        label: t.sections[section],
        icon: section,
        current: section === screen?.section,
      })),
    navLabel: t.navigation,
    store: inStore && { name: inStore.company.name, isSuspended: inStore.company.suspendedAt !== null },
    search: inStore && {
      href: href('/search'),
      text: screen?.id === 'search' ? ((inStore.input as { q?: string }).q ?? '') : '',
      isOpen: screen?.id === 'search',
    },
    environments: inStore
      ? (['production', 'sandbox'] as const).map((environment) => ({
          environment,
          // The list of the same kind: what one environment has, the other does not.
          href: `/panel/stores/${inStore.store.companyId}/${environment}${place && !place.only ? place.path : ''}`,
          current: environment === inStore.store.environment,
        }))
      : [],
    clock:
      inStore?.store.environment === 'sandbox'
        ? {
            ...{ now: clock?.nowAt ?? request.now, isManual: clock !== null, target: clock?.targetAt ?? null },
            ...{ path, canAdvance: inStore.can('collect') },
          }
        : null,
    theme: me?.person.preferences.theme ?? null,
    person: me && { name: me.person.name, email: me.person.email },
    notice,
    factorUntil,
    isOperator: me?.person.isOperator ?? false,
  };
}
