import { KeyUsedUpError } from '../payment-gateway.ts';

/**
 * Makes something at Stripe at most once, under a key that is the same however often it is tried, so that two calls at
 * one time make one thing. Where the key is used up, the books are asked before another one is taken.
 *
 * @param find what Stripe has of it, or null
 * @throws KeyUsedUpError where nothing was made, and the next try needs another key
 */
export async function makeOnce<T>({
  find,
  make,
}: {
  find: () => Promise<T | null>;
  make: () => Promise<T>;
}): Promise<T> {
  try {
    return await make();
  } catch (error) {
    const found = error instanceof KeyUsedUpError ? await find() : null;
    if (found) return found;
    throw error;
  }
}
