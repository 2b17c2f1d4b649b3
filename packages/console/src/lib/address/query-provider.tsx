import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { useAddress } from './address-router.tsx';
import { changedNames, changeIdOf, continuesBurst, type LastChange } from './query-changes.ts';

export type Query = {
  /** The query of the newest address of the page, also before the router has rendered it. */
  readonly search: string;
  /**
   * Changes the query. `next` receives the newest one, also within one event. Quick changes of the same parameters share
   * a history entry; `replace` adds none in any case, and false adds one in any case. Does nothing once the person has left the page.
   */
  readonly change: (
    next: (current: URLSearchParams) => URLSearchParams,
    options?: { readonly replace?: boolean | undefined },
  ) => void;
};

const QueryContext = createContext<Query | null>(null);

/**
 * Holds the query of the address for all its readers. The router renders a navigation late, as a transition; the query of
 * the page that is shown follows the history at once, and each change starts from the newest address. So Back and links
 * end earlier changes, and a change never restores an address that was left. A page that is being left keeps its query.
 * See docs/design/lists.md.
 */
export function QueryProvider({ children }: { readonly children: ReactNode }) {
  const { newest, rendered } = useAddress();
  const navigate = useNavigate();
  const last = useRef<LastChange | null>(null);
  const location = useSyncExternalStore(newest.subscribe, newest.location);
  const { pathname } = rendered;

  const change = useCallback<Query['change']>(
    (next, { replace } = {}) => {
      const from = newest.location();
      if (from.pathname !== pathname) return;
      const current = new URLSearchParams(from.search);
      const changed = next(current);
      const names = changedNames(current, changed);
      if (names === '') return;
      const made: LastChange = { id: crypto.randomUUID(), names, at: Date.now() };
      const isReplacing = replace ?? continuesBurst(last.current, changeIdOf(from), made);
      last.current = made;
      const state: unknown = from.state;
      void navigate(
        { pathname, search: changed.toString(), hash: from.hash },
        {
          replace: isReplacing,
          preventScrollReset: true,
          state: { ...(state as object | null), queryChange: made.id },
        },
      );
    },
    [navigate, newest, pathname],
  );

  const search = location.pathname === pathname ? location.search : rendered.search;
  const query = useMemo(() => ({ search, change }), [search, change]);
  return <QueryContext value={query}>{children}</QueryContext>;
}

/** The query of the address. */
export function useQueryOfAddress(): Query {
  const query = useContext(QueryContext);
  if (query === null) throw new Error('useQueryOfAddress requires a QueryProvider.');
  return query;
}
