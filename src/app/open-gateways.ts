import type { EntityManager } from '@mikro-orm/postgresql';
import type { Config } from './config.ts';
import { createAddressPolicy } from '../base/outgoing/address-policy.ts';
import { createPixProvider } from '../gateways/pix/pix-provider.ts';
import type { SecretBox } from '../base/crypto/secret-box.ts';
import { createGatewayRegistry, type GatewayRegistry } from '../gateways/gateway-registry.ts';
import { createSandboxGateway, sandboxCallbackUrl, type SandboxGateway } from '../gateways/sandbox/sandbox-gateway.ts';
import { createStripeProvider } from '../gateways/stripe/stripe-provider.ts';

/** Every gateway that there is. A new one is named here, and nowhere else outside its folder. */
export function openGateways(
  em: EntityManager,
  secrets: SecretBox,
  {
    port,
    publicUrl,
    stripeApiUrl,
    webhookAllowedNetworks = [],
    webhookDeniedNetworks = [],
  }: Pick<Config, 'port' | 'publicUrl' | 'stripeApiUrl'> &
    Partial<Pick<Config, 'webhookAllowedNetworks' | 'webhookDeniedNetworks'>>,
): { gateways: GatewayRegistry; sandbox: SandboxGateway } {
  const sandbox = createSandboxGateway({ em, secrets, callbackUrl: sandboxCallbackUrl(port), publicUrl });
  // A bank's address is chosen by a store, as that of a receiver is.
  const policy = createAddressPolicy(webhookAllowedNetworks, webhookDeniedNetworks);
  const providers = [createStripeProvider({ apiUrl: stripeApiUrl }), createPixProvider({ policy, publicUrl })];
  return { gateways: createGatewayRegistry({ sandbox, secrets, providers }), sandbox };
}
