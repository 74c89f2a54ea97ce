import type { SecretBox } from '../base/crypto/secret-box.ts';
import { gatewayAccountContext, type GatewayAccount } from './gateway-account.entity.ts';
import type { GatewayProvider, GatewaySettings } from './gateway-provider.ts';

type Kept = Pick<GatewayAccount, 'settings' | 'secrets' | 'secretEnds'>;
type Whose = Pick<GatewayAccount, 'companyId' | 'environment'>;

/** All of them, the secret ones in the clear: for a call, not for keeping. */
export function openSettings(secrets: SecretBox, account: Kept & Whose): GatewaySettings {
  const opened = JSON.parse(secrets.open(account.secrets, gatewayAccountContext(account))) as Record<string, string>;
  return { ...account.settings, ...opened };
}

/** As they are kept: those that anybody may know, and the others encrypted. */
export function sealSettings(
  secrets: SecretBox,
  { provider, whose, settings }: { provider: GatewayProvider; whose: Whose; settings: GatewaySettings },
): Kept {
  const pick = (isSecret: boolean): Record<string, string> =>
    Object.fromEntries(
      provider.settings
        .filter((setting) => setting.isSecret === isSecret && settings[setting.name])
        .map(({ name }) => [name, settings[name]!]),
    );
  const secret = pick(true);
  return {
    settings: pick(false),
    secrets: secrets.seal(JSON.stringify(secret), gatewayAccountContext(whose)),
    secretEnds: Object.fromEntries(Object.entries(secret).map(([name, value]) => [name, value.slice(-4)])),
  };
}
