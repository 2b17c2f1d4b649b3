import { createContext, useContext, useEffect, useRef } from 'react';
import type { LiveState } from '../../ui/status/live-indicator.tsx';
import type { ChangesSubscription } from '../generated/graphql.ts';

export type Changes = ChangesSubscription['changes'];

/** The account's changes as they happen. */
export type Live = {
  readonly state: LiveState;
  /** When the last change came, in milliseconds; null before the first. */
  readonly lastChange: number | null;
  readonly setPaused: (paused: boolean) => void;
  /** Calls back for each message, and with null when the connection is back after a gap. Returns what ends it. */
  readonly listen: (listener: (changes: Changes | null) => void) => () => void;
};

export const LiveContext = createContext<Live | null>(null);

export function useLive(): Live {
  const live = useContext(LiveContext);
  if (live === null) throw new Error('There is no live connection outside of an account.');
  return live;
}

const POLL_INTERVAL = 10_000;
const QUIET = 1200;

export type LiveListOptions = {
  /** Ids of a message that concern this list. Must be a constant function. */
  readonly idsOf: (changes: Changes) => readonly string[];
  readonly shown: ReadonlySet<string>;
  /** Whether anything on the list is still running. */
  readonly running: boolean;
  readonly refresh: () => void;
};

/**
 * Keeps a list up to date: rows it shows change through the cache; a row it does not show makes it fetch its first page
 * again, at most once in a while. Without the live connection it fetches every 10 s while anything runs.
 */
export function useLiveList(options: LiveListOptions): Live {
  const live = useLive();
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const { listen, state } = live;
  useEffect(() => {
    let timer = 0;
    const soon = (): void => {
      if (timer === 0) {
        timer = window.setTimeout(() => {
          timer = 0;
          latest.current.refresh();
        }, QUIET);
      }
    };
    const stop = listen((changes) => {
      const { idsOf, shown } = latest.current;
      if (changes === null || changes.overflow || idsOf(changes).some((id) => !shown.has(id))) soon();
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [listen]);
  useEffect(() => {
    if (state !== 'polling') return;
    const timer = setInterval(() => {
      if (latest.current.running && document.visibilityState === 'visible') latest.current.refresh();
    }, POLL_INTERVAL);
    return () => clearInterval(timer);
  }, [state]);
  return live;
}
