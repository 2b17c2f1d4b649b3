import { sql } from 'kysely';
import { type Builder, builder } from '../../graphql/builder.ts';
import { dateTime, from, id, nullable, string } from '../../graphql/columns.ts';
import { defineConnection, pageArguments } from '../../graphql/connection.ts';
import { inAccount } from '../../graphql/context.ts';
import { UUID } from '../../graphql/cursor.ts';
import { load, loadAll } from '../../graphql/loaders.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';
import { readPage, toConnection } from '../../graphql/paging.ts';
import { sortColumnRef, sortDirectionRef } from '../../graphql/value-types.ts';
import { downloadProgressRef, downloadRef } from '../downloads/graphql.ts';
import { readProgress } from '../downloads/status-texts.ts';
import { waiting } from '../transfers/graphql-waiting.ts';
import { DOWNLOAD, MISSED_DEADLINE, UPLOAD, UPLOAD_INPUTS } from '../transfers/loaders.ts';
import { TRANSFER_COLUMNS } from '../transfers/transfer-columns.ts';
import { listUploads, type UploadRow, uploadFilter } from './queries.ts';

export const uploadRef = builder.objectRef<UploadRow>('Upload');

const VIEW = { permission: 'view' } as const;
const PAGE_SIZE = 20;

function defineUpload(): void {
  defineObject(uploadRef, {
    description: 'A delivery of the result of one upload declaration.',
    authScopes: VIEW,
    isTypeOf: hasProperty('destination'),
    columns: {
      ...TRANSFER_COLUMNS,
      id: id('Opaque identifier; newer uploads have greater ids.'),
      name: string('Name of the upload declaration.'),
      handle: from('destination', string('Destination, as shown to users.')),
      destination: string('Destination, as shown to users.'),
      destination_type: string('Connector of the destination: postgres, file, …'),
      status: string('preparing, queued, … completed or failed.'),
      created: dateTime('When its flow started.'),
      started: nullable(dateTime('When sending started; null before.')),
      waiting: waiting('upload'),
    },
    fields: (t) => ({
      progress: t.field({
        type: downloadProgressRef,
        description: 'Progress of the current attempt.',
        resolve: (row) => readProgress(row.progress),
      }),
      inputs: t.field({
        type: [downloadRef],
        description: 'The downloads from which its rows were made, newest first.',
        resolve: async (row, _args, context) =>
          loadAll(context, DOWNLOAD, (await load(context, UPLOAD_INPUTS, row.id)) ?? []),
      }),
      late_since: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'The deadline that it missed; null when it missed none.',
        resolve: (row, _args, context) => load(context, MISSED_DEADLINE, row.id),
      }),
    }),
  });
}

function defineQueries(builder: Builder): void {
  const connection = defineConnection('Upload', uploadRef, VIEW);
  builder.queryFields((t) => ({
    upload: t.field({
      type: uploadRef,
      nullable: true,
      authScopes: VIEW,
      description: 'One upload; null when the account has none of this id.',
      args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
      resolve: (_root, { id }, context) => load(context, UPLOAD, id),
    }),
    uploads: t.field({
      type: connection,
      authScopes: VIEW,
      description: "The account's uploads, newest report date first. All filters combine with AND.",
      args: {
        ...pageArguments(PAGE_SIZE),
        projects: t.arg.stringList({ description: 'Of any of these projects.' }),
        names: t.arg.stringList({ description: 'Of any of these declarations.' }),
        purpose: t.arg.stringList({ description: 'production, backfill, proof.' }),
        search: t.arg.string({ description: 'Part of the name, destination or id, in any case.' }),
        status: t.arg.stringList({
          description: 'completed, failed, unfinished, or a status itself. Abandoned ones show only when asked for.',
        }),
        destination: t.arg.stringList({ description: 'Sent to any of these, as declared, or to any of these kinds.' }),
        report_datetime_before: t.arg.string({ description: 'Report date on or before this day, yyyy-MM-dd.' }),
        report_datetime_after: t.arg.string({ description: 'Report date on or after this day.' }),
        uploaded_before: t.arg.string({ description: 'Finished on or before this UTC day.' }),
        uploaded_after: t.arg.string({ description: 'Finished on or after this UTC day.' }),
        sortBy: t.arg({ type: sortColumnRef, description: 'REPORT_DATETIME without.' }),
        sortDirection: t.arg({ type: sortDirectionRef, description: 'DESC without.' }),
        download_id: t.arg.id({ description: 'Only those that this download feeds.' }),
        download_part_id: t.arg.id({ description: 'Only those that this part of a download feeds.' }),
        flow_id: t.arg.id({ description: 'Only those of this flow.' }),
      },
      resolve: (_root, args, context) => {
        const column = args.sortBy ?? 'REPORT_DATETIME';
        const direction = args.sortDirection ?? 'DESC';
        const page = readPage(args, { order: `uploads ${column} ${direction}`, size: PAGE_SIZE });
        return inAccount(context, async (tx, accountId) => {
          const filter = await uploadFilter(tx, accountId, args, relatedIds(accountId, args));
          return toConnection(await listUploads(tx, accountId, filter, { column, direction }, page), page);
        });
      },
    }),
  }));
}

type Related = {
  readonly download_id?: string | null | undefined;
  readonly download_part_id?: string | null | undefined;
  readonly flow_id?: string | null | undefined;
};

/** Ids of the uploads that belong to all of these; undefined when none is given. What is no id has no uploads. */
function relatedIds(accountId: string, related: Related) {
  const account = sql`account_id = ${accountId}::uuid`;
  const uuid = (id: string) => sql`${UUID.test(id) ? id : null}::uuid`;
  const queries = [
    ...(related.download_id
      ? [sql`select upload_id from upload_input where ${account} and download_id = ${uuid(related.download_id)}`]
      : []),
    ...(related.download_part_id
      ? [sql`select upload_id from upload_input where ${account} and part_id = ${uuid(related.download_part_id)}`]
      : []),
    ...(related.flow_id ? [sql`select id from upload where ${account} and flow_id = ${uuid(related.flow_id)}`] : []),
  ];
  return queries.length > 0 ? sql`${sql.join(queries, sql` intersect `)}` : undefined;
}

/** Uploads: their type and queries. */
export function defineUploads(builder: Builder): void {
  defineUpload();
  defineQueries(builder);
}
