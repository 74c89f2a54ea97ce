import type { SignedIn } from '../accounts/people/sessions.ts';
import type { Permission } from '../accounts/people/roles.ts';
import type { LayoutView } from './render.ts';
import type { RequestOf, Scope, Screen } from './screen.ts';
import type { Section } from './sections.ts';

interface Place {
  section: Section;
  path: string;
  needs?: Permission;
}

const STORE_PLACES: readonly Place[] = [
  { section: 'overview', path: '' },
  { section: 'invoices', path: '/invoices' },
  { section: 'subscriptions', path: '/subscriptions' },
  { section: 'customers', path: '/customers' },
  { section: 'products', path: '/products' },
  { section: 'webhooks', path: '/webhooks' },
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
}: {
  request: RequestOf<Scope, never, unknown>;
  screen: Screen | null;
  me: SignedIn | null;
  notice: string | null;
  factorUntil?: Date | null;
}): LayoutView {
  const { t, language, href } = request;
  const inStore = screen?.scope === 'store' ? (request as RequestOf<'store', never, unknown>) : null;
  const places = inStore ? STORE_PLACES : screen?.scope === 'platform' ? PLATFORM_PLACES : [];
  const place = places.find(({ section }) => section === screen?.section);
  return {
    language,
    environment: inStore?.store.environment ?? null,
    nav: places
      .filter(({ needs }) => !needs || inStore?.can(needs))
      .map(({ section, path }) => ({
        href: href(path),
        label: t.sections[section],
        current: section === screen?.section,
      })),
    navLabel: t.navigation,
    store: inStore && { name: inStore.company.name, isSuspended: inStore.company.suspendedAt !== null },
    environments: inStore
      ? (['production', 'sandbox'] as const).map((environment) => ({
          environment,
          // The list of the same kind: what one environment has, the other does not.
          href: `/panel/stores/${inStore.store.companyId}/${environment}${place?.path ?? ''}`,
          current: environment === inStore.store.environment,
        }))
      : [],
    person: me && { name: me.person.name, email: me.person.email },
    notice,
    factorUntil,
    isOperator: me?.person.isOperator ?? false,
  };
}
