import { Socket } from 'node:net';
import pg from 'pg';

/** Messages between programs on one database: a hint that may be lost, never the truth. */
export type Signals = {
  /** Calls back on each message until the returned function is called. */
  listen(onMessage: (message: string) => void): () => Promise<void>;
  /** Leaves no connection and no attempt at one. */
  close(): Promise<void>;
};

export type SignalsOptions = {
  /** Milliseconds from the end of one connection, or of an attempt at one, to the next attempt; 1 s without. */
  readonly reconnectMs?: number;
  /** Longest wait for an answer while the connection is made, in milliseconds; 10 s without. */
  readonly answerMs?: number;
  /** A statement that each connection runs first, such as one that takes a lock for as long as it lasts. */
  readonly first?: string;
};

/** A connection that hears the channel. */
type Hearing = { readonly broken: Promise<void>; end(): void };

/** One listening connection on a channel, shared by all listeners; it comes back by itself when it breaks. */
export async function openSignals(url: string, channel: string, options: SignalsOptions = {}): Promise<Signals> {
  const { reconnectMs = 1_000, answerMs = 10_000, first = '' } = options;
  const listeners = new Set<(message: string) => void>();
  const closed = new AbortController();
  const hear = (): Promise<Hearing> =>
    hearChannel({ url, channel, answerMs, first, signal: closed.signal }, (message) => {
      for (const listener of listeners) listener(message);
    });

  // One loop, so that however a connection fails there is one next attempt.
  const run = async (first: Hearing): Promise<void> => {
    let hearing: Hearing | null = first;
    while (!closed.signal.aborted) {
      await hearing?.broken;
      hearing?.end();
      await pause(reconnectMs, closed.signal);
      if (!closed.signal.aborted) hearing = await hear().catch(() => null);
    }
    hearing?.end();
  };
  const running = run(await hear());
  return {
    listen(onMessage) {
      listeners.add(onMessage);
      return async () => {
        listeners.delete(onMessage);
      };
    },
    async close() {
      closed.abort();
      await running;
    },
  };
}

type HearOptions = {
  readonly url: string;
  readonly channel: string;
  readonly answerMs: number;
  readonly first: string;
  readonly signal: AbortSignal;
};

async function hearChannel(
  { url, channel, answerMs, first, signal }: HearOptions,
  onMessage: (message: string) => void,
): Promise<Hearing> {
  // Nothing is lost by ending it abruptly, which also works while it connects and when the other side has fallen silent.
  const socket = new Socket();
  const end = (): void => void socket.destroy();
  const client = new pg.Client({
    connectionString: url,
    application_name: 'switchboard-signals',
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    stream: () => socket,
  });
  const broken = new Promise<void>((resolve) => {
    client.on('error', () => resolve());
    client.on('end', () => resolve());
  });
  client.on('notification', ({ payload }) => onMessage(payload ?? ''));
  signal.addEventListener('abort', end, { once: true });
  void broken.then(() => signal.removeEventListener('abort', end));
  try {
    await client.connect();
    if (first !== '') await client.query(first);
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
  } catch (error) {
    end();
    throw error;
  }
  return { broken, end };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
