import { defineQueryById } from '../../../graphql/account-fields.ts';
import { builder, VIEW } from '../../../graphql/builder.ts';
import { dateTime, from, id, nullable, string } from '../../../graphql/columns.ts';
import { defineConnection } from '../../../graphql/connection.ts';
import { load, loadAll } from '../../../graphql/loaders.ts';
import { defineObject, hasProperty } from '../../../graphql/object-type.ts';
import { downloadProgressRef, downloadRef } from '../downloads/graphql.ts';
import { DOWNLOAD } from '../downloads/loaders.ts';
import { readProgress } from '../downloads/status-texts.ts';
import { readTransferPage, TRANSFER_PAGE } from '../graphql-list.ts';
import { waiting } from '../graphql-waiting.ts';
import { TRANSFER_COLUMNS } from '../transfer-columns.ts';
import { UPLOAD_FILTERS, uploadFilter } from './graphql-filters.ts';
import { defineForecasts, FORECAST_COLUMN } from './graphql-forecast.ts';
import { MISSED_DEADLINE, UPLOAD, UPLOAD_INPUTS } from './loaders.ts';
import { listUploads, type UploadRow } from './queries.ts';

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
      result_removed: nullable(
        dateTime('When its result was removed by the retention of the account; null while it is kept.'),
      ),
      forecast: from('id', FORECAST_COLUMN),
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
      args: { ...TRANSFER_PAGE, ...UPLOAD_FILTERS },
      resolve: (_root, args, context) =>
        readTransferPage(context, 'uploads', args, listUploads, (tx, accountId) => uploadFilter(tx, accountId, args)),
    }),
  );
}

/** Uploads: their type and queries. */
export function defineUploads(): void {
  defineForecasts();
  defineUpload();
  defineQueries();
}
