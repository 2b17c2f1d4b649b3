import type { DirtyRowStatus, DownloadStatus, PlanValue, Purpose } from '@switchboard/model';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { dateRange, instantRange, searchOf, valuesOf } from '../../graphql/list-arguments.ts';
import { findPage, type ListFilter, place, type SortColumn } from '../../graphql/list-query.ts';
import type { PageRequest, Placed, SortDirection } from '../../graphql/paging.ts';
import { DIRTY_EQUALS_NEW_DIRTY, downloadStatusIs, NEW_DIRTY_GREATER, purposeIs } from '../transfers/status-filter.ts';

export type DownloadRow = {
  readonly id: string;
  readonly source: string;
  readonly project: string;
  readonly purpose: Purpose;
  /** yyyy-MM-dd */
  readonly report_date: string | null;
  readonly status: DownloadStatus;
  readonly created: Date;
  readonly started: Date | null;
  readonly finished: Date | null;
  readonly description: string;
  readonly handle: { readonly [name: string]: PlanValue };
  /** Names of the first files, and how many there are in all. */
  readonly filenames: readonly string[];
  readonly file_count: number;
  readonly progress: { readonly [name: string]: PlanValue };
  readonly row_count: number | null;
  readonly dirty_row_count: number | null;
  readonly dirty_row_status: DirtyRowStatus;
  readonly message: string | null;
  readonly changelist_id: string;
  readonly retry_count: number;
  readonly retry_limit: number;
  readonly next_try: Date | null;
};

type Maybe<T> = T | null | undefined;

export type DownloadFilterArguments = {
  readonly projects?: Maybe<readonly string[]>;
  readonly names?: Maybe<readonly string[]>;
  readonly bundleNames?: Maybe<readonly string[]>;
  readonly purpose?: Maybe<readonly string[]>;
  readonly search?: Maybe<string>;
  readonly status?: Maybe<readonly string[]>;
  readonly report_datetime_before?: Maybe<string>;
  readonly report_datetime_after?: Maybe<string>;
  readonly downloaded_before?: Maybe<string>;
  readonly downloaded_after?: Maybe<string>;
  readonly newDirtyGreaterThanDirty?: Maybe<boolean>;
  readonly dirtyEqualsNewDirty?: Maybe<boolean>;
  readonly import_name?: Maybe<string>;
};

export type TransferSort = 'CREATED' | 'FINISHED' | 'REPORT_DATETIME' | 'STARTED';

export const TRANSFER_SORTS: Readonly<Record<TransferSort, SortColumn>> = {
  CREATED: { name: 'created', type: 'timestamptz', nullable: false },
  FINISHED: { name: 'finished', type: 'timestamptz', nullable: true },
  REPORT_DATETIME: { name: 'report_date', type: 'date', nullable: true },
  STARTED: { name: 'started', type: 'timestamptz', nullable: true },
};

/** Reads the arguments into a filter. Names of source tables are looked up as the sources that hold them. */
export async function downloadFilter(
  tx: Tx,
  accountId: string,
  args: DownloadFilterArguments,
  only?: RawBuilder<unknown>,
): Promise<ListFilter> {
  const projects = valuesOf('projects', args.projects);
  const purposes = valuesOf('purpose', args.purpose);
  const sources = await wantedSources(tx, accountId, args);
  const conditions: RawBuilder<unknown>[] = [
    downloadStatusIs(valuesOf('status', args.status)),
    ...dateRange('report_datetime', sql`d.report_date`, {
      after: args.report_datetime_after,
      before: args.report_datetime_before,
    }),
    ...instantRange('downloaded', sql`d.finished`, { after: args.downloaded_after, before: args.downloaded_before }),
    ...(purposes ? [purposeIs(purposes)] : []),
    ...(args.newDirtyGreaterThanDirty ? [NEW_DIRTY_GREATER] : []),
    ...(args.dirtyEqualsNewDirty ? [DIRTY_EQUALS_NEW_DIRTY] : []),
    ...(sources && projects ? [sql`d.project = any(${projects}::text[])`] : []),
  ];
  const spread = sources
    ? { column: 'source', values: sources, sortedBy: 'report_date' }
    : projects
      ? { column: 'project', values: projects, sortedBy: 'report_date' }
      : undefined;
  return {
    conditions,
    spread,
    only,
    search: searchOf(
      args.search,
      sql`(d.source || ' ' || d.description || ' ' || d.id::text)`,
      (pattern) => sql`select search_download(${pattern})`,
    ),
  };
}

/** The sources that pass every filter by name; null when there is none such filter. */
async function wantedSources(tx: Tx, accountId: string, args: DownloadFilterArguments): Promise<string[] | null> {
  const names = valuesOf('names', args.names);
  const exact = [
    valuesOf('bundleNames', args.bundleNames),
    valuesOf('import_name', args.import_name ? [args.import_name] : null),
  ];
  const groups = [names ? await sourcesOfNames(tx, accountId, names) : null, ...exact].filter(
    (group) => group !== null,
  );
  const [first, ...rest] = groups;
  return first ? first.filter((name) => rest.every((group) => group.includes(name))) : null;
}

/** A download is found by its source's name, and by those of the source's tables. */
async function sourcesOfNames(tx: Tx, accountId: string, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ source: string }>`
    select distinct d.source
    from unnest(${[...names]}::text[]) as wanted(name)
    cross join lateral (
      select p.download_id from download_part p
      where p.account_id = ${accountId}::uuid and p.name = wanted.name
      order by p.id desc limit 1
    ) newest
    join download d on d.account_id = ${accountId}::uuid and d.id = newest.download_id
  `.execute(tx);
  return [...new Set([...names, ...rows.map(({ source }) => source)])];
}

/** One page of downloads, in walking order. */
export async function listDownloads(
  tx: Tx,
  accountId: string,
  filter: ListFilter,
  sort: { readonly column: TransferSort; readonly direction: SortDirection },
  page: PageRequest,
): Promise<Placed<DownloadRow>[]> {
  const query = {
    table: 'download',
    accountId,
    sort: TRANSFER_SORTS[sort.column],
    direction: sort.direction,
    filter,
  } as const;
  return place(await findPage(tx, query, page), (ids) => downloadsById(tx, accountId, ids));
}

/** The account's downloads of these ids; those of others are not found. */
export async function downloadsById(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DownloadRow>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<DownloadRow>`
    select d.id, d.source, d.project, d.purpose, d.report_date, d.status, d.created, d.started, d.finished, d.description,
      d.handle, d.progress, d.row_count, d.dirty_row_count, d.dirty_row_status, d.message, d.changelist_id,
      case when jsonb_typeof(d.raw) = 'array' then jsonb_path_query_array(d.raw, '$[0 to 2].filename') else '[]' end as filenames,
      case when jsonb_typeof(d.raw) = 'array' then jsonb_array_length(d.raw) else 0 end as file_count,
      coalesce(w.retry_count, 0) as retry_count, coalesce(w.retry_limit, 0) as retry_limit, w.next_try
    from download d left join unit w on w.account_id = d.account_id and w.id = d.id
    where d.account_id = ${accountId}::uuid and d.id = any(${[...ids]}::uuid[])
  `.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

export type PartRow = {
  readonly id: string;
  readonly download_id: string;
  readonly name: string;
  readonly project: string;
  readonly row_count: number;
  readonly dirty_row_count: number;
  readonly dirty_row_status: DirtyRowStatus;
  readonly new_dirty_row_count: number;
  readonly new_dirty_row_status: DirtyRowStatus;
  readonly source: string;
  /** The test run that it belongs to, else its changelist. */
  readonly script_id: string;
};

/** The parts of each of these downloads, by name. */
export async function partsOfDownloads(
  tx: Tx,
  accountId: string,
  downloadIds: readonly string[],
): Promise<ReadonlyMap<string, PartRow[]>> {
  const { rows } = await sql<PartRow>`
    select p.id, p.download_id, p.name, p.project, p.row_count, p.dirty_row_count, p.dirty_row_status,
      p.new_dirty_row_count, p.new_dirty_row_status, d.source,
      coalesce(d.proof_id, d.changelist_id) as script_id
    from download_part p join download d on d.account_id = p.account_id and d.id = p.download_id
    where p.account_id = ${accountId}::uuid and p.download_id = any(${[...downloadIds]}::uuid[])
    order by p.name
  `.execute(tx);
  return Map.groupBy(rows, ({ download_id }) => download_id);
}
