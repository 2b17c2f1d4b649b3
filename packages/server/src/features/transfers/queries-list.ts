import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { dateRange, instantRange, searchOf, valuesOf } from '../../graphql/list-arguments.ts';
import { type ListFilter, listRows, type SortColumn } from '../../graphql/list-query.ts';
import type { Batch } from '../../graphql/loaders.ts';
import type { PageRequest, Placed, SortDirection } from '../../graphql/paging.ts';
import { downloadStatusIs, purposeIs, uploadStatusIs } from './status-filter.ts';

type Maybe<T> = T | null | undefined;
type Kind = 'download' | 'upload';

export type TransferSort = 'CREATED' | 'FINISHED' | 'REPORT_DATETIME' | 'STARTED';
type Sort = { readonly column: TransferSort; readonly direction: SortDirection };

const SORT_COLUMNS: Readonly<Record<TransferSort, SortColumn>> = {
  CREATED: { name: 'created', type: 'timestamptz', nullable: false },
  FINISHED: { name: 'finished', type: 'timestamptz', nullable: true },
  REPORT_DATETIME: { name: 'report_date', type: 'date', nullable: true },
  STARTED: { name: 'started', type: 'timestamptz', nullable: true },
};

/** The filters that downloads and uploads have in common. */
export type TransferFilterArguments = {
  readonly projects?: Maybe<readonly string[]>;
  readonly names?: Maybe<readonly string[]>;
  readonly purpose?: Maybe<readonly string[]>;
  readonly search?: Maybe<string>;
  readonly status?: Maybe<readonly string[]>;
  readonly report_datetime_before?: Maybe<string>;
  readonly report_datetime_after?: Maybe<string>;
};

/** What the two kinds differ in. `name`: the column with the name of the declaration. */
const KINDS = {
  download: {
    statusIs: downloadStatusIs,
    name: 'source',
    finished: 'downloaded',
    searched: sql`(d.source || ' ' || d.description || ' ' || d.id::text)`,
    hits: (pattern: string) => sql`select search_download(${pattern})`,
  },
  upload: {
    statusIs: uploadStatusIs,
    name: 'name',
    finished: 'uploaded',
    searched: sql`(d.name || ' ' || d.destination || ' ' || d.id::text)`,
    hits: (pattern: string) => sql`select search_upload(${pattern})`,
  },
} as const;

/**
 * Reads the common arguments into a filter.
 * @param own.names the declarations that pass every filter by name; null when none filters by name
 * @param own.finished the range of UTC days on which the transfer ended
 */
export function transferFilter(
  kind: Kind,
  args: TransferFilterArguments,
  own: {
    readonly names: readonly string[] | null;
    readonly finished: { readonly after: Maybe<string>; readonly before: Maybe<string> };
    readonly conditions: readonly RawBuilder<unknown>[];
    readonly only: RawBuilder<unknown> | undefined;
  },
): ListFilter {
  const { statusIs, name, finished, searched, hits } = KINDS[kind];
  const projects = valuesOf('projects', args.projects);
  const purposes = valuesOf('purpose', args.purpose);
  const column = own.names ? name : 'project';
  const values = own.names ?? projects;
  return {
    conditions: [
      statusIs(valuesOf('status', args.status)),
      ...dateRange('report_datetime', sql`d.report_date`, {
        after: args.report_datetime_after,
        before: args.report_datetime_before,
      }),
      ...instantRange(finished, sql`d.finished`, own.finished),
      ...(purposes ? [purposeIs(purposes)] : []),
      ...own.conditions,
      ...(own.names && projects ? [sql`d.project = any(${projects}::text[])`] : []),
    ],
    spread: values ? { column, values, sortedBy: 'report_date' } : undefined,
    only: own.only,
    search: searchOf(args.search, searched, hits),
  };
}

export type ListTransfers<Row> = (
  tx: Tx,
  accountId: string,
  filter: ListFilter,
  sort: Sort,
  page: PageRequest,
) => Promise<Placed<Row>[]>;

/** Makes the function that reads one page of downloads or uploads, in walking order. */
export const transferList =
  <Row>(table: Kind, batch: Batch<Row>): ListTransfers<Row> =>
  (tx, accountId, filter, { column, direction }, page) =>
    listRows(tx, { table, accountId, filter, sort: SORT_COLUMNS[column], direction }, page, batch);
