import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { getOperationName, type RequestPolicy, type TypedDocumentNode, useClient } from 'urql';
import { pipe, subscribe } from 'wonka';
import { describeFailure, type Failure } from '../failure.ts';
import { takePrefetched } from '../prefetched.ts';
import {
  type ConnectionAction,
  type ConnectionState,
  connectionReducer,
  countWaiting,
  emptyConnection,
  type Page,
  settled,
  shownRows,
} from './connection-state.ts';
import { useVisitMemory } from './visit-memory.ts';

export type PageVariables = { readonly first?: number | null | undefined; readonly after?: string | null | undefined };

export type ConnectionOptions<Data, Variables extends PageVariables, Row> = {
  /** Names the list, by which its first page may have been prefetched. */
  readonly title: string;
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
  /** Shows what has changed in rows of the list, also in those that others have pushed from the pages that follow the cache. */
  readonly update: (rows: readonly Row[]) => void;
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
  const { title, document, pageSize, select, held } = options;
  const client = useClient();
  const question = JSON.stringify(options.variables);
  const memory = useVisitMemory<LoadedPages<Row>>(`${getOperationName(document) ?? ''} ${question}`);
  const { recalled, remember } = memory;
  const [state, dispatch] = useReducer(
    connectionReducer as Reducer<Row>,
    recalled,
    (known) => known?.state ?? emptyConnection<Row>(),
  );
  const [attempt, setAttempt] = useState(0);
  const heldNow = useRef(held);
  const later = useRef<(() => void)[]>([]);
  const loaded = useRef<LoadedCursors>({ question, cursors: recalled?.cursors ?? new Set() });
  useEffect(() => {
    heldNow.current = held;
    if (!held) dispatch({ type: 'release' });
  }, [held]);

  const run = useCallback(
    (after: string | null, policy: RequestPolicy) =>
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
    const policy = takePrefetched(client, title, question) ? 'cache-first' : 'cache-and-network';
    const { unsubscribe } = pipe(
      run(null, attempt === 0 ? policy : 'network-only'),
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
    // Pages of an earlier visit follow the cache again, so that their rows update like the others.
    if (attempt === 0 && loaded.current.question === question) {
      for (const cursor of loaded.current.cursors) {
        const page = pipe(
          run(cursor, 'cache-only'),
          subscribe((result) => {
            if (result.data !== undefined && result.data !== null)
              dispatch({ type: 'more', question, page: select(result.data), first: false });
          }),
        );
        pages.push(page.unsubscribe);
      }
    }
    return () => {
      unsubscribe();
      for (const stop of pages.splice(0)) stop();
    };
  }, [client, title, run, question, select, attempt]);

  const { endCursor, hasMore, loadingMore, answered } = state;
  const fetchMore = useCallback(() => {
    if (!hasMore || loadingMore || endCursor === null || answered !== question) return;
    dispatch({ type: 'more-started' });
    const { cursors } = loaded.current;
    loaded.current = { question, cursors: new Set(loaded.current.question === question ? cursors : []).add(endCursor) };
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

  const leave = useRef<() => void>(() => undefined);
  useEffect(() => {
    leave.current = () => {
      if (answered === question) remember({ state: settled(state), cursors: loaded.current.cursors });
    };
  });
  useEffect(() => () => leave.current(), []);

  const refresh = useCallback(() => {
    dispatch({ type: 'retry' });
    if (answered !== question) setAttempt((current) => current + 1);
    else void run(null, 'network-only').toPromise();
  }, [run, answered, question]);
  const update = useCallback((changed: readonly Row[]) => dispatch({ type: 'changed', rows: changed }), []);
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
    update,
    release,
    remove,
  };
}

/** The cursors behind which pages were loaded. */
type LoadedCursors = { readonly question: string; readonly cursors: ReadonlySet<string> };

/** Pages and cursors that a list remembers of a visit. */
type LoadedPages<Row> = { readonly state: ConnectionState<Row>; readonly cursors: ReadonlySet<string> };

type Reducer<Row> = (state: ConnectionState<Row>, action: ConnectionAction<Row>) => ConnectionState<Row>;
