import type { operations } from './schema.ts';

type Id = keyof operations;

/** The body of a call. */
export type Body<I extends Id> = operations[I] extends { requestBody?: { content: { 'application/json': infer B } } }
  ? B
  : never;

/** The query of a call. */
export type Query<I extends Id> = NonNullable<operations[I]['parameters']['query']>;

/** The answer of a call that succeeds; nothing for a 204. */
export type Answer<I extends Id> = {
  [S in keyof operations[I]['responses']]: S extends 200 | 201
    ? operations[I]['responses'][S] extends { content: { 'application/json': infer A } }
      ? A
      : never
    : S extends 204
      ? void
      : never;
}[keyof operations[I]['responses']];

/** A row of a list. */
export type Row<I extends Id> = Answer<I> extends { data: (infer T)[] } ? T : never;

/** Said beside a call. */
export interface CallOptions {
  /** Gives the call up. */
  signal?: AbortSignal;
}

export interface WriteOptions extends CallOptions {
  /**
   * A key that outlives your process, say of an order: the same key never does a thing twice, for 24 hours. Without one
   * the call has its own, which holds for its retries.
   */
  idempotencyKey?: string;
}
