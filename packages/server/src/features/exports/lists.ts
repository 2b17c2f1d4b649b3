import {
  DOWNLOAD_STATUS_VIEWS,
  PURPOSE_LABELS,
  type Purpose,
  type StatusView,
  UPLOAD_STATUS_VIEWS,
} from '@switchboard/model/status/status';
import type { Tx } from '../../db/database.ts';
import type { ListQuery } from '../../graphql/lists/page-queries.ts';
import type { Batch } from '../../graphql/loaders.ts';
import { type EventRow, eventFilter, eventQuery, eventsById } from '../events/queries.ts';
import { relatedEvents } from '../events/related-events.ts';
import { downloadFilter } from '../transfers/downloads/graphql-filters.ts';
import { type DownloadRow, downloadsById } from '../transfers/downloads/queries.ts';
import { describeDownload } from '../transfers/downloads/status-texts.ts';
import { SORT_COLUMNS, type Sort, type TransferSort, transferQuery } from '../transfers/queries-list.ts';
import { uploadFilter } from '../transfers/uploads/graphql-filters.ts';
import { type UploadRow, uploadsById } from '../transfers/uploads/queries.ts';
import type { CsvColumns } from './csv.ts';
import { type ParameterKinds, type ParameterValues, readParameters } from './read-parameters.ts';

type Query = Parameters<typeof readParameters>[1];

/** A list that can be exported. */
export type ExportedList<Row> = {
  readonly columns: CsvColumns<Row>;
  readonly batch: Batch<Row>;
  /**
   * Reads the parameters of the request.
   * @throws RequestError BAD_REQUEST
   * @returns what reads the filter of the account's list
   */
  readonly read: (query: Query) => (tx: Tx, accountId: string) => Promise<ListQuery & { readonly accountId: string }>;
};

const SORT_PARAMETERS = {
  sortBy: Object.keys(SORT_COLUMNS) as TransferSort[],
  sortDirection: ['ASC', 'DESC'],
} as const;

const DATED = { report_datetime_after: 'text', report_datetime_before: 'text', search: 'text' } as const;

const TRANSFER_PARAMETERS = {
  ...SORT_PARAMETERS,
  ...DATED,
  projects: 'texts',
  names: 'texts',
  purpose: 'texts',
  status: 'texts',
  failure_codes: 'texts',
} as const satisfies ParameterKinds;

const sortOf = ({ sortBy, sortDirection }: ParameterValues<typeof SORT_PARAMETERS>): Sort => ({
  column: sortBy ?? 'REPORT_DATETIME',
  direction: sortDirection ?? 'DESC',
});

type TransferRow = DownloadRow | UploadRow;

const transferColumns = <Row extends TransferRow>(
  found: string,
  nameOf: (row: Row) => string,
  described: CsvColumns<Row>,
  views: Readonly<Record<Row['status'], StatusView>>,
): CsvColumns<Row> => [
  ['Report Date', (row) => row.report_date],
  [found, (row) => row.created],
  ['Started', (row) => row.started],
  ['Finished', (row) => row.finished],
  ['Project', (row) => row.project],
  ['Name', nameOf],
  ['Purpose', (row) => PURPOSE_LABELS[row.purpose satisfies Purpose]],
  ...described,
  ['Status', (row) => views[row.status as Row['status']].label],
  ['Rows', (row) => row.row_count],
];

const DOWNLOADS: ExportedList<DownloadRow> = {
  columns: [
    ...transferColumns<DownloadRow>(
      'Found',
      (row) => row.source,
      [['Description', describeDownload]],
      DOWNLOAD_STATUS_VIEWS,
    ),
    ['Dirty rows', (row) => row.dirty_row_count],
    ['Message', (row) => row.message],
    ['ID', (row) => row.id],
  ],
  batch: downloadsById,
  read: (query) => {
    const args = readParameters(
      {
        ...TRANSFER_PARAMETERS,
        bundleNames: 'texts',
        import_name: 'text',
        downloaded_after: 'text',
        downloaded_before: 'text',
        newDirtyGreaterThanDirty: 'boolean',
        dirtyEqualsNewDirty: 'boolean',
      },
      query,
    );
    return async (tx, accountId) =>
      transferQuery('download', accountId, await downloadFilter(tx, accountId, args), sortOf(args));
  },
};

const UPLOADS: ExportedList<UploadRow> = {
  columns: [
    ...transferColumns<UploadRow>(
      'Ready',
      (row) => row.name,
      [
        ['Description', (row) => row.destination],
        ['Destination', (row) => row.destination],
      ],
      UPLOAD_STATUS_VIEWS,
    ),
    ['Message', (row) => row.message],
    ['ID', (row) => row.id],
  ],
  batch: uploadsById,
  read: (query) => {
    const args = readParameters(
      { ...TRANSFER_PARAMETERS, destination: 'texts', uploaded_after: 'text', uploaded_before: 'text' },
      query,
    );
    return async (tx, accountId) =>
      transferQuery('upload', accountId, await uploadFilter(tx, accountId, args), sortOf(args));
  },
};

const EVENTS: ExportedList<EventRow> = {
  columns: [
    ['Status', (row) => row.severity],
    ['Created', (row) => row.created],
    ['Report Date', (row) => row.report_date],
    ['Project', (row) => row.project],
    ['Download', (row) => row.download_declaration],
    ['Upload', (row) => row.upload_declaration],
    ['Message', (row) => row.message],
    ['Code', (row) => row.code],
    ['Comment', (row) => row.comment],
    ['ID', (row) => row.id],
  ],
  batch: eventsById,
  read: (query) => {
    const args = readParameters(
      {
        ...DATED,
        severities: 'texts',
        created_after: 'text',
        created_before: 'text',
        withComments: 'boolean',
        project: 'texts',
        downloadName: 'texts',
        uploadName: 'texts',
        around: 'text',
      },
      query,
    );
    return async (_tx, accountId) => eventQuery(accountId, eventFilter(args, relatedEvents(accountId, args)));
  },
};

/** The lists by the parameter `type`. */
export const EXPORTED_LISTS = { downloads: DOWNLOADS, uploads: UPLOADS, events: EVENTS } as const;
export type ExportType = keyof typeof EXPORTED_LISTS;
