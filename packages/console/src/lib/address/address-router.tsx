import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type UNSAFE_createMemoryHistory as createMemoryHistory,
  type Location,
  Router,
  useNavigate,
} from 'react-router';

/** A history of addresses: the browser's, or one in memory. It reports its own changes (`v5Compat`). */
export type AddressHistory = ReturnType<typeof createBrowserHistory> | ReturnType<typeof createMemoryHistory>;

/** The newest address of the history, which is known before the router has rendered it. */
export type NewestAddress = {
  readonly location: () => Location;
  /** @returns ends the subscription */
  readonly subscribe: (listener: () => void) => () => void;
};

type Address = {
  readonly newest: NewestAddress;
  /** The location that the router renders. It is the object of `newest` once that is rendered. */
  readonly rendered: Location;
};

const AddressContext = createContext<Address | null>(null);

/**
 * Renders the addresses of a history as `BrowserRouter` does: late, as a transition. Between a navigation and its render
 * the history is at an address that the page does not show yet; `NewestAddress` has it at once.
 * @param history the browser's by default
 */
export function AddressRouter({
  history: given,
  children,
}: {
  readonly history?: AddressHistory;
  readonly children: ReactNode;
}) {
  const [history] = useState(() => given ?? createBrowserHistory({ v5Compat: true }));
  const [state, setState] = useState(() => ({ action: history.action, location: history.location }));
  const newest = useRef(state.location);
  const listeners = useRef(new Set<() => void>());
  useLayoutEffect(
    () =>
      history.listen(({ action, location }) => {
        newest.current = location;
        for (const listener of listeners.current) listener();
        startTransition(() => setState({ action, location }));
      }),
    [history],
  );
  const store = useMemo<NewestAddress>(
    () => ({
      location: () => newest.current,
      subscribe: (listener) => {
        listeners.current.add(listener);
        return () => void listeners.current.delete(listener);
      },
    }),
    [],
  );
  const address = useMemo(() => ({ newest: store, rendered: state.location }), [store, state.location]);
  return (
    <AddressContext value={address}>
      <Router location={state.location} navigationType={state.action} navigator={history}>
        {children}
      </Router>
    </AddressContext>
  );
}

/** The newest address of the history, and the location that is rendered. */
export function useAddress(): Address {
  const address = useContext(AddressContext);
  if (address === null) throw new Error('useAddress requires an AddressRouter.');
  return address;
}

/**
 * Leads from the address that is rendered to another one, in its place.
 * @returns the function that does so; it returns false, and does nothing, when the person has gone elsewhere meanwhile
 */
export function useRedirect(): (to: string) => boolean {
  const { newest, rendered } = useAddress();
  const navigate = useNavigate();
  return useCallback(
    (to) => {
      if (newest.location() !== rendered) return false;
      void navigate(to, { replace: true });
      return true;
    },
    [newest, rendered, navigate],
  );
}
