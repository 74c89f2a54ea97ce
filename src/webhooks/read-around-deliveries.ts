import type { EntityManager } from '@mikro-orm/postgresql';
import { reader } from '../base/db/transaction.ts';
import type { WebhookAttempt } from './webhook-attempt.entity.ts';
import type { WebhookDelivery } from './webhook-delivery.entity.ts';
import { WebhookEndpoint } from './webhook-endpoint.entity.ts';

/** The end of the last attempt of a delivery. */
export type LastAttempt = Pick<WebhookAttempt, 'statusCode' | 'error'>;

/** The facts around deliveries that a list of them shows. */
export interface AroundDeliveries {
  /** By the id of the delivery; none where nothing was tried. */
  lastAttempts: Map<number, LastAttempt>;
  /** By id, also those that were deleted. */
  endpoints: Map<number, WebhookEndpoint>;
}

/**
 * Reads the last attempts of the deliveries of a page, and their webhooks: two reads, however many they are.
 *
 * @param deliveries of one store and environment
 */
export async function readAroundDeliveries(
  em: EntityManager,
  deliveries: readonly WebhookDelivery[],
): Promise<AroundDeliveries> {
  if (deliveries.length === 0) return { lastAttempts: new Map(), endpoints: new Map() };
  const attempts = await em.execute<{ id: string; status_code: number | null; error: string | null }[]>(
    `select delivery_id as id, status_code, error
     from unnest(string_to_array(?, ',')::bigint[], string_to_array(?, ',')::int[]) as of_page (id, number)
       join webhook_attempts on delivery_id = of_page.id and webhook_attempts.number = of_page.number`,
    [deliveries.map(({ id }) => id).join(','), deliveries.map((delivery) => delivery.attempts).join(',')],
  );
  const ids = [...new Set(deliveries.map(({ endpointId }) => endpointId))];
  const { companyId, environment } = deliveries[0]!;
  const endpoints = await reader(em).find(WebhookEndpoint, { id: ids, companyId, environment });
  return {
    lastAttempts: new Map(
      attempts.map(({ id, status_code: statusCode, error }) => [Number(id), { statusCode, error }]),
    ),
    endpoints: new Map(endpoints.map((endpoint) => [endpoint.id, endpoint])),
  };
}
