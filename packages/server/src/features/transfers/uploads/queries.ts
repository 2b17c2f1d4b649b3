import type { PlanValue } from '@switchboard/model/plan';
import type { Purpose, UploadStatus } from '@switchboard/model/status/status';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { isIndexed, type Optional, valuesOf } from '../../../graphql/list-arguments.ts';
import type { Search } from '../../../graphql/lists/page-queries.ts';
import { searchIds } from '../../../graphql/lists/search-hits.ts';
import { type Batch, byId } from '../../../graphql/loaders.ts';
import { type FilterReader, type TransferFilterArguments, transferFilter, transferList } from '../queries-list.ts';
import { TRANSFER_KINDS } from '../transfer-kinds.ts';

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
  readonly failure_code: string | null;
  readonly retry_count: number;
  readonly retry_limit: number;
  readonly next_try: Date | null;
};

export type UploadFilterArguments = TransferFilterArguments &
  Optional<{
    destination: readonly string[];
    uploaded_before: string;
    uploaded_after: string;
  }>;

/** Reads the arguments into a filter. Destinations stand for the declarations that send to them. */
export const uploadFilter: FilterReader<UploadFilterArguments> = async (tx, accountId, args, candidateIds) => {
  const destinations = valuesOf('destination', args.destination);
  const sending = destinations ? await declarationsSendingTo(tx, accountId, destinations) : [];
  const declared = sending.length > 0 ? sending : null;
  // Destinations that are not declared any more are searched for in the rows.
  const undeclared = declared ? null : destinations;
  const indexed = undeclared?.every(isIndexed) ?? false;
  const asked = valuesOf('names', args.names);
  const filter = await transferFilter(tx, accountId, 'upload', args, {
    names: asked && declared ? asked.filter((name) => declared.includes(name)) : (asked ?? declared),
    finished: { after: args.uploaded_after, before: args.uploaded_before },
    conditions: undeclared ? [sql`d.destination = any(${undeclared}::text[])`] : [],
    candidateIds: both(
      undeclared && indexed ? await searchIds(tx, TRANSFER_KINDS.upload.searched, undeclared) : undefined,
      candidateIds,
    ),
  });
  return { ...filter, search: filter.search ?? (undeclared && !indexed ? AMONG_NEWEST : undefined) };
};

/** No index contains texts of one or two characters: as in a search, the conditions are tested on the newest rows only. */
const AMONG_NEWEST: Search = { matches: sql`true`, findHits: null };

function both(
  first: RawBuilder<unknown> | undefined,
  second: RawBuilder<unknown> | undefined,
): RawBuilder<unknown> | undefined {
  return first && second ? sql`(${first}) intersect (${second})` : (first ?? second);
}

/** Names of upload declarations by destination as declared, or by connector. */
async function declarationsSendingTo(tx: Tx, accountId: string, destinations: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from upload_declaration
    where account_id = ${accountId}::uuid
      and (destination = any(${[...destinations]}::text[]) or connector = any(${[...destinations]}::text[]))
  `.execute(tx);
  return rows.map(({ name }) => name);
}

const COLUMNS = sql`
  d.id, d.flow_id, d.name, d.project, d.purpose, d.report_date, d.status, d.destination, d.destination_type, d.created,
  d.started, d.finished, d.row_count, d.bytes, d.progress, d.message, d.failure_code,
  coalesce(w.retry_count, 0) as retry_count, coalesce(w.retry_limit, 0) as retry_limit, w.next_try`;

/** The account's uploads with these ids. */
export const uploadsById: Batch<UploadRow> = async (tx, accountId, ids) => {
  const { rows } = await sql<UploadRow>`
    select ${COLUMNS} from upload d left join unit w on w.account_id = d.account_id and w.id = d.id
    where d.account_id = ${accountId}::uuid and d.id = any(${[...ids]}::uuid[])
  `.execute(tx);
  return byId(rows);
};

/** One page of uploads, in walking order. */
export const listUploads = transferList('upload', uploadsById);

/** The uploads of each of these flows, sorted by name. */
export const uploadsOfFlows: Batch<UploadRow[]> = async (tx, accountId, flowIds) => {
  const { rows } = await sql<UploadRow>`
    select ${COLUMNS} from upload d left join unit w on w.account_id = d.account_id and w.id = d.id
    where d.account_id = ${accountId}::uuid and d.flow_id = any(${[...flowIds]}::uuid[])
    order by d.name
  `.execute(tx);
  return Map.groupBy(rows, ({ flow_id }) => flow_id);
};

/** By upload: ids of the downloads from which its rows were made, newest first. */
export const inputsOfUploads: Batch<string[]> = async (tx, accountId, ids) => {
  const { rows } = await sql<{ upload_id: string; download_id: string }>`
    select distinct upload_id, download_id from upload_input
    where account_id = ${accountId}::uuid and upload_id = any(${[...ids]}::uuid[])
    order by upload_id, download_id desc
  `.execute(tx);
  return new Map(
    [...Map.groupBy(rows, (row) => row.upload_id)].map(([id, inputs]) => [id, inputs.map((row) => row.download_id)]),
  );
};
