import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useLocation, useNavigate } from 'react-router';
import {
  changedNames,
  changeIdOf,
  continuesBurst,
  isPending,
  type LastChange,
  type PendingQuery,
} from './query-changes.ts';

export type Query = {
  /** The query of the address, with changes that the router has not rendered yet. */
  readonly search: string;
  /**
   * Changes the query. `next` receives the newest one, also within one event. Quick changes of the same parameters share
   * a history entry; `replace` adds none in any case.
   */
  readonly change: (
    next: (current: URLSearchParams) => URLSearchParams,
    options?: { readonly replace?: boolean },
  ) => void;
};

const QueryContext = createContext<Query | null>(null);

/**
 * Holds the query of the address for all its readers. The router renders a navigation late, as a transition; a change of
 * the query shows at once, and the next change starts from it.
 */
export function QueryProvider({ children }: { readonly children: ReactNode }) {
  const location = useLocation();
  const navigate = useNavigate();
  const [pending, setPending] = useState<PendingQuery | null>(null);
  // The newest state, for changes that follow each other before a render.
  const newest = useRef<PendingQuery | null>(null);
  const last = useRef<LastChange | null>(null);
  const rendered = useRef(location);

  const settle = useCallback(() => {
    newest.current = null;
    setPending(null);
  }, []);
  useLayoutEffect(() => {
    rendered.current = location;
    if (newest.current !== null && !isPending(newest.current, location)) settle();
  }, [location, settle]);
  useLayoutEffect(() => {
    // Back may return to the location that the pending changes left, before they were rendered.
    window.addEventListener('popstate', settle);
    return () => window.removeEventListener('popstate', settle);
  }, [settle]);

  const change = useCallback<Query['change']>(
    (next, { replace = false } = {}) => {
      const { pathname, search, key, hash } = rendered.current;
      const state: unknown = rendered.current.state;
      const before = newest.current;
      const current = new URLSearchParams(before?.search ?? search);
      const changed = next(current);
      const names = changedNames(current, changed);
      if (names === '') return;
      const query = changed.toString();
      const made: LastChange = { id: crypto.randomUUID(), names, at: Date.now() };
      const currentId = before?.ids.at(-1) ?? changeIdOf(rendered.current);
      const isReplacing = replace || continuesBurst(last.current, currentId, made);
      last.current = made;
      newest.current = {
        pathname,
        search: query === '' ? '' : `?${query}`,
        leftKey: before?.leftKey ?? key,
        ids: [...(before?.ids ?? []), made.id],
      };
      setPending(newest.current);
      void navigate(
        { pathname, search: newest.current.search, hash },
        {
          replace: isReplacing,
          preventScrollReset: true,
          state: { ...(state as object | null), queryChange: made.id },
        },
      );
    },
    [navigate],
  );

  const search = pending !== null && isPending(pending, location) ? pending.search : location.search;
  const query = useMemo(() => ({ search, change }), [search, change]);
  return <QueryContext value={query}>{children}</QueryContext>;
}

/** The query of the address. */
export function useQueryOfAddress(): Query {
  const query = useContext(QueryContext);
  if (query === null) throw new Error('useQueryOfAddress requires a QueryProvider.');
  return query;
}
