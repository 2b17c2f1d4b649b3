import { sql } from 'kysely';
import { type Builder, builder } from '../../graphql/builder.ts';
import { defineConnection, pageArguments } from '../../graphql/connection.ts';
import { inAccount } from '../../graphql/context.ts';
import { UUID } from '../../graphql/cursor.ts';
import { load } from '../../graphql/loaders.ts';
import { readPage, toConnection } from '../../graphql/paging.ts';
import { reportDatetimeRef, sortColumnRef, sortDirectionRef } from '../../graphql/value-types.ts';
import { noUploadsReason } from '../../pipeline/uploads/no-uploads-reason.ts';
import { waitingOf, waitingRef } from '../transfers/graphql-waiting.ts';
import { DOWNLOAD, OUTCOME, PARTS, PROBES, TABLES_READ } from '../transfers/loaders.ts';
import { type DownloadRow, downloadFilter, listDownloads, type PartRow } from './queries.ts';
import { describeDownload, readProgress, textOf, type WaitingText, type Work, waitingText } from './status-texts.ts';

type SourceTable = { readonly source: string; readonly name: string; readonly project: string };

export const downloadRef = builder.objectRef<DownloadRow>('Download');
export const downloadProgressRef = builder.objectRef<ReturnType<typeof readProgress>>('DownloadProgress');
const progressRef = builder.objectRef<Work>('Progress');
export const sourceTableRef = builder.objectRef<SourceTable>('SourceTable');
const handleRef = builder.objectRef<DownloadRow>('DownloadHandle');
const waitingTextRef = builder.objectRef<WaitingText>('WaitingText');
export const partRef = builder.objectRef<PartRow>('DownloadPart');

const VIEW = { permission: 'view' } as const;
const PAGE_SIZE = 20;

function defineSmallTypes(): void {
  progressRef.implement({
    description: 'Work done or expected. Each is null when unknown.',
    authScopes: VIEW,
    fields: (t) => ({
      rows: t.exposeFloat('rows', { nullable: true, description: 'Rows.' }),
      bytes: t.exposeFloat('bytes', { nullable: true, description: 'Bytes.' }),
      reports: t.exposeFloat('reports', { nullable: true, description: 'Reports of the provider.' }),
    }),
  });
  downloadProgressRef.implement({
    description: 'How far a transfer is.',
    authScopes: VIEW,
    fields: (t) => ({
      completed: t.field({ type: progressRef, description: 'Done so far.', resolve: (row) => row.completed }),
      estimated: t.field({ type: progressRef, description: 'Expected in all.', resolve: (row) => row.estimated }),
    }),
  });
  sourceTableRef.implement({
    description: 'A table that a source fills.',
    authScopes: VIEW,
    fields: (t) => ({
      id: t.id({
        description: 'Derived from the names of its source and of itself, so that it outlives publications.',
        resolve: ({ source, name }) => `${source}/${name}`,
      }),
      name: t.exposeString('name', { description: 'Its name in scripts.' }),
      project: t.exposeString('project', { description: 'The project that declares it.' }),
    }),
  });
  waitingTextRef.implement({
    description: 'Why a download has nothing yet, in the words that people see.',
    authScopes: VIEW,
    fields: (t) => ({
      text: t.exposeString('text', { description: 'Checking for new files, or Subscribing.' }),
      tooltip: t.exposeString('tooltip', { description: 'When its source was and will be looked at, in UTC.' }),
    }),
  });
  const text = (name: string) => (row: DownloadRow) => textOf(row.handle, name);
  handleRef.implement({
    description: 'What was fetched, as far as its source tells.',
    authScopes: VIEW,
    fields: (t) => ({
      url: t.string({ nullable: true, description: 'Where it came from, without secrets.', resolve: text('url') }),
      filename: t.string({
        nullable: true,
        description: 'The (first) file.',
        resolve: (row) => textOf(row.handle, 'filename') ?? row.filenames[0] ?? null,
      }),
      handle: t.string({
        description: 'What to call it: the handle or file, else the source.',
        resolve: (row) =>
          textOf(row.handle, 'handle') ?? textOf(row.handle, 'filename') ?? row.filenames[0] ?? row.source,
      }),
      report_date: t.string({
        nullable: true,
        description: 'yyyy-MM-dd',
        resolve: (row) => textOf(row.handle, 'report_date') ?? row.report_date,
      }),
      start_date: t.string({
        nullable: true,
        description: 'First day, yyyy-MM-dd.',
        resolve: (row) => textOf(row.handle, 'start_date') ?? row.report_date,
      }),
      end_date: t.string({
        nullable: true,
        description: 'Last day, yyyy-MM-dd.',
        resolve: (row) => textOf(row.handle, 'end_date') ?? row.report_date,
      }),
      report_time: t.string({ nullable: true, description: 'Time of day it is for.', resolve: text('report_time') }),
      start_time: t.string({ nullable: true, description: 'Begin of its span.', resolve: text('start_time') }),
      end_time: t.string({ nullable: true, description: 'End of its span.', resolve: text('end_time') }),
    }),
  });
  partRef.implement({
    description: 'One source table of a download, loaded.',
    authScopes: VIEW,
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Names its files in the REST calls, too.' }),
      name: t.exposeString('name', { description: 'The source table.' }),
      source_table: t.field({ type: sourceTableRef, description: 'The source table.', resolve: (row) => row }),
      legacy_flow_source_id: t.id({
        nullable: true,
        description: 'The id by which samples are fetched: that of the part.',
        resolve: (row) => row.id,
      }),
      row_count: t.exposeFloat('row_count', { nullable: true, description: 'Rows read, good and dirty.' }),
      dirty_row_count: t.exposeFloat('dirty_row_count', { nullable: true, description: 'Rows refused.' }),
      dirty_row_status: t.exposeString('dirty_row_status', { description: 'none, some or all.' }),
      new_dirty_row_count: t.exposeFloat('new_dirty_row_count', {
        nullable: true,
        description: 'Rows that the strict reading refuses.',
      }),
      new_dirty_row_status: t.exposeString('new_dirty_row_status', { description: 'none, some or all.' }),
      hasConnectedUploadDeclarations: t.boolean({
        description: 'Whether an upload declaration of its script reads it.',
        resolve: async (row, _args, context) =>
          (await load(context, TABLES_READ, row.script_id))?.has(row.name) ?? false,
      }),
    }),
  });
}

function defineDownload(): void {
  downloadRef.implement({
    description: 'One fetch of one source for one report date (a download bundle).',
    authScopes: VIEW,
    isTypeOf: (value) => typeof value === 'object' && value !== null && 'source' in value,
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Opaque; newer downloads have greater ids.' }),
      name: t.exposeString('source', { description: "The source's name." }),
      project: t.exposeString('project', { description: 'The project that declares the source.' }),
      status: t.exposeString('status', { description: 'As the spec names them: queued, requested, … skipped.' }),
      purpose: t.exposeString('purpose', { description: 'production, backfill or proof.' }),
      created: t.expose('created', { type: 'DateTime', description: 'When it was scheduled or found.' }),
      started: t.expose('started', { type: 'DateTime', nullable: true, description: 'When fetching began.' }),
      finished: t.expose('finished', { type: 'DateTime', nullable: true, description: 'When it was over.' }),
      handle: t.field({ type: handleRef, description: 'What was fetched.', resolve: (row) => row }),
      description: t.string({
        description: "What the row says in Description: the file's name, or why it waits.",
        resolve: describeDownload,
      }),
      report_datetime: t.field({
        type: reportDatetimeRef,
        nullable: true,
        description: 'The report date; null for a source without dates.',
        resolve: (row) => row.report_date,
      }),
      progress: t.field({
        type: downloadProgressRef,
        description: 'How far it is.',
        resolve: (row) => readProgress(row.progress),
      }),
      source_tables: t.field({
        type: [sourceTableRef],
        description: 'The tables it fills; before it is loaded, the source itself.',
        resolve: async (row, _args, context): Promise<SourceTable[]> => {
          const parts = await load(context, PARTS, row.id);
          return parts ?? [{ source: row.source, name: row.source, project: row.project }];
        },
      }),
      parts: t.field({
        type: [partRef],
        description: 'Its tables once loaded; none before.',
        resolve: async (row, _args, context) => (await load(context, PARTS, row.id)) ?? [],
      }),
      row_count: t.exposeFloat('row_count', { nullable: true, description: 'Sum over the parts; null until loaded.' }),
      dirty_row_count: t.exposeFloat('dirty_row_count', { nullable: true, description: 'Rows refused, likewise.' }),
      dirty_row_status: t.exposeString('dirty_row_status', {
        description: 'none, some or all; some when its parts differ.',
      }),
      retry_count: t.exposeInt('retry_count', { description: 'Retries made.' }),
      retry_limit: t.exposeInt('retry_limit', { description: 'Attempts at most, the first included.' }),
      next_try: t.expose('next_try', {
        type: 'DateTime',
        nullable: true,
        description: 'When it will be tried, or asked for, again.',
      }),
      waiting: t.field({
        type: waitingRef,
        nullable: true,
        description: 'Why it is not running; null when it is over.',
        resolve: (row, _args, context) => waitingOf(context, 'download', row.id),
      }),
      waiting_text: t.field({
        type: waitingTextRef,
        nullable: true,
        description: 'What it shows while it waits for its source; null when it does not.',
        resolve: async (row, _args, context) => waitingText(row, await load(context, PROBES, row.source), Date.now()),
      }),
      message: t.exposeString('message', { nullable: true, description: 'The latest failure or warning, in words.' }),
      uploads_hint: t.string({
        description: 'Why there are no uploads, or none yet; empty when there are.',
        resolve: async (row, _args, context) => {
          const outcome = await load(context, OUTCOME, row.id);
          const facts = outcome ?? { uploads: 0, runningFlows: 0, endedFlows: 0, connected: false };
          return noUploadsReason({ status: row.status, dirty: row.dirty_row_status, ...facts });
        },
      }),
    }),
  });
}

function defineQueries(builder: Builder): void {
  const connection = defineConnection('Download', downloadRef, VIEW);
  builder.queryFields((t) => ({
    download: t.field({
      type: downloadRef,
      nullable: true,
      authScopes: VIEW,
      description: 'One download; null when the account has none of this id.',
      args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
      resolve: (_root, { id }, context) => load(context, DOWNLOAD, id),
    }),
    downloads: t.field({
      type: connection,
      authScopes: VIEW,
      description: "The account's downloads, newest report date first. All filters combine with AND.",
      args: {
        ...pageArguments(PAGE_SIZE),
        projects: t.arg.stringList({ description: 'Of any of these projects.' }),
        names: t.arg.stringList({ description: 'Of any of these sources or source tables.' }),
        bundleNames: t.arg.stringList({ description: 'Of any of these sources.' }),
        purpose: t.arg.stringList({ description: 'production, backfill, proof.' }),
        search: t.arg.string({
          description:
            'Part of the name, description or id, in any case. One or two characters are looked for among the newest 100,000 rows.',
        }),
        status: t.arg.stringList({
          description:
            'completed, failed, skipped, unfinished, dirtyEqualsNewDirty, newDirtyGreaterThanDirty, or a status itself. Abandoned ones show only when asked for.',
        }),
        report_datetime_before: t.arg.string({ description: 'Report date on or before this day, yyyy-MM-dd.' }),
        report_datetime_after: t.arg.string({ description: 'Report date on or after this day.' }),
        downloaded_before: t.arg.string({ description: 'Finished on or before this UTC day.' }),
        downloaded_after: t.arg.string({ description: 'Finished on or after this UTC day.' }),
        newDirtyGreaterThanDirty: t.arg.boolean({
          description: 'Only those of which the strict reading refuses more.',
        }),
        dirtyEqualsNewDirty: t.arg.boolean({
          description: 'Only those of which both readings refuse as many, at least one.',
        }),
        sortBy: t.arg({ type: sortColumnRef, description: 'REPORT_DATETIME without.' }),
        sortDirection: t.arg({ type: sortDirectionRef, description: 'DESC without.' }),
        upload_id: t.arg.id({ description: 'Only the inputs of this upload.' }),
        import_name: t.arg.string({ description: "Only this source's downloads." }),
      },
      resolve: (_root, args, context) => {
        const column = args.sortBy ?? 'REPORT_DATETIME';
        const direction = args.sortDirection ?? 'DESC';
        const page = readPage(args, { order: `downloads ${column} ${direction}`, size: PAGE_SIZE });
        return inAccount(context, async (tx, accountId) => {
          const only = args.upload_id ? inputsOf('upload', accountId, args.upload_id) : undefined;
          const filter = await downloadFilter(tx, accountId, args, only);
          return toConnection(await listDownloads(tx, accountId, filter, { column, direction }, page), page);
        });
      },
    }),
    flow_downloads: t.field({
      type: connection,
      authScopes: VIEW,
      description: 'The downloads that a flow reads, newest report date first.',
      args: {
        id: t.arg.id({ required: true, description: "The flow's id." }),
        first: t.arg.int({ description: 'Rows wanted, or after a cursor; 20 without, 100 at most.' }),
        after: t.arg.string({ description: 'Start after this cursor.' }),
      },
      resolve: (_root, args, context) => {
        const sort = { column: 'REPORT_DATETIME', direction: 'DESC' } as const;
        const page = readPage(args, { order: 'flow_downloads', size: PAGE_SIZE });
        return inAccount(context, async (tx, accountId) => {
          const filter = { conditions: [], only: inputsOf('flow', accountId, args.id) };
          return toConnection(await listDownloads(tx, accountId, filter, sort, page), page);
        });
      },
    }),
  }));
}

/** Ids of the downloads that an upload or flow reads; none for what is no id. */
function inputsOf(kind: 'upload' | 'flow', accountId: string, id: string) {
  const owner = UUID.test(id) ? id : null;
  // Those that a launched flow still waits for have no parts yet.
  const awaited =
    kind === 'flow'
      ? sql`union select s.download_id from flow_source s where s.account_id = ${accountId}::uuid and s.flow_id = ${owner}::uuid`
      : sql``;
  return sql`
    select i.download_id from ${sql.table(`${kind}_input`)} i
    where i.account_id = ${accountId}::uuid and i.${sql.ref(`${kind}_id`)} = ${owner}::uuid ${awaited}`;
}

/** Downloads: their types and queries. */
export function defineDownloads(builder: Builder): void {
  defineSmallTypes();
  defineDownload();
  defineQueries(builder);
}
