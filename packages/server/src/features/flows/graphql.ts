import { flowPhase, isFailedFlow } from '@switchboard/model';
import { type Builder, builder } from '../../graphql/builder.ts';
import { type LoaderDefinition, load, loadAll } from '../../graphql/loaders.ts';
import { reportDatetimeRef } from '../../graphql/value-types.ts';
import { downloadRef } from '../downloads/graphql.ts';
import { waitingOf, waitingRef } from '../transfers/graphql-waiting.ts';
import { DOWNLOAD, FLOW_INPUTS, FLOW_UPLOADS } from '../transfers/loaders.ts';
import { uploadRef } from '../uploads/graphql.ts';
import { type FlowRow, flowsById } from './queries.ts';

export const flowRef = builder.objectRef<FlowRow>('Flow');
const processingRef = builder.objectRef<FlowRow>('FlowProcessing');
const changelistRef = builder.objectRef<FlowRow>('Changelist');

export const FLOW: LoaderDefinition<FlowRow> = { batch: flowsById };

const VIEW = { permission: 'view' } as const;

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
  changelistRef.implement({
    description: 'The script version that a flow runs.',
    authScopes: VIEW,
    fields: (t) => ({
      id: t.exposeID('changelist_id', { description: 'Opaque.' }),
      description: t.exposeString('changelist_description', { description: 'What its author called it.' }),
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
      changelist: t.field({ type: changelistRef, description: 'The script version it runs.', resolve: (row) => row }),
      launched_by: t.exposeString('launched_by', {
        nullable: true,
        description: 'Who launched it; null for the schedule.',
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
        type: [downloadRef],
        description: 'The downloads it reads, newest first.',
        resolve: async (row, _args, context) =>
          loadAll(context, DOWNLOAD, (await load(context, FLOW_INPUTS, row.id)) ?? []),
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
