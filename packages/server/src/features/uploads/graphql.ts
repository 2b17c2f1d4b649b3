import { sql } from 'kysely';
import { defineQueryById } from '../../graphql/account-fields.ts';
import { optional } from '../../graphql/arguments.ts';
import { builder, VIEW } from '../../graphql/builder.ts';
import { dateTime, from, id, nullable, string, strings } from '../../graphql/columns.ts';
import { defineConnection } from '../../graphql/connection.ts';
import { relatedIds } from '../../graphql/list-arguments.ts';
import { load, loadAll } from '../../graphql/loaders.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';
import { downloadProgressRef, downloadRef } from '../downloads/graphql.ts';
import { readProgress } from '../downloads/status-texts.ts';
import { readTransferPage, TRANSFER_ARGUMENTS } from '../transfers/graphql-list.ts';
import { waiting } from '../transfers/graphql-waiting.ts';
import { DOWNLOAD, MISSED_DEADLINE, UPLOAD, UPLOAD_INPUTS } from '../transfers/loaders.ts';
import { TRANSFER_COLUMNS } from '../transfers/transfer-columns.ts';
import { listUploads, type UploadRow, uploadFilter } from './queries.ts';

export const uploadRef = builder.objectRef<UploadRow>('Upload');

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

function defineQueries(): void {
  const connection = defineConnection('Upload', uploadRef, VIEW);
  defineQueryById('upload', uploadRef, UPLOAD, { authScopes: VIEW });
  builder.queryField('uploads', (t) =>
    t.field({
      type: connection,
      authScopes: VIEW,
      description: 'Uploads of the account, newest report date first. Filters combine with AND.',
      args: {
        ...TRANSFER_ARGUMENTS,
        ...optional({
          names: strings('Of any of these declarations.'),
          search: string('Part of the name, destination or id, case-insensitive.'),
          status: strings('completed, failed, unfinished, or a status. Abandoned uploads are listed on request only.'),
          destination: strings('To any of these destinations as declared, or connectors.'),
          uploaded_before: string('Ended on or before this UTC day.'),
          uploaded_after: string('Ended on or after this UTC day.'),
          download_id: id('Only those that this download feeds.'),
          download_part_id: id('Only those that this part of a download feeds.'),
          flow_id: id('Only those of this flow.'),
        }),
      },
      resolve: (_root, args, context) =>
        readTransferPage(context, 'uploads', args, listUploads, (tx, accountId) =>
          uploadFilter(tx, accountId, args, relatedIds(accountId, RELATED, args)),
        ),
    }),
  );
}

/** Queries for ids of uploads, by argument. */
const RELATED = {
  download_id: sql`select upload_id from upload_input where download_id`,
  download_part_id: sql`select upload_id from upload_input where part_id`,
  flow_id: sql`select id from upload where flow_id`,
} as const;

/** Uploads: their type and queries. */
export function defineUploads(): void {
  defineUpload();
  defineQueries();
}
