import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { optional } from '../../../graphql/arguments.ts';
import { boolean, id, string, strings } from '../../../graphql/columns.ts';
import { UUID } from '../../../graphql/cursor.ts';
import type { Maybe } from '../../../graphql/list-arguments.ts';
import type { ListFilter } from '../../../graphql/lists/page-queries.ts';
import { TRANSFER_FILTERS } from '../graphql-list.ts';
import { type DownloadFilterArguments, downloadFilter } from './queries.ts';

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

/** Reads those arguments. @throws RequestError BAD_REQUEST */
export const readDownloadFilter = (
  tx: Tx,
  accountId: string,
  args: DownloadFilterArguments & { readonly upload_id?: Maybe<string> },
): Promise<ListFilter> =>
  downloadFilter(tx, accountId, args, args.upload_id ? inputsOf('upload', accountId, args.upload_id) : undefined);

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
