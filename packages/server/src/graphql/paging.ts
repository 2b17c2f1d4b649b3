import { LIMITS } from '@switchboard/model/limits';
import { type CursorValue, decodeCursor, encodeCursor, type Position } from './cursor.ts';
import { badRequest } from './request-error.ts';

export type SortDirection = 'ASC' | 'DESC';

export type PageArguments = {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
};

/** The requested rows of a sorted list. */
export type PageRequest = {
  /** Number of rows, at least 1. */
  readonly size: number;
  /** Walk from the end towards the start. */
  readonly backward: boolean;
  /** Start after this row; null: at the start of the list, or at its end when walking backward. */
  readonly from: Position | null;
  /** Identifies the list and its sort order in cursors. */
  readonly order: string;
};

export type Placed<Row> = { readonly row: Row; readonly position: Position };

export type Connection<Row> = {
  readonly edges: readonly { readonly cursor: string; readonly node: Row }[];
  readonly nodes: readonly Row[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
};

/** Maximum rows of a page of lists without their own limit. */
export const PAGE_LIMIT = 100;
/** Maximum rows that anybody may ask of any list: the files of a changelist. */
const LARGEST_PAGE = LIMITS.changelistFiles;

/**
 * Reads `first after` or `last before`. A greater number than the limit of the list is reduced to it; a number that no list
 * has is refused.
 * @throws RequestError BAD_REQUEST
 */
export function readPage(
  args: PageArguments,
  options: { readonly order: string; readonly size: number; readonly sortedBy?: CursorValue; readonly limit?: number },
): PageRequest {
  const backward = typeof args.last === 'number';
  if (backward && typeof args.first === 'number') throw badRequest('Give first or last, not both.');
  if (backward && args.after) throw badRequest('after belongs to first; use before with last.');
  if (!backward && args.before) throw badRequest('before belongs to last; use after with first.');
  const wanted = (backward ? args.last : args.first) ?? options.size;
  if (wanted < 1) throw badRequest(`${backward ? 'last' : 'first'} must be 1 or more.`);
  if (wanted > LARGEST_PAGE) throw badRequest(`${backward ? 'last' : 'first'} must be at most ${LARGEST_PAGE}.`);
  const cursor = backward ? args.before : args.after;
  return {
    size: Math.min(wanted, options.limit ?? PAGE_LIMIT),
    backward,
    from: cursor ? decodeCursor(options.order, cursor, options.sortedBy) : null,
    order: options.order,
  };
}

/** Makes the connection of rows in the page's direction, one more than its size when there is a next page. */
export function toConnection<Row>(found: readonly Placed<Row>[], page: PageRequest): Connection<Row> {
  const more = found.length > page.size;
  const kept = found.slice(0, page.size);
  if (page.backward) kept.reverse();
  const edges = kept.map(({ row, position }) => ({ cursor: encodeCursor(page.order, position), node: row }));
  const beyond = page.from !== null;
  return {
    edges,
    nodes: kept.map(({ row }) => row),
    pageInfo: {
      hasNextPage: page.backward ? beyond : more,
      hasPreviousPage: page.backward ? more : beyond,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}
