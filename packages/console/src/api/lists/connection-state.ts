import type { Failure } from '../failure.ts';

/** One page of a list, as the server gives it. */
export type Page<Row> = {
  readonly nodes: readonly Row[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
};

/** A list that grows page by page while its first page is refreshed. */
export type ConnectionState<Row> = {
  /** The query variables, as JSON, of the current rows; empty before the first result. */
  readonly answered: string;
  readonly ids: readonly string[];
  readonly rows: ReadonlyMap<string, Row>;
  readonly endCursor: string | null;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  readonly moreFailed: boolean;
  readonly failure: Failure | null;
  /** A refreshed first page that is not shown yet, because it would move the rows in view. */
  readonly waiting: Page<Row> | null;
  readonly removed: ReadonlySet<string>;
  /** When the server last answered, in milliseconds. */
  readonly updated: number | null;
};

export type ConnectionAction<Row> =
  | {
      readonly type: 'head';
      readonly question: string;
      readonly page: Page<Row>;
      readonly held: boolean;
      readonly at: number | null;
    }
  | { readonly type: 'failed'; readonly question: string; readonly failure: Failure }
  | { readonly type: 'retry' }
  | { readonly type: 'more-started' }
  | { readonly type: 'more'; readonly question: string; readonly page: Page<Row>; readonly first: boolean }
  | { readonly type: 'more-failed'; readonly question: string }
  | { readonly type: 'changed'; readonly rows: readonly Row[] }
  | { readonly type: 'release' }
  | { readonly type: 'removed'; readonly id: string };

export function emptyConnection<Row>(): ConnectionState<Row> {
  return {
    answered: '',
    ids: [],
    rows: new Map(),
    endCursor: null,
    hasMore: false,
    loadingMore: false,
    moreFailed: false,
    failure: null,
    waiting: null,
    removed: new Set(),
    updated: null,
  };
}

/**
 * Merges a refreshed first page into the ids of a list. The page covers the list from its top to the page's last row:
 * ids above that row that are not on the page are removed. Null when page and list do not overlap, since rows between
 * them may be missing.
 */
export function mergeHead(ids: readonly string[], head: readonly string[], hasNextPage: boolean): string[] | null {
  if (!hasNextPage) return [...head];
  const fresh = new Set(head);
  let last = -1;
  for (const [index, id] of ids.entries()) if (fresh.has(id)) last = index;
  if (last < 0) return null;
  return [...head, ...ids.slice(last + 1).filter((id) => !fresh.has(id))];
}

/** The number of rows of a waiting first page that are not in the list yet. */
export function countWaiting<Row extends { readonly id: string }>(state: ConnectionState<Row>): number {
  const known = new Set(state.ids);
  return state.waiting?.nodes.filter((row) => !known.has(row.id) && !state.removed.has(row.id)).length ?? 0;
}

type Identified = { readonly id: string };

function withRows<Row extends Identified>(
  rows: ReadonlyMap<string, Row>,
  nodes: readonly Row[],
): ReadonlyMap<string, Row> {
  if (nodes.every((row) => rows.get(row.id) === row)) return rows;
  const next = new Map(rows);
  for (const row of nodes) next.set(row.id, row);
  return next;
}

function startOver<Row extends Identified>(
  state: ConnectionState<Row>,
  question: string,
  page: Page<Row>,
): ConnectionState<Row> {
  return {
    ...state,
    answered: question,
    ids: page.nodes.map((row) => row.id),
    rows: withRows(new Map<string, Row>(), page.nodes),
    endCursor: page.pageInfo.endCursor ?? null,
    hasMore: page.pageInfo.hasNextPage,
    loadingMore: false,
    moreFailed: false,
    failure: null,
    waiting: null,
  };
}

function applyHead<Row extends Identified>(
  state: ConnectionState<Row>,
  question: string,
  page: Page<Row>,
): ConnectionState<Row> {
  const merged = mergeHead(
    state.ids,
    page.nodes.map((row) => row.id),
    page.pageInfo.hasNextPage,
  );
  if (merged === null) return startOver(state, question, page);
  const shortened = !page.pageInfo.hasNextPage;
  return {
    ...state,
    ids: merged,
    rows: withRows(state.rows, page.nodes),
    failure: null,
    waiting: null,
    ...(shortened ? { endCursor: null, hasMore: false } : {}),
  };
}

/** The next state of a list. Results of an earlier query change nothing. */
export function connectionReducer<Row extends Identified>(
  state: ConnectionState<Row>,
  action: ConnectionAction<Row>,
): ConnectionState<Row> {
  switch (action.type) {
    case 'head': {
      const timed = { ...state, updated: action.at ?? state.updated };
      if (action.question !== state.answered)
        return startOver({ ...timed, removed: new Set() }, action.question, action.page);
      const known = new Set(state.ids);
      const grows = action.page.nodes.some((row) => !known.has(row.id) && !state.removed.has(row.id));
      if (action.held && grows) {
        const old = action.page.nodes.filter((row) => known.has(row.id));
        return { ...timed, rows: withRows(state.rows, old), failure: null, waiting: action.page };
      }
      return applyHead(timed, action.question, action.page);
    }
    case 'failed':
      return { ...state, failure: action.failure };
    case 'retry':
      return { ...state, failure: null };
    case 'more-started':
      return { ...state, loadingMore: true, moreFailed: false };
    case 'more': {
      if (action.question !== state.answered) return state;
      const rows = withRows(state.rows, action.page.nodes);
      if (!action.first) return { ...state, rows };
      const known = new Set(state.ids);
      return {
        ...state,
        rows,
        ids: [...state.ids, ...action.page.nodes.map((row) => row.id).filter((id) => !known.has(id))],
        endCursor: action.page.pageInfo.endCursor ?? null,
        hasMore: action.page.pageInfo.hasNextPage,
        loadingMore: false,
      };
    }
    case 'more-failed':
      return action.question === state.answered ? { ...state, loadingMore: false, moreFailed: true } : state;
    case 'changed':
      return {
        ...state,
        rows: withRows(
          state.rows,
          action.rows.filter(({ id }) => state.rows.has(id)),
        ),
      };
    case 'release':
      return state.waiting === null ? state : applyHead(state, state.answered, state.waiting);
    case 'removed':
      return { ...state, removed: new Set([...state.removed, action.id]) };
  }
}

/** A list without what is under way, for a later visit. */
export function settled<Row>(state: ConnectionState<Row>): ConnectionState<Row> {
  return { ...state, loadingMore: false, moreFailed: false, failure: null, waiting: null };
}

/** The rows to show, in order. */
export function shownRows<Row extends Identified>(state: ConnectionState<Row>): Row[] {
  return state.ids.flatMap((id) => {
    const row = state.removed.has(id) ? undefined : state.rows.get(id);
    return row === undefined ? [] : [row];
  });
}
