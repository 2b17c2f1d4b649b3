import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { optional } from '../../../graphql/arguments.ts';
import { id, string, strings } from '../../../graphql/columns.ts';
import { isIndexed, type Optional, relatedIds, valuesOf } from '../../../graphql/list-arguments.ts';
import type { ListFilter, Search } from '../../../graphql/lists/page-queries.ts';
import { searchIds } from '../../../graphql/lists/search-hits.ts';
import { TRANSFER_FILTERS } from '../graphql-list.ts';
import { type TransferFilterArguments, transferFilter } from '../queries-list.ts';
import { TRANSFER_KINDS } from '../transfer-kinds.ts';

/** The filters of the list of uploads. */
export const UPLOAD_FILTERS = {
  ...TRANSFER_FILTERS,
  ...optional({
    names: strings('Any of these declarations.'),
    search: string('Part of the name or destination, case-insensitive, or the first 8 or more characters of the id.'),
    status: strings('completed, failed, unfinished, late, or a status. Abandoned uploads are listed on request only.'),
    destination: strings('To any of these destinations as declared, or connectors.'),
    uploaded_before: string('Ended on or before this UTC day.'),
    uploaded_after: string('Ended on or after this UTC day.'),
    download_id: id('Only those that this download feeds.'),
    download_part_id: id('Only those that this part of a download feeds.'),
    flow_id: id('Only those of this flow.'),
  }),
};

/** Queries for ids of uploads, by argument. */
const RELATED = {
  download_id: sql`select upload_id from upload_input where download_id`,
  download_part_id: sql`select upload_id from upload_input where part_id`,
  flow_id: sql`select id from upload where flow_id`,
} as const;

export type UploadFilterArguments = TransferFilterArguments &
  Optional<{ destination: readonly string[]; uploaded_before: string; uploaded_after: string }> &
  Optional<Record<keyof typeof RELATED, string>>;

/** Reads those arguments. Destinations stand for the declarations that send to them. @throws RequestError BAD_REQUEST */
export async function uploadFilter(tx: Tx, accountId: string, args: UploadFilterArguments): Promise<ListFilter> {
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
      relatedIds(accountId, RELATED, args),
    ),
  });
  return { ...filter, search: filter.search ?? (undeclared && !indexed ? AMONG_NEWEST : undefined) };
}

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
