import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { optional } from '../../../graphql/arguments.ts';
import { boolean, id, string, strings } from '../../../graphql/columns.ts';
import { UUID } from '../../../graphql/cursor.ts';
import { type Optional, valuesOf } from '../../../graphql/list-arguments.ts';
import type { ListFilter } from '../../../graphql/lists/page-queries.ts';
import { TRANSFER_FILTERS } from '../graphql-list.ts';
import { type TransferFilterArguments, transferFilter } from '../queries-list.ts';
import { DIRTY_EQUALS_NEW_DIRTY, NEW_DIRTY_GREATER } from '../status-conditions.ts';

/** The filters of the list of downloads. */
export const DOWNLOAD_FILTERS = {
  ...TRANSFER_FILTERS,
  ...optional({
    names: strings('Any of these sources or source tables.'),
    bundleNames: strings('Any of these sources.'),
    search: string(
      'Part of the name or description, case-insensitive, or the first 8 or more characters of the id. One or two characters are searched for in the newest 100,000 rows only.',
    ),
    status: strings(
      'completed, failed, skipped, unfinished, dirty, late, dirtyEqualsNewDirty, newDirtyGreaterThanDirty, or a status. Abandoned downloads are listed on request only.',
    ),
    downloaded_before: string('Ended on or before this UTC day.'),
    downloaded_after: string('Ended on or after this UTC day.'),
    newDirtyGreaterThanDirty: boolean('Only those with more dirty rows by the strict rules than by the normal ones.'),
    dirtyEqualsNewDirty: boolean(
      'Only those with the same number of dirty rows by the strict and the normal rules, at least one.',
    ),
    upload_id: id('Only the inputs of this upload.'),
    import_name: string('Only those of this source.'),
  }),
};

export type DownloadFilterArguments = TransferFilterArguments &
  Optional<{
    bundleNames: readonly string[];
    downloaded_before: string;
    downloaded_after: string;
    newDirtyGreaterThanDirty: boolean;
    dirtyEqualsNewDirty: boolean;
    import_name: string;
    upload_id: string;
  }>;

/** Reads those arguments. Names of source tables stand for the sources that provide them. @throws RequestError BAD_REQUEST */
export async function downloadFilter(tx: Tx, accountId: string, args: DownloadFilterArguments): Promise<ListFilter> {
  return transferFilter(tx, accountId, 'download', args, {
    names: await wantedSources(tx, accountId, args),
    finished: { after: args.downloaded_after, before: args.downloaded_before },
    conditions: [
      ...(args.newDirtyGreaterThanDirty ? [NEW_DIRTY_GREATER] : []),
      ...(args.dirtyEqualsNewDirty ? [DIRTY_EQUALS_NEW_DIRTY] : []),
    ],
    candidateIds: args.upload_id ? inputsOf('upload', accountId, args.upload_id) : undefined,
  });
}

/** The sources that pass every filter by name; null when no filter is by name. */
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

/** The given names, and the sources that provide tables with these names. */
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

/** Ids of the downloads that an upload or flow reads; none for an invalid id. */
export function inputsOf(kind: 'upload' | 'flow', accountId: string, id: string) {
  const owner = UUID.test(id) ? id : null;
  // The downloads for which a launched flow still waits have no parts yet.
  const awaited =
    kind === 'flow'
      ? sql`union select s.download_id from flow_source s where s.account_id = ${accountId}::uuid and s.flow_id = ${owner}::uuid`
      : sql``;
  return sql`
    select i.download_id from ${sql.table(`${kind}_input`)} i
    where i.account_id = ${accountId}::uuid and i.${sql.ref(`${kind}_id`)} = ${owner}::uuid ${awaited}`;
}
