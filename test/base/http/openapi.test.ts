import { beforeAll, describe, expect, test } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { openApiDocument } from '../../../src/base/http/openapi/document.ts';
import { describedApi } from '../../../src/app/described-api.ts';
import { operations } from '../../../src/app/operations.ts';
import { createCouponExamples } from '../../../src/catalog/coupons/coupon.examples.ts';
import { useApiWorld } from '../../support/api-world.ts';
import type { TestStore } from '../../support/world.ts';

const document = openApiDocument(describedApi, { version: '0', publicUrl: 'https://fatura.test' });

/** Beside Redocly's `recommended-strict`, in which every warning is an error; none of it is switched off. */
const RULES = [
  'array-parameter-serialization',
  'component-name-unique',
  'no-duplicated-tag-names',
  'no-http-verbs-in-paths',
  'no-illogical-composition-keywords',
  'no-invalid-media-type-examples',
  'no-invalid-parameter-examples',
  'no-invalid-schema-examples',
  'no-mixed-number-range-constraints',
  'no-path-trailing-slash',
  'no-required-schema-properties-undefined',
  'no-schema-type-mismatch',
  'no-unsafe-markdown',
  'operation-4xx-problem-details-rfc7807',
  'operation-description',
  'operation-operationId-url-safe',
  'operation-singular-tag',
  'parameter-description',
  'paths-kebab-case',
  'spec-strict-refs',
  'tag-description',
];

/** Rules of our own paths and answers: an event's name is no path, and a receiver answers as it likes. */
const OF_OURS: readonly string[] = ['paths-kebab-case', 'operation-4xx-problem-details-rfc7807'];
/** "Disputes" has the letters of "put". */
const NO_VERB = '#/paths/~1api~1v1~1disputes';

async function lint(source: unknown): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: Object.fromEntries(RULES.map((rule) => [rule, 'error'])),
  });
  const problems = await lintFromString({ source: JSON.stringify(source), absoluteRef: '/openapi.json', config });
  return problems
    .map(({ ruleId, message, location }) => ({ ruleId, message, pointer: location[0]?.pointer ?? '' }))
    .filter(({ ruleId, pointer }) => !(OF_OURS.includes(ruleId) && pointer.startsWith('#/webhooks/')))
    .filter(({ ruleId, pointer }) => !(ruleId === 'no-http-verbs-in-paths' && pointer.startsWith(NO_VERB)))
    .map(({ ruleId, message, pointer }) => `${ruleId}: ${message} (${pointer})`);
}

describe('the OpenAPI document', () => {
  test('has nothing that a linter warns of', async () => {
    expect(await lint(document)).toEqual([]);
  });

  test('would not pass the linter without a description, or with an example that is wrong', async () => {
    const broken = structuredClone(document) as typeof document & Record<string, never>;
    const create = broken.paths['/api/v1/products']!.post as {
      description?: string;
      requestBody: { content: { 'application/json': { examples: { short: { value: { price: unknown } } } } } };
    };
    delete create.description;
    create.requestBody.content['application/json'].examples.short.value.price = 'free';
    const rules = (await lint(broken)).map((problem) => problem.split(':')[0]);
    expect(new Set(rules)).toEqual(new Set(['operation-description', 'no-invalid-media-type-examples']));
  });

  test('names every operation once, under a tag that it explains', () => {
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
    expect((document.tags as { name: string }[]).map(({ name }) => name)).toEqual([
      ...new Set(operations.map(({ tag }) => tag)),
    ]);
  });
});

describe('the examples of the document', () => {
  const world = useApiWorld();
  let store: TestStore;
  let savedCardId: number;
  beforeAll(async () => {
    store = await world.current.createStore();
    await store.sandbox.create('/api/v1/coupons', createCouponExamples.short!.value);
    const cards = `/api/v1/customers/${store.customerId}/cards`;
    savedCardId = (await store.sandbox.create<{ id: number }>(cards, { card_token: 'tok_approved' })).id;
  });

  const examples = operations.flatMap((operation) =>
    Object.entries(operation.examples ?? {}).map(([name, { value }]) => ({ operation, name, value })),
  );

  test('are there for every call that takes a body', () => {
    const without = operations.filter((operation) => operation.body && !operation.examples).map(({ id }) => id);
    expect(without).toEqual([]);
  });

  test.each(examples)('$operation.id: $name is what the schema takes', ({ operation, value }) => {
    expect(operation.body!.validate(value, { convert: false }).error).toBeUndefined();
  });

  const creating = examples.filter(({ operation }) => /^create(Customer|Product|Invoice)$/.test(operation.id));
  test.each(creating)(
    '$operation.id: $name is taken by the API, with ids of the store',
    async ({ operation, value }) => {
      const ids = { customer_id: store.customerId, products: [{ product_id: store.productId, quantity: 2 }] };
      const card = 'saved_card_id' in (value as object) ? { saved_card_id: savedCardId } : {};
      const body = { ...(value as object), ...(operation.id === 'createInvoice' ? { ...ids, ...card } : {}) };
      expect((await store.sandbox.post(`/api/v1${operation.path}`, body)).status).toBe(201);
    },
  );
});
