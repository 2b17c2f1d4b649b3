import type { Client } from 'pg';
import { CHANGE_KINDS, type ChangeFeedControl, type ChangeKind } from '../../graphql/change-feed.ts';
import { UUID } from '../../graphql/cursor.ts';

export type ChangeListenerOptions = {
  readonly feed: Pick<ChangeFeedControl, 'change' | 'accessChange' | 'gap'>;
  /** A connection of its own; the listener ends it. */
  readonly connect: () => Promise<Client>;
  readonly onError?: (error: Error) => void;
  /** Milliseconds before the first reconnection; doubled up to `longestDelayMs`. */
  readonly shortestDelayMs?: number;
  readonly longestDelayMs?: number;
  /** Milliseconds between queries that detect a dead connection. */
  readonly checkMs?: number;
};

export type ChangeListener = {
  /** Resolves when the listener is connected for the first time. It reconnects by itself after later failures. */
  readonly ready: Promise<void>;
  stop(): Promise<void>;
};

const CHANNEL = 'switchboard_changes';
const KINDS: ReadonlySet<string> = new Set(CHANGE_KINDS);

/** Parses "kind account_id id"; null for kinds that are not followed and for anything else. */
export function parseChange(payload: string): { kind: ChangeKind; accountId: string; id: string } | null {
  const [kind = '', accountId = '', id = ''] = payload.split(' ');
  if (!KINDS.has(kind) || !UUID.test(accountId) || !UUID.test(id)) return null;
  return { kind: kind as ChangeKind, accountId, id };
}

/** Parses "access id"; null for anything else. */
export function parseAccessChange(payload: string): string | null {
  const [kind, id = ''] = payload.split(' ');
  return kind === 'access' && UUID.test(id) ? id : null;
}

/** Listens for changes in the database on one connection and passes them to the feed; reports a gap after a reconnection. */
export function listenForChanges(options: ChangeListenerOptions): ChangeListener {
  const {
    feed,
    connect,
    onError = () => {},
    shortestDelayMs = 250,
    longestDelayMs = 5_000,
    checkMs = 30_000,
  } = options;
  const stopped = new AbortController();
  let wasConnected = false;
  let resolveReady: () => void = () => {};
  const ready = new Promise<void>((resolve) => {
    resolveReady = resolve;
  });

  /** Listens until the connection fails or the listener stops. */
  const hear = async (client: Client): Promise<void> => {
    const broken = new Promise<void>((resolve, reject) => {
      client.on('error', reject);
      client.on('end', resolve);
      if (stopped.signal.aborted) resolve();
      stopped.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    client.on('notification', ({ payload }) => {
      const change = parseChange(payload ?? '');
      if (change) feed.change(change.kind, change.accountId, change.id);
      const subject = parseAccessChange(payload ?? '');
      if (subject !== null) feed.accessChange(subject);
    });
    const check = setInterval(() => void client.query('select 1').catch(onError), checkMs);
    try {
      await client.query(`listen ${CHANNEL}`);
      if (wasConnected) feed.gap();
      wasConnected = true;
      resolveReady();
      await broken;
    } finally {
      clearInterval(check);
      broken.catch(() => {});
      await client.end().catch(() => {});
    }
  };

  const run = async (): Promise<void> => {
    let delay = shortestDelayMs;
    while (!stopped.signal.aborted) {
      try {
        const client = await connect();
        delay = shortestDelayMs;
        await hear(client);
      } catch (error) {
        onError(error instanceof Error ? error : new Error(String(error)));
      }
      await pause(delay, stopped.signal);
      delay = Math.min(delay * 2, longestDelayMs);
    }
  };
  const running = run();
  return {
    ready,
    async stop() {
      stopped.abort();
      await running;
    },
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
