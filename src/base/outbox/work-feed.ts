import pg from 'pg';
import type { Logger } from 'pino';
import { WORK_LEFT, type WorkLeft } from './work-left.ts';

const RECONNECT_MS = 1_000;

export interface WorkFeed {
  stop(): Promise<void>;
}

/** Hears from PostgreSQL that another process left work, over one connection for the whole process. */
export function createWorkFeed({
  databaseUrl,
  log,
  left,
  name,
  onWork,
}: {
  databaseUrl: string;
  log: Logger;
  left: WorkLeft;
  /** The name of the connection, by which PostgreSQL lists it. */
  name: string;
  /** Another process left work for the loops of this one. */
  onWork: () => void;
}): WorkFeed {
  let client: pg.Client | null = null;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: databaseUrl, application_name: name, keepAlive: true });
    let lost = false;
    const onLost = (error?: Error): void => {
      if (lost || stopped) return;
      lost = true;
      log.warn({ err: error }, 'the feed of work is interrupted; it is taken up again');
      void next.end().catch(() => undefined);
      timer = setTimeout(() => void connect(), RECONNECT_MS);
    };
    next.on('error', onLost);
    next.on('end', () => onLost());
    next.on('notification', onWork);
    try {
      await next.connect();
      await next.query(`listen ${WORK_LEFT[left]}`);
      client = next;
    } catch (error) {
      onLost(error as Error);
    }
  };
  const connecting = connect();

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await connecting;
      await client?.end().catch(() => undefined);
    },
  };
}
