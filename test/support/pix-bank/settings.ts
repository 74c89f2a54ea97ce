import type { GatewaySettings } from '../../../src/gateways/gateway-provider.ts';
import type { PixBank } from './bank.ts';

/** The settings by which a store reaches a bank of the test. */
export function settingsOf(bank: PixBank, more: GatewaySettings = {}): GatewaySettings {
  return {
    base_url: bank.baseUrl,
    token_url: bank.tokenUrl,
    client_id: bank.clientId,
    client_secret: bank.clientSecret,
    pix_key: bank.pixKey,
    certificate: bank.client.cert,
    private_key: bank.client.key,
    server_ca: bank.authority.cert,
    account_branch: '9708',
    account_number: '012682',
    callback_secret: 'c'.repeat(43),
    ...more,
  };
}
