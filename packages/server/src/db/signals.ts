import pg from 'pg';

/** Messages between programs on one database: a hint that may be lost, never the truth. */
export type Signals = {
  /** Calls back on each message until the returned function is called. */
  listen(onMessage: (message: string) => void): () => Promise<void>;
  close(): Promise<void>;
};

const RECONNECT = 1_000;

/** One listening connection on a channel, shared by all listeners; it comes back by itself when it breaks. */
export async function openSignals(url: string, channel: string): Promise<Signals> {
  const listeners = new Set<(message: string) => void>();
  let closed = false;
  let client: pg.Client | null = null;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'switchboard-signals' });
    next.on('notification', (notice) => {
      for (const listener of listeners) listener(notice.payload ?? '');
    });
    next.on('error', () => {});
    next.on('end', () => {
      if (!closed) setTimeout(() => void retry(), RECONNECT);
    });
    await next.connect();
    await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    client = next;
  };
  const retry = (): Promise<void> =>
    closed
      ? Promise.resolve()
      : connect().catch(() => {
          if (!closed) setTimeout(() => void retry(), RECONNECT);
        });

  await connect();
  return {
    listen(onMessage) {
      listeners.add(onMessage);
      return async () => {
        listeners.delete(onMessage);
      };
    },
    async close() {
      closed = true;
      await client?.end();
    },
  };
}
