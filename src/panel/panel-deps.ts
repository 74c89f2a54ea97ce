import type { DomainProbe } from '../accounts/companies/checkout-domain.ts';
import type { HttpDeps } from '../base/http/http-deps.ts';
import type { GatewayRegistry } from '../gateways/gateway-registry.ts';
import type { SandboxGateway } from '../gateways/sandbox/sandbox-gateway.ts';
import type { OperateInvoice } from '../invoices/operator-order.ts';
import type { CardsOfSubscriptions } from '../payments/submit-payment.ts';
import type { HealthReader } from '../platform/health.ts';
import type { AddressPolicy } from '../base/outgoing/address-policy.ts';

/** The parts that the panel's screens and acts need. */
export interface PanelDeps extends HttpDeps {
  gateways: GatewayRegistry;
  /** Payments are simulated by it. */
  sandbox: SandboxGateway;
  /** A change may have been committed that a workflow must hear of. Returns at once. */
  wakeDispatcher(): void;
  addressPolicy: AddressPolicy;
  /** Asks the internet about the domain of a store. */
  domainProbe: DomainProbe;
  /** The subscriptions, as far as the cards of payments concern them. */
  cards: CardsOfSubscriptions;
  /** Whether mail can be sent at all. */
  hasMail: boolean;
  /** Where operators look at workflows, without a trailing slash; null where none is set. */
  temporalUiUrl: string | null;
  /** The namespace of the workflows in Temporal. */
  temporalNamespace: string;
  /** Has an act done by the workflow of an invoice, and waits for its answer. */
  operate: OperateInvoice;
  /** Reads the platform's health, for its operators; answers within three seconds. */
  readHealth: HealthReader;
}
