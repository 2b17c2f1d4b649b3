import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useClient } from 'urql';
import { pipe, subscribe } from 'wonka';
import { useVisible } from '../../lib/use-visible.ts';
import { ChangesDocument } from '../generated/documents/changes.ts';
import { forgetPrefetched } from '../prefetched.ts';
import { useServerContact } from './health.ts';
import { type Changes, type Live, LiveContext } from './live.ts';

const FIRST_DELAY = 2000;
const LONGEST_DELAY = 30_000;
/** Milliseconds that the request for a stream may take to reach the server, which counts back from then. */
const TRANSIT = 10_000;

const schedule: Live['schedule'] = (run, delay) => {
  const timer = window.setTimeout(run, delay);
  return () => clearTimeout(timer);
};

/**
 * The live connection of an account. Closed in a hidden tab, while paused and while the server is away: the end of a
 * network gap opens a new stream at once, since the old one may hang without an error. Reconnects with backoff. Each stream begins with what
 * changed since the last message of the one before, the first one with what changed since the page was opened, when it may have fetched rows.
 */
export function LiveProvider({ children }: { readonly children: ReactNode }) {
  const client = useClient();
  const visible = useVisible();
  const { offlineSince } = useServerContact();
  const isOffline = offlineSince !== null;
  const [paused, setPaused] = useState(false);
  const [connected, setConnected] = useState(true);
  const [lastChange, setLastChange] = useState<number | null>(null);
  const listeners = useRef(new Set<(changes: Changes) => void>());
  const upToDate = useRef(0);

  useEffect(() => {
    if (paused || !visible || isOffline) return;
    let delay = FIRST_DELAY;
    let timer = 0;
    let stop: () => void = () => undefined;
    const reconnect = (): void => {
      stop();
      setConnected(false);
      timer = window.setTimeout(connect, delay);
      delay = Math.min(delay * 2, LONGEST_DELAY);
    };
    const connect = (): void => {
      let ended = false;
      const end = (): void => {
        if (ended) return;
        ended = true;
        reconnect();
      };
      setConnected(true);
      const { unsubscribe } = pipe(
        client.subscription(ChangesDocument, {
          missed_ms: Math.ceil(performance.now() - upToDate.current) + TRANSIT,
        }),
        subscribe((result) => {
          if (result.data !== undefined && result.data !== null) {
            delay = FIRST_DELAY;
            setLastChange(Date.now());
            upToDate.current = performance.now();
            forgetPrefetched(client);
            for (const listener of listeners.current) listener(result.data.changes);
          }
          if (result.error !== undefined || result.hasNext === false) queueMicrotask(end);
        }),
      );
      stop = unsubscribe;
    };
    connect();
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client, paused, visible, isOffline]);

  const listen = useCallback<Live['listen']>((listener) => {
    listeners.current.add(listener);
    return () => void listeners.current.delete(listener);
  }, []);
  const live = useMemo<Live>(
    () => ({
      state: isOffline ? 'offline' : paused ? 'paused' : connected ? 'live' : 'polling',
      offlineSince,
      lastChange,
      setPaused,
      listen,
      schedule,
    }),
    [isOffline, offlineSince, paused, connected, lastChange, listen],
  );
  return <LiveContext value={live}>{children}</LiveContext>;
}
