import { createContext, useContext, useEffect } from 'react';
import { useLatest } from '../../lib/use-latest.ts';
import type { LiveState } from '../../ui/status/live-indicator.tsx';
import type { ChangesSubscription } from '../generated/graphql.ts';

export type Changes = ChangesSubscription['changes'];

/** The live changes of an account. */
export type Live = {
  readonly state: LiveState;
  /** When the server stopped answering, in milliseconds; null while it is well. */
  readonly offlineSince: number | null;
  /** When the last change arrived, in milliseconds; null before the first. */
  readonly lastChange: number | null;
  readonly setPaused: (paused: boolean) => void;
  /** Calls the listener for each message. Returns the function that unsubscribes. */
  readonly listen: (listener: (changes: Changes) => void) => () => void;
  /** Calls a function this many milliseconds after a change. Returns the function that cancels it. */
  readonly schedule: (run: () => void, delay: number) => () => void;
};

export const LiveContext = createContext<Live | null>(null);

export function useLive(): Live {
  const live = useContext(LiveContext);
  if (live === null) throw new Error('useLive requires a LiveProvider.');
  return live;
}

const POLL_INTERVAL = 10_000;
const QUIET = 1200;

export type LiveListOptions = {
  /** The ids in a message that may belong to the list. Must be a constant function. */
  readonly idsOf: (changes: Changes) => readonly string[];
  readonly shown: ReadonlySet<string>;
  /** Called with each message. */
  readonly onChanges: (changes: Changes) => void;
  /** Whether the list still changes by itself. */
  readonly running: boolean;
  readonly refresh: () => void;
};

/**
 * Keeps a list up to date. Rows in the list change through the cache and by `onChanges`; a change of another row refreshes the first page,
 * throttled. Without the live connection the list is refreshed every 10 s while anything is running.
 */
export function useLiveList(options: LiveListOptions): Live {
  const live = useLive();
  const latest = useLatest(options);
  const { listen, schedule, state } = live;
  useEffect(() => {
    let cancel: (() => void) | null = null;
    const refreshSoon = (): void => {
      cancel ??= schedule(() => {
        cancel = null;
        latest.current.refresh();
      }, QUIET);
    };
    const stop = listen((changes) => {
      const { idsOf, shown, onChanges } = latest.current;
      onChanges(changes);
      if (changes.overflow || idsOf(changes).some((id) => !shown.has(id))) refreshSoon();
    });
    return () => {
      cancel?.();
      stop();
    };
  }, [listen, schedule]);
  useEffect(() => {
    if (state !== 'polling') return;
    const timer = setInterval(() => {
      if (latest.current.running && document.visibilityState === 'visible') latest.current.refresh();
    }, POLL_INTERVAL);
    return () => clearInterval(timer);
  }, [state]);
  return live;
}
