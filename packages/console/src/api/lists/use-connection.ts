import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { type TypedDocumentNode, useClient } from 'urql';
import { pipe, subscribe } from 'wonka';
import { describeFailure, type Failure } from '../failure.ts';
import {
  type ConnectionAction,
  type ConnectionState,
  connectionReducer,
  countWaiting,
  emptyConnection,
  type Page,
  shownRows,
} from './connection-state.ts';

export type PageVariables = { readonly first?: number | null | undefined; readonly after?: string | null | undefined };

export type ConnectionOptions<Data, Variables extends PageVariables, Row> = {
  readonly document: TypedDocumentNode<Data, Variables>;
  /** The query variables without the page. Compared by value. */
  readonly variables: Omit<Variables, 'first' | 'after'>;
  readonly pageSize: number;
  /** Selects the list in the result. Must be a constant function. */
  readonly select: (data: Data) => Page<Row>;
  /** True while new rows must not move the rows in view. */
  readonly held: boolean;
};

export type Connection<Row> = {
  readonly rows: readonly Row[];
  readonly phase: 'loading' | 'ready' | 'error';
  readonly stale: boolean;
  readonly failure: Failure | null;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  readonly moreFailed: boolean;
  readonly waiting: number;
  readonly updated: number | null;
  readonly fetchMore: () => void;
  /** Fetches the first page again in the background. */
  readonly refresh: () => void;
  readonly release: () => void;
  readonly remove: (id: string) => void;
};

/**
 * A list fetched page by page. Every page stays subscribed to the cache, so that changed rows update.
 * When the variables change, the former rows stay, marked stale, until the next result arrives.
 */
export function useConnection<Data, Variables extends PageVariables, Row extends { readonly id: string }>(
  options: ConnectionOptions<Data, Variables, Row>,
): Connection<Row> {
  const { document, pageSize, select, held } = options;
  const client = useClient();
  const question = JSON.stringify(options.variables);
  const [state, dispatch] = useReducer(connectionReducer as Reducer<Row>, undefined, emptyConnection<Row>);
  const [attempt, setAttempt] = useState(0);
  const heldNow = useRef(held);
  const later = useRef<(() => void)[]>([]);
  useEffect(() => {
    heldNow.current = held;
    if (!held) dispatch({ type: 'release' });
  }, [held]);

  const run = useCallback(
    (after: string | null, policy: 'cache-and-network' | 'network-only') =>
      client.query(
        document,
        { ...JSON.parse(question), first: pageSize, ...(after === null ? {} : { after }) } as Variables,
        {
          requestPolicy: policy,
        },
      ),
    [client, document, question, pageSize],
  );

  useEffect(() => {
    const { unsubscribe } = pipe(
      run(null, attempt === 0 ? 'cache-and-network' : 'network-only'),
      subscribe((result) => {
        if (result.data !== undefined && result.data !== null) {
          const at = result.stale ? null : Date.now();
          dispatch({ type: 'head', question, page: select(result.data), held: heldNow.current, at });
        } else if (result.error !== undefined) {
          dispatch({ type: 'failed', question, failure: describeFailure(result.error) });
        }
      }),
    );
    const pages = later.current;
    return () => {
      unsubscribe();
      for (const stop of pages.splice(0)) stop();
    };
  }, [run, question, select, attempt]);

  const { endCursor, hasMore, loadingMore, answered } = state;
  const fetchMore = useCallback(() => {
    if (!hasMore || loadingMore || endCursor === null || answered !== question) return;
    dispatch({ type: 'more-started' });
    let first = true;
    const { unsubscribe } = pipe(
      run(endCursor, 'cache-and-network'),
      subscribe((result) => {
        if (result.data !== undefined && result.data !== null) {
          dispatch({ type: 'more', question, page: select(result.data), first });
          first = false;
        } else if (result.error !== undefined && first) dispatch({ type: 'more-failed', question });
      }),
    );
    later.current.push(unsubscribe);
  }, [run, endCursor, hasMore, loadingMore, answered, question, select]);

  const refresh = useCallback(() => {
    dispatch({ type: 'retry' });
    if (answered !== question) setAttempt((current) => current + 1);
    else void run(null, 'network-only').toPromise();
  }, [run, answered, question]);
  const release = useCallback(() => dispatch({ type: 'release' }), []);
  const remove = useCallback((id: string) => dispatch({ type: 'removed', id }), []);
  const current = answered === question;
  const misleading = !current && state.failure !== null;
  const rows = useMemo(() => (misleading ? [] : shownRows(state)), [state, misleading]);

  return {
    rows,
    phase: current ? 'ready' : state.failure === null ? (rows.length > 0 ? 'ready' : 'loading') : 'error',
    stale: !current && rows.length > 0,
    failure: state.failure,
    hasMore,
    loadingMore,
    moreFailed: state.moreFailed,
    waiting: countWaiting(state),
    updated: state.updated,
    fetchMore,
    refresh,
    release,
    remove,
  };
}

type Reducer<Row> = (state: ConnectionState<Row>, action: ConnectionAction<Row>) => ConnectionState<Row>;
