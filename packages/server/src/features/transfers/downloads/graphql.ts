import { defineQueryById } from '../../../graphql/account-fields.ts';
import { required } from '../../../graphql/arguments.ts';
import { builder, VIEW } from '../../../graphql/builder.ts';
import { dateTime, float, from, id, nullable, object, objects, references, string } from '../../../graphql/columns.ts';
import { defineConnection } from '../../../graphql/connection.ts';
import { load } from '../../../graphql/loaders.ts';
import { defineObject, hasProperty } from '../../../graphql/object-type.ts';
import { noUploadsReason } from '../../../pipeline/uploads/no-uploads-reason.ts';
import { readTransferPage, TRANSFER_PAGE } from '../graphql-list.ts';
import { waiting } from '../graphql-waiting.ts';
import { TRANSFER_COLUMNS } from '../transfer-columns.ts';
import { DOWNLOAD_FILTERS, downloadFilter, inputsOf } from './graphql-filters.ts';
import { DOWNLOAD, OUTCOME, PARTS, PROBES, TABLES_READ } from './loaders.ts';
import { type DownloadRow, listDownloads, type PartRow, type ReasonRow } from './queries.ts';
import {
  describeDownload,
  type Handle,
  readHandle,
  readProgress,
  type WaitingText,
  type Work,
  waitingText,
} from './status-texts.ts';

type SourceTable = { readonly source: string; readonly name: string; readonly project: string };

export const downloadRef = builder.objectRef<DownloadRow>('Download');
export const downloadProgressRef = builder.objectRef<ReturnType<typeof readProgress>>('DownloadProgress');
const progressRef = builder.objectRef<Work>('Progress');
export const sourceTableRef = builder.objectRef<SourceTable>('SourceTable');
const handleRef = builder.objectRef<Handle>('DownloadHandle');
const waitingTextRef = builder.objectRef<WaitingText>('WaitingText');
const dirtyReasonRef = builder.objectRef<ReasonRow>('DirtyReason');
export const partRef = builder.objectRef<PartRow>('DownloadPart');

function defineSmallTypes(): void {
  defineObject(progressRef, {
    description: 'An amount of work. Each number is null when unknown.',
    authScopes: VIEW,
    columns: {
      rows: nullable(float('Number of rows.')),
      bytes: nullable(float('Number of bytes.')),
      reports: nullable(float('Number of reports of the provider.')),
    },
  });
  defineObject(downloadProgressRef, {
    description: 'Progress of a download or upload.',
    authScopes: VIEW,
    columns: {
      completed: object(progressRef, 'Work completed so far.'),
      estimated: object(progressRef, 'Estimated total work.'),
    },
  });
  defineObject(sourceTableRef, {
    description: 'A table that a source provides.',
    authScopes: VIEW,
    columns: { name: string('Name in scripts.'), project: string('Project that declares it.') },
    fields: (t) => ({
      id: t.id({
        description:
          'Derived from the names of the source and the table, so that it stays the same across publications.',
        resolve: ({ source, name }) => `${source}/${name}`,
      }),
    }),
  });
  defineObject(waitingTextRef, {
    description: 'Text to show for a download that has no data yet.',
    authScopes: VIEW,
    columns: {
      text: string('"Checking for new files" or "Subscribing".'),
      tooltip: string('Times of the last and next probe of the source, in UTC.'),
    },
  });
  defineObject(handleRef, {
    description: 'The report that was downloaded, as identified by its source.',
    authScopes: VIEW,
    columns: {
      url: nullable(string('URL of the report, without secrets.')),
      filename: nullable(string('Names of its files, separated by commas.')),
      handle: string('Report id of the provider, else the file names, else the name of the source.'),
      report_date: nullable(string('Report date, yyyy-MM-dd.')),
      start_date: nullable(string('First day of the report, yyyy-MM-dd.')),
      end_date: nullable(string('Last day of the report, yyyy-MM-dd.')),
      report_time: nullable(string('Time in the names of its files, HH:mm in the timezone of the source.')),
      start_time: nullable(string('First time in the names of its files, when they have several.')),
      end_time: nullable(string('Last time in the names of its files, when they have several.')),
    },
  });
}

function definePart(): void {
  defineObject(dirtyReasonRef, {
    description: 'How many rows are dirty for a reason.',
    authScopes: VIEW,
    columns: {
      column: string('Column that is violated; empty when the reason concerns the whole row.'),
      reason: string('The violation: empty, not a date, …'),
      dirty_row_count: from('dirty', float('Number of dirty rows.')),
      new_dirty_row_count: from('rejected', float('Number of rows that are dirty by the strict rules.')),
    },
  });
  defineObject(partRef, {
    description: 'The loaded rows of one source table of a download.',
    authScopes: VIEW,
    columns: {
      id: id('Opaque identifier; also identifies its files in the REST API.'),
      name: string('Name of the source table.'),
      dirty_row_status: string('none, some or all.'),
      new_dirty_row_status: string('none, some or all.'),
      bytes: float('Size of the files that it was loaded from.'),
      dirty_reasons: objects(
        dirtyReasonRef,
        'The most frequent reasons of its dirty rows, at most five; empty for parts that were loaded before reasons were counted.',
      ),
    },
    fields: (t) => ({
      source_table: t.field({ type: sourceTableRef, description: 'The source table.', resolve: (row) => row }),
      legacy_flow_source_id: t.id({
        nullable: true,
        description: 'The id of the part, by which its samples are fetched.',
        resolve: (row) => row.id,
      }),
      row_count: t.exposeFloat('row_count', { nullable: true, description: 'Number of rows, good and dirty.' }),
      dirty_row_count: t.exposeFloat('dirty_row_count', { nullable: true, description: 'Number of dirty rows.' }),
      new_dirty_row_count: t.exposeFloat('new_dirty_row_count', {
        nullable: true,
        description: 'Number of rows that are dirty by the strict rules.',
      }),
      hasConnectedUploadDeclarations: t.boolean({
        description: 'Whether an upload declaration of its script reads it.',
        resolve: async (row, _args, context) =>
          (await load(context, TABLES_READ, row.script_id))?.has(row.name) ?? false,
      }),
    }),
  });
}

function defineDownload(): void {
  defineObject(downloadRef, {
    description: 'A download of one source for one report date (a download bundle).',
    authScopes: VIEW,
    isTypeOf: hasProperty('source'),
    columns: {
      ...TRANSFER_COLUMNS,
      id: id('Opaque identifier; newer downloads have greater ids.'),
      name: from('source', string('Name of the source.')),
      status: string('queued, requested, … completed, failed or skipped.'),
      created: dateTime('When it was scheduled or discovered.'),
      started: nullable(dateTime('When fetching started; null before.')),
      parts: from('id', references(partRef, PARTS, 'Its tables; empty until they are loaded.')),
      dirty_row_count: nullable(float('Number of dirty rows in all parts; null until known.')),
      dirty_row_status: string('none, some or all; some when its parts differ.'),
      waiting: waiting('download'),
      raw_removed: nullable(
        dateTime('When its files were removed by the retention of the account; null while they are kept.'),
      ),
      tables_removed: nullable(
        dateTime('When its loaded rows were removed by the retention of the account; null while they are kept.'),
      ),
    },
    fields: (t) => ({
      handle: t.field({ type: handleRef, description: 'The report that was downloaded.', resolve: readHandle }),
      description: t.string({
        description: 'Text of the Description column: names of its files, or why it has none yet.',
        resolve: describeDownload,
      }),
      progress: t.field({
        type: downloadProgressRef,
        description: 'Progress of the current attempt.',
        resolve: (row) => readProgress(row.progress),
      }),
      source_tables: t.field({
        type: [sourceTableRef],
        description: 'Tables that it loads; until they are known, one table with the name of the source.',
        resolve: async (row, _args, context): Promise<SourceTable[]> => {
          const parts = await load(context, PARTS, row.id);
          return parts ?? [{ source: row.source, name: row.source, project: row.project }];
        },
      }),
      waiting_text: t.field({
        type: waitingTextRef,
        nullable: true,
        description: 'Text to show while it waits for its source; null otherwise.',
        resolve: async (row, _args, context) => waitingText(row, await load(context, PROBES, row.source), Date.now()),
      }),
      uploads_hint: t.string({
        description: 'Why it has no uploads; empty when it has some.',
        resolve: async (row, _args, context) => {
          const outcome = await load(context, OUTCOME, row.id);
          const facts = outcome ?? { uploads: 0, runningFlows: 0, endedFlows: 0, keepsRows: false, connected: false };
          return noUploadsReason({ status: row.status, dirty: row.dirty_row_status, ...facts });
        },
      }),
    }),
  });
}

function defineQueries(): void {
  const connection = defineConnection('Download', downloadRef, VIEW);
  defineQueryById('download', downloadRef, DOWNLOAD, { authScopes: VIEW });
  builder.queryFields((t) => ({
    downloads: t.field({
      type: connection,
      authScopes: VIEW,
      description: 'Downloads of the account, newest report date first. Filters combine with AND.',
      args: { ...TRANSFER_PAGE, ...DOWNLOAD_FILTERS },
      resolve: (_root, args, context) =>
        readTransferPage(context, 'downloads', args, listDownloads, (tx, accountId) =>
          downloadFilter(tx, accountId, args),
        ),
    }),
    flow_downloads: t.field({
      type: connection,
      authScopes: VIEW,
      description: 'Downloads that a flow reads, newest report date first.',
      args: {
        ...required({ id: id('Id of the flow.') }),
        ...TRANSFER_PAGE,
      },
      resolve: (_root, args, context) =>
        readTransferPage(context, 'flow_downloads', args, listDownloads, async (_tx, accountId) => ({
          conditions: [],
          candidateIds: inputsOf('flow', accountId, args.id),
        })),
    }),
  }));
}

/** Downloads: their types and queries. */
export function defineDownloads(): void {
  defineSmallTypes();
  definePart();
  defineDownload();
  defineQueries();
}
