import type { PlanValue, Purpose, UploadStatus } from '@switchboard/model';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { containing, dateRange, instantRange, isIndexed, searchOf, valuesOf } from '../../graphql/list-arguments.ts';
import { findPage, type ListFilter, place, type Search } from '../../graphql/list-query.ts';
import type { PageRequest, Placed, SortDirection } from '../../graphql/paging.ts';
import { TRANSFER_SORTS, type TransferSort } from '../downloads/queries.ts';
import { purposeIs, uploadStatusIs } from '../transfers/status-filter.ts';

export type UploadRow = {
  readonly id: string;
  readonly flow_id: string;
  readonly name: string;
  readonly project: string;
  readonly purpose: Purpose;
  /** yyyy-MM-dd */
  readonly report_date: string | null;
  readonly status: UploadStatus;
  readonly destination: string;
  readonly destination_type: string;
  readonly created: Date;
  readonly started: Date | null;
  readonly finished: Date | null;
  readonly row_count: number | null;
  readonly bytes: number | null;
  readonly progress: { readonly [name: string]: PlanValue };
  readonly message: string | null;
  readonly retry_count: number;
  readonly retry_limit: number;
  readonly next_try: Date | null;
};

type Maybe<T> = T | null | undefined;

export type UploadFilterArguments = {
  readonly projects?: Maybe<readonly string[]>;
  readonly names?: Maybe<readonly string[]>;
  readonly purpose?: Maybe<readonly string[]>;
  readonly search?: Maybe<string>;
  readonly status?: Maybe<readonly string[]>;
  readonly destination?: Maybe<readonly string[]>;
  readonly report_datetime_before?: Maybe<string>;
  readonly report_datetime_after?: Maybe<string>;
  readonly uploaded_before?: Maybe<string>;
  readonly uploaded_after?: Maybe<string>;
};

/** Reads the arguments into a filter. Destinations are looked up as the declarations that send there. */
export async function uploadFilter(
  tx: Tx,
  accountId: string,
  args: UploadFilterArguments,
  only?: RawBuilder<unknown>,
): Promise<ListFilter> {
  const projects = valuesOf('projects', args.projects);
  const purposes = valuesOf('purpose', args.purpose);
  const destinations = valuesOf('destination', args.destination);
  const sending = destinations ? await declarationsSendingTo(tx, accountId, destinations) : [];
  const declared = sending.length > 0 ? sending : null;
  // What is declared no more is found by what its rows say.
  const undeclared = declared ? null : destinations;
  const indexed = undeclared?.every(isIndexed) ?? false;
  const asked = valuesOf('names', args.names);
  const names = asked && declared ? asked.filter((name) => declared.includes(name)) : (asked ?? declared);
  const conditions: RawBuilder<unknown>[] = [
    uploadStatusIs(valuesOf('status', args.status)),
    ...dateRange('report_datetime', sql`d.report_date`, {
      after: args.report_datetime_after,
      before: args.report_datetime_before,
    }),
    ...instantRange('uploaded', sql`d.finished`, { after: args.uploaded_after, before: args.uploaded_before }),
    ...(purposes ? [purposeIs(purposes)] : []),
    ...(undeclared ? [sql`d.destination = any(${undeclared}::text[])`] : []),
    ...(names && projects ? [sql`d.project = any(${projects}::text[])`] : []),
  ];
  const spread = names
    ? { column: 'name', values: names, sortedBy: 'report_date' }
    : projects
      ? { column: 'project', values: projects, sortedBy: 'report_date' }
      : undefined;
  return {
    conditions,
    spread,
    only: both(undeclared && indexed ? uploadsHolding(undeclared) : undefined, only),
    search:
      searchOf(
        args.search,
        sql`(d.name || ' ' || d.destination || ' ' || d.id::text)`,
        (pattern) => sql`select search_upload(${pattern})`,
      ) ?? (undeclared && !indexed ? AMONG_NEWEST : undefined),
  };
}

/** No index holds texts of one or two characters: like a search for them, the conditions are tried on the newest rows only. */
const AMONG_NEWEST: Search = { matches: sql`true`, hits: null };

/** Ids of the uploads that hold any of these texts, by the index of their search. */
function uploadsHolding(texts: readonly string[]): RawBuilder<unknown> {
  return sql`${sql.join(
    texts.map((text) => sql`select search_upload(${containing(text)})`),
    sql` union `,
  )}`;
}

function both(
  first: RawBuilder<unknown> | undefined,
  second: RawBuilder<unknown> | undefined,
): RawBuilder<unknown> | undefined {
  return first && second ? sql`(${first}) intersect (${second})` : (first ?? second);
}

/** Uploads by the destination as declared, or by the kind of destination. */
async function declarationsSendingTo(tx: Tx, accountId: string, destinations: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from upload_declaration
    where account_id = ${accountId}::uuid
      and (destination = any(${[...destinations]}::text[]) or connector = any(${[...destinations]}::text[]))
  `.execute(tx);
  return rows.map(({ name }) => name);
}

/** One page of uploads, in walking order. */
export async function listUploads(
  tx: Tx,
  accountId: string,
  filter: ListFilter,
  sort: { readonly column: TransferSort; readonly direction: SortDirection },
  page: PageRequest,
): Promise<Placed<UploadRow>[]> {
  const query = {
    table: 'upload',
    accountId,
    sort: TRANSFER_SORTS[sort.column],
    direction: sort.direction,
    filter,
  } as const;
  return place(await findPage(tx, query, page), (ids) => uploadsById(tx, accountId, ids));
}

const COLUMNS = sql`
  d.id, d.flow_id, d.name, d.project, d.purpose, d.report_date, d.status, d.destination, d.destination_type, d.created,
  d.started, d.finished, d.row_count, d.bytes, d.progress, d.message,
  coalesce(w.retry_count, 0) as retry_count, coalesce(w.retry_limit, 0) as retry_limit, w.next_try`;

/** The account's uploads of these ids; those of others are not found. */
export async function uploadsById(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, UploadRow>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<UploadRow>`
    select ${COLUMNS} from upload d left join unit w on w.account_id = d.account_id and w.id = d.id
    where d.account_id = ${accountId}::uuid and d.id = any(${[...ids]}::uuid[])
  `.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The uploads of each of these flows, by name. */
export async function uploadsOfFlows(
  tx: Tx,
  accountId: string,
  flowIds: readonly string[],
): Promise<ReadonlyMap<string, UploadRow[]>> {
  const { rows } = await sql<UploadRow>`
    select ${COLUMNS} from upload d left join unit w on w.account_id = d.account_id and w.id = d.id
    where d.account_id = ${accountId}::uuid and d.flow_id = any(${[...flowIds]}::uuid[])
    order by d.name
  `.execute(tx);
  return Map.groupBy(rows, ({ flow_id }) => flow_id);
}

/** By upload: ids of the downloads that its rows come from, newest first. */
export async function inputsOfUploads(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await sql<{ upload_id: string; download_id: string }>`
    select distinct upload_id, download_id from upload_input
    where account_id = ${accountId}::uuid and upload_id = any(${[...ids]}::uuid[])
    order by upload_id, download_id desc
  `.execute(tx);
  return new Map(
    [...Map.groupBy(rows, (row) => row.upload_id)].map(([id, inputs]) => [id, inputs.map((row) => row.download_id)]),
  );
}
