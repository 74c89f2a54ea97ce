import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import type { SecretBox } from '../base/crypto/secret-box.ts';
import type { PaymentMethod } from '../banking/payment-method.ts';
import { GatewayAccount } from './gateway-account.entity.ts';
import { collectingGateway, findCollectingAccount } from './read-account.ts';
import type { CardEntry, GatewayProvider } from './gateway-provider.ts';
import { Installation } from './installation.entity.ts';
import { openSettings } from './gateway-settings.ts';
import { GatewayAccountError, type PaymentGateway } from './payment-gateway.ts';
import { watchAccount } from './watch-account.ts';

/** The gateway that a store's new charges by a method go to. */
export interface CollectingGateway {
  name: string;
  /** The store's account there; null for a gateway that all stores share. */
  accountId: string | null;
  /** Names the missing data of a charge, before anything is written. */
  problemsOf: GatewayProvider['problemsOf'];
  /** Null: it takes no cards. */
  cardEntry: CardEntry | null;
  /** The text by which a payer finds a payment on the card's statement; null: it is not known. */
  statementText: string | null;
  /** Whether a payer can agree to debits: Pix Automático. */
  takesMandates: boolean;
}

/** With which account something was made; what is made now is made with the one that there is. */
interface MadeWith {
  gatewayAccountId?: string | null;
}

/** Finds the gateway that collects for a store. */
export interface GatewayRegistry {
  /** Null where a store's production has no gateway for the method yet. Reads in the caller's transaction. */
  forStore(em: EntityManager, store: Store, method: PaymentMethod): Promise<CollectingGateway | null>;
  /** As `forStore`, with the store's own account for the method as it was read; null: it has none. */
  collecting(store: Store, account: GatewayAccount | null): CollectingGateway | null;
  /**
   * The gateway of an attempt or payment, with the store's own access to it.
   *
   * @throws GatewayAccountError where the store has removed its access, or has exchanged the account for another
   */
  open(em: EntityManager, name: string, store: Store & MadeWith): Promise<PaymentGateway>;
  /** The one that all stores share, by its name; null for any other. */
  shared(name: string): PaymentGateway | null;
  /** The gateways that a store can have an account with. */
  providers: readonly GatewayProvider[];
}

/** A gateway's name as people know it, or as the account has it where this installation has no such gateway. */
export function gatewayTitle({ providers }: Pick<GatewayRegistry, 'providers'>, gateway: string): string {
  return providers.find(({ name }) => name === gateway)?.title ?? gateway;
}

interface GatewayRegistryDeps {
  sandbox: PaymentGateway & { cardEntry: CardEntry };
  secrets: SecretBox;
  providers: readonly GatewayProvider[];
}

export function createGatewayRegistry({ sandbox, secrets, providers }: GatewayRegistryDeps): GatewayRegistry {
  let installation: string | undefined;
  const find = (name: string): GatewayProvider | null => providers.find((one) => one.name === name) ?? null;
  const sandboxForAll: CollectingGateway = {
    name: sandbox.name,
    accountId: null,
    problemsOf: () => [],
    cardEntry: sandbox.cardEntry,
    statementText: 'FATURA* SANDBOX',
    takesMandates: true,
  };

  const collecting: GatewayRegistry['collecting'] = (store, account) => {
    const provider = account && find(account.gateway);
    if (!provider) return collectingGateway(store, null) === sandbox.name ? sandboxForAll : null;
    return {
      name: provider.name,
      accountId: account.accountId,
      problemsOf: (charge) => provider.problemsOf(charge),
      cardEntry: provider.cardEntry?.(account) ?? null,
      statementText: account.statementText,
      takesMandates: provider.takesMandates?.(account) ?? false,
    };
  };

  return {
    providers,
    collecting,
    shared: (name) => (name === sandbox.name ? sandbox : null),

    async forStore(em, store, method) {
      return collecting(store, await findCollectingAccount(em, store, method));
    },

    async open(em, name, { companyId, environment, gatewayAccountId = null }) {
      if (name === sandbox.name) return sandbox;
      const provider = find(name);
      if (!provider) throw new Error(`There is no payment gateway "${name}".`);
      const store = { companyId, environment };
      const account = await em.fork().findOne(GatewayAccount, { ...store, gateway: name });
      if (!account) {
        const message = `Store ${companyId} has no access to ${provider.title} in ${environment}: set it in the panel.`;
        throw new GatewayAccountError('not_configured', message);
      }
      const { accountId } = account;
      if (gatewayAccountId !== null && gatewayAccountId !== accountId) {
        const message = `It was made with ${gatewayAccountId} of ${provider.title}, and store ${companyId} has ${accountId} now.`;
        throw new GatewayAccountError('not_configured', message);
      }
      installation ??= (await em.fork().findOneOrFail(Installation, 1)).reference;
      const settings = openSettings(secrets, account);
      const opened = await provider.open(em, { store, installation, accountId, settings });
      return watchAccount(em, opened, account);
    },
  };
}
