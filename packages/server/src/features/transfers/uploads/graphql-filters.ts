import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { optional } from '../../../graphql/arguments.ts';
import { id, string, strings } from '../../../graphql/columns.ts';
import { type Optional, relatedIds } from '../../../graphql/list-arguments.ts';
import type { ListFilter } from '../../../graphql/lists/page-queries.ts';
import { TRANSFER_FILTERS } from '../graphql-list.ts';
import { type UploadFilterArguments, uploadFilter } from './queries.ts';

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

/** Reads those arguments. @throws RequestError BAD_REQUEST */
export const readUploadFilter = (
  tx: Tx,
  accountId: string,
  args: UploadFilterArguments & Optional<Record<keyof typeof RELATED, string>>,
): Promise<ListFilter> => uploadFilter(tx, accountId, args, relatedIds(accountId, RELATED, args));
