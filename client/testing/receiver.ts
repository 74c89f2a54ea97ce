import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import {
  verifyWebhook,
  type Fatura,
  type WebhookEvent,
  type WebhookEventOf,
  type WebhookEventType,
} from '@fatura/client';

const PATIENCE_MS = 30_000;

/** An event as it came. */
export type ReceivedEvent = WebhookEvent;

/** A server that gets every event of the sandbox. */
export interface Receiver {
  url: string;
  /** The secret of its webhook. */
  secret: string;
  /** In the order in which they came. */
  readonly events: readonly ReceivedEvent[];
  /** From now on it answers so; 204 unless it is told otherwise. */
  answerWith(status: number): void;
  /**
   * Waits for an event, also for one that came before.
   *
   * @param isWanted tells those of one invoice from others
   * @throws Error after half a minute, with the events that came
   */
  waitFor<Type extends WebhookEventType>(
    type: Type,
    isWanted?: (event: WebhookEventOf<Type>) => boolean,
  ): Promise<WebhookEventOf<Type>>;
  close(): Promise<void>;
}

/** Starts the server and subscribes it to everything. A request without a right signature is answered 401. */
export async function startReceiver(fatura: Fatura): Promise<Receiver> {
  const events: ReceivedEvent[] = [];
  const waiting = new Set<() => void>();
  let secret = '';
  let status = 204;
  const server = createServer((request, response) => {
    void (async () => {
      try {
        events.push(verifyWebhook(await buffer(request), request.headers, secret));
        response.writeHead(status).end();
        for (const look of waiting) look();
      } catch {
        response.writeHead(401).end();
      }
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`;
  ({ secret } = await fatura.createWebhook({ url, events: ['*'] }));
  return {
    ...{ url, secret, events },
    answerWith(next) {
      status = next;
    },
    waitFor<Type extends WebhookEventType>(
      type: Type,
      isWanted: (event: WebhookEventOf<Type>) => boolean = () => true,
    ) {
      return new Promise<WebhookEventOf<Type>>((resolve, reject) => {
        const look = (): void => {
          const found = events.find(
            (event): event is WebhookEventOf<Type> => event.event === type && isWanted(event as WebhookEventOf<Type>),
          );
          if (!found) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve(found);
        };
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(
            new Error(
              `No ${type} in ${PATIENCE_MS / 1000} s. These came: ${events.map(({ event }) => event).join(', ')}`,
            ),
          );
        }, PATIENCE_MS);
        waiting.add(look);
        look();
      });
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
