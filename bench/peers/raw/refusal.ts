/** The reason why a request is refused. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** @throws Refusal 422 */
export function invalid(message: string): never {
  throw new Refusal(422, 'validation_failed', message);
}
