import type { PixApi } from './pix-api.ts';
import type { PixAccess } from './pix-settings.ts';
import type { OurMark } from './txid.ts';

/** A store's bank, as the parts of the gateway use it. */
export interface PixGatewayAccess {
  api: PixApi;
  mark: OurMark;
  pixKey: string;
  /** The account that debits go to; null: none are made. */
  receiver: PixAccess['receiver'];
}
