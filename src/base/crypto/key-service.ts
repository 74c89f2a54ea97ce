/**
 * A service outside that holds a key which nobody takes out, and wraps our keys with it. Processes ask the service when
 * they start, and never while they work.
 */
export interface KeyService {
  /** As ENCRYPTION_KEYS names the service: `[a-z-]+`. */
  readonly name: string;
  /**
   * Makes 32 random bytes, and wraps them.
   *
   * @param id the id of the new key, which the wrapping is bound to: the wrapped bytes open under no other
   * @param wrappingKey the service's own key, as the service names it
   * @returns the wrapped bytes alone: the new key has not left the service in the clear
   */
  newKey(id: string, wrappingKey: string): Promise<Uint8Array>;
  /** @throws Error with the service's own word, where it is away or refuses */
  unwrap(id: string, wrapped: Uint8Array): Promise<Uint8Array>;
}
