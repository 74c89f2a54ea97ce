import type { HttpDeps } from '../base/http/http-deps.ts';
import type { GatewayRegistry } from '../gateways/gateway-registry.ts';
import type { SandboxGateway } from '../gateways/sandbox/sandbox-gateway.ts';
import type { CardsOfSubscriptions } from '../payments/submit-payment.ts';
import type { PageHub } from './page-hub.ts';

/** The parts that the pages of payers need. */
export interface CheckoutDeps extends HttpDeps {
  gateways: GatewayRegistry;
  sandbox: SandboxGateway;
  cards: CardsOfSubscriptions;
  /** Open checkout pages. */
  pages: PageHub;
  /** A change may have been committed that a workflow must hear of. Returns at once. */
  wakeDispatcher(): void;
}
