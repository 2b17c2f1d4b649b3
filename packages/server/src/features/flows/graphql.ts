import { flowPhase, isFailedFlow } from '@switchboard/model';
import { type Builder, builder } from '../../graphql/builder.ts';
import type { GraphqlContext } from '../../graphql/context.ts';
import { type LoaderDefinition, load } from '../../graphql/loaders.ts';
import { reportDatetimeRef } from '../../graphql/value-types.ts';
import { downloadRef, partRef, sourceTableRef } from '../downloads/graphql.ts';
import type { DownloadRow, PartRow } from '../downloads/queries.ts';
import { changelistRef, loadChangelist } from '../scripts/graphql-changelist.ts';
import { waitingOf, waitingRef } from '../transfers/graphql-waiting.ts';
import { DOWNLOAD, FLOW_INPUTS, FLOW_UPLOADS, PARTS } from '../transfers/loaders.ts';
import { uploadRef } from '../uploads/graphql.ts';
import { loadPerson, personRef } from '../users/graphql-person.ts';
import { type FlowRow, flowsById } from './queries.ts';

export const flowRef = builder.objectRef<FlowRow>('Flow');
const processingRef = builder.objectRef<FlowRow>('FlowProcessing');
const inputRef = builder.objectRef<FlowInput>('FlowInput');

export const FLOW: LoaderDefinition<FlowRow> = { batch: flowsById };

type FlowInput = { readonly download: DownloadRow; readonly part: PartRow | null };

const VIEW = { permission: 'view' } as const;

async function inputsOf(context: GraphqlContext, flowId: string): Promise<FlowInput[]> {
  const inputs = (await load(context, FLOW_INPUTS, flowId)) ?? [];
  const found = await Promise.all(
    inputs.map(async ({ downloadId, partId }) => {
      const download = await load(context, DOWNLOAD, downloadId);
      const parts = partId === null ? null : await load(context, PARTS, downloadId);
      return download && { download, part: parts?.find(({ id }) => id === partId) ?? null };
    }),
  );
  return found.filter((input) => input !== null);
}

function defineSmallTypes(): void {
  processingRef.implement({
    description: 'One run of the queries of a flow.',
    authScopes: VIEW,
    fields: (t) => ({
      id: t.exposeID('id', { description: "The flow's id." }),
      started: t.expose('started', { type: 'DateTime', nullable: true, description: 'When it began.' }),
      finished: t.expose('finished', { type: 'DateTime', nullable: true, description: 'When it was over.' }),
      status: t.exposeString('status', { description: 'As the spec names them: PENDING, STARTED, … STOPPED.' }),
    }),
  });
  inputRef.implement({
    description: 'A source table that a flow reads.',
    authScopes: VIEW,
    fields: (t) => ({
      source_table: t.field({
        type: sourceTableRef,
        description: 'The source table; before its download is loaded, the source itself.',
        resolve: ({ part, download }) =>
          part ?? { source: download.source, name: download.source, project: download.project },
      }),
      download: t.field({ type: downloadRef, description: 'Its download.', resolve: ({ download }) => download }),
      download_part: t.field({
        type: partRef,
        nullable: true,
        description: 'What is read of the download; null until it is loaded.',
        resolve: ({ part }) => part,
      }),
    }),
  });
}

/** Flows: the processing between downloads and uploads. */
export function defineFlows(builder: Builder): void {
  defineSmallTypes();
  flowRef.implement({
    description: 'One processing of downloads into results for uploads.',
    authScopes: VIEW,
    isTypeOf: (value) => typeof value === 'object' && value !== null && 'launched_by' in value,
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Opaque; newer flows have greater ids.' }),
      changelist: t.field({
        type: changelistRef,
        description: 'The script version it runs.',
        resolve: (row, _args, context) => loadChangelist(context, row.changelist_id),
      }),
      launched_by: t.field({
        type: personRef,
        nullable: true,
        description: 'Who launched it; null for the schedule.',
        resolve: (row, _args, context) => loadPerson(context, row.launched_by),
      }),
      purpose: t.exposeString('purpose', { description: 'production, backfill or proof.' }),
      archived: t.exposeBoolean('archived', { description: 'Whether people have put it aside.' }),
      backfill_id: t.exposeID('backfill_id', { nullable: true, description: 'The backfill it belongs to.' }),
      message: t.exposeString('message', { nullable: true, description: 'Why it failed or was ended, in words.' }),
      created: t.expose('created', {
        type: 'DateTime',
        description: 'When its inputs were complete, or it was launched ahead of them.',
      }),
      report_datetime: t.field({
        type: reportDatetimeRef,
        nullable: true,
        description: 'The report date; null without.',
        resolve: (row) => row.report_date,
      }),
      failed: t.boolean({
        description: 'Whether it ended in failure; false for a flow that was cancelled or abandoned.',
        resolve: (row) => isFailedFlow(row.status),
      }),
      phase: t.string({
        description:
          'downloading, processing, uploading or succeeded: where it is, or where it failed or was cancelled.',
        resolve: (row) => flowPhase({ ...row, started: row.started !== null }),
      }),
      status: t.exposeString('status', { description: 'As the spec names them: PENDING, STARTED, … STOPPED.' }),
      inputs: t.field({
        type: [inputRef],
        description: 'The source tables it reads, of the newest download first.',
        resolve: (row, _args, context) => inputsOf(context, row.id),
      }),
      waiting: t.field({
        type: waitingRef,
        nullable: true,
        description: 'Why it is not running; null when it is over.',
        resolve: (row, _args, context) => waitingOf(context, 'flow', row.id),
      }),
      processing: t.field({
        type: [processingRef],
        description: 'Its run, once it has started.',
        resolve: (row) => (row.started === null ? [] : [row]),
      }),
      outputs: t.field({
        type: [uploadRef],
        description: 'The uploads it feeds, by name.',
        resolve: async (row, _args, context) => (await load(context, FLOW_UPLOADS, row.id)) ?? [],
      }),
    }),
  });
  builder.queryField('flow', (t) =>
    t.field({
      type: flowRef,
      nullable: true,
      authScopes: VIEW,
      description: 'One flow; null when the account has none of this id.',
      args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
      resolve: (_root, { id }, context) => load(context, FLOW, id),
    }),
  );
}
