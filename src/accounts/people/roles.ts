/** The roles of a person in a store. */
export const ROLES = ['owner', 'developer', 'support'] as const;
export type Role = (typeof ROLES)[number];

/**
 * The permissions that a role gives. Every member of a store may `view` it: its secrets are never shown again anyway.
 */
export const PERMISSIONS = ['view', 'collect', 'integrate', 'manage'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/**
 * `view`: everything of a store, changing nothing. `collect`: customers, products, invoices, subscriptions and refunds.
 * `integrate`: tokens and webhooks. `manage`: the store itself and who belongs to it.
 *
 * A developer may refund: whoever makes a token can do all that the API can.
 */
const GRANTS: Readonly<Record<Role, readonly Permission[]>> = {
  owner: PERMISSIONS,
  developer: ['view', 'collect', 'integrate'],
  support: ['view'],
};

export function may(role: Role, permission: Permission): boolean {
  return GRANTS[role].includes(permission);
}
