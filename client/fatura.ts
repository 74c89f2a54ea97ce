import { Calls } from './calls.ts';
import { createFaturaClient, type FaturaClientOptions } from './create-client.ts';

/**
 * The API of a store. Each call is a method with the name that the reference has: it resolves with what the API
 * answers, and throws a `FaturaError` for anything but success.
 */
export class Fatura extends Calls {
  constructor(options: FaturaClientOptions) {
    super(createFaturaClient(options));
  }
}
