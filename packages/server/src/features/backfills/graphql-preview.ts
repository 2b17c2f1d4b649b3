import { type BackfillProblem, rangeProblems, uploadsProblem } from '@switchboard/model';
import { type Builder, builder } from '../../graphql/builder.ts';
import { inAccount } from '../../graphql/context.ts';
import { dayOf } from '../../graphql/list-arguments.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { Refusal, reportDatetimeRef } from '../../graphql/value-types.ts';
import { subgraphRef } from './graphql-subgraph.ts';
import {
  type ActiveBackfill,
  type BackfillPreview,
  type PreviewCell,
  type PreviewDate,
  previewBackfill,
} from './preview-backfill.ts';
import { backfillState, runningScript } from './queries-state.ts';
import { connectedNames, type Subgraph, subgraphOf } from './subgraph.ts';

const BACKFILLS = { permission: 'backfills' } as const;

/** A backfill as it was asked for cannot be launched. */
export class InvalidBackfill extends Refusal {
  readonly kind = 'InvalidBackfillError';
  readonly field: string;

  constructor(problem: BackfillProblem) {
    super(problem.message);
    this.field = problem.field;
  }
}

type ShownPreview = BackfillPreview & { readonly connected: Subgraph };

export const invalidBackfillRef = builder.objectRef<InvalidBackfill>('InvalidBackfillError');
export const conflictingBackfillRef = builder.objectRef<Pick<ActiveBackfill, 'id' | 'title'>>('ConflictingBackfill');
const previewRef = builder.objectRef<ShownPreview>('BackfillPreview');
const dateRef = builder.objectRef<PreviewDate>('BackfillPreviewDate');
const cellRef = builder.objectRef<PreviewCell>('BackfillPreviewUpload');
const countsRef = builder.objectRef<BackfillPreview['counts']>('BackfillPreviewCounts');

function defineRefusals(): void {
  invalidBackfillRef.implement({
    description: 'What is wrong with a backfill that was asked for.',
    authScopes: BACKFILLS,
    isTypeOf: (value) => value instanceof InvalidBackfill,
    fields: (t) => ({
      field: t.exposeString('field', { description: 'The argument that is wrong.' }),
      message: t.exposeString('message', { description: 'What is wrong with it, in words.' }),
    }),
  });
  conflictingBackfillRef.implement({
    description: 'A backfill in progress that has an upload and a report date already.',
    authScopes: BACKFILLS,
    fields: (t) => ({
      id: t.exposeID('id', { description: "The backfill's id." }),
      title: t.exposeString('title', { description: 'Its title.' }),
    }),
  });
}

function defineParts(): void {
  cellRef.implement({
    description: 'What a backfill does with one upload for one report date.',
    authScopes: BACKFILLS,
    fields: (t) => ({
      name: t.exposeString('upload', { description: "The upload declaration's name." }),
      action: t.exposeString('action', { description: 'create, skip or conflict.' }),
      reason: t.exposeString('reason', {
        nullable: true,
        description: 'Why it is skipped: no_downloads, no_history or not_scheduled.',
      }),
      conflict: t.field({
        type: conflictingBackfillRef,
        nullable: true,
        description: 'The backfill in progress that has it.',
        resolve: (cell) => cell.conflict,
      }),
      delivered: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'When a good result of the same inputs was delivered; it is made again all the same.',
        resolve: (cell) => cell.delivered?.finished ?? null,
      }),
    }),
  });
  dateRef.implement({
    description: 'What a backfill does for one report date.',
    authScopes: BACKFILLS,
    fields: (t) => ({
      report_datetime: t.field({
        type: reportDatetimeRef,
        nullable: true,
        description: 'The report date; null for what has none.',
        resolve: (date) => date.reportDate,
      }),
      downloads: t.stringList({
        description: 'Sources that are downloaded for it.',
        resolve: (date) => date.downloads.map((each) => each.source),
      }),
      uploads: t.field({ type: [cellRef], description: 'The chosen uploads.', resolve: (date) => [...date.cells] }),
      pipelines: t.exposeInt('flows', { description: 'Pipelines that are run for it.' }),
    }),
  });
  countsRef.implement({
    description: 'A preview in numbers.',
    authScopes: BACKFILLS,
    fields: (t) => ({
      create: t.exposeInt('create', { description: 'Uploads that are made, over all dates.' }),
      skip: t.exposeInt('skip', { description: 'Uploads that are not made, over all dates.' }),
      conflict: t.exposeInt('conflict', { description: 'Uploads that another backfill has, over all dates.' }),
      delivered: t.exposeInt('delivered', { description: 'Uploads that are good already and made again.' }),
      downloads: t.exposeInt('downloads', {
        description: 'Downloads; one of a source without dates serves all dates.',
      }),
      pipelines: t.exposeInt('pipelines', { description: 'Pipelines that are run.' }),
    }),
  });
  previewRef.implement({
    description: 'What a backfill would do, exactly.',
    authScopes: BACKFILLS,
    isTypeOf: (value) => typeof value === 'object' && value !== null && 'withoutHistory' in value,
    fields: (t) => ({
      dates: t.field({
        type: [dateRef],
        description: 'Each report date, oldest first; what has none comes before them.',
        resolve: (preview) => [...preview.dates],
      }),
      counts: t.field({ type: countsRef, description: 'In numbers.', resolve: (preview) => preview.counts }),
      without_history: t.stringList({
        description: 'Sources that keep no history: their newest data is used for every date.',
        resolve: (preview) => [...preview.withoutHistory],
      }),
      warnings: t.stringList({
        description: 'What may not be meant, in words.',
        resolve: (preview) => [...preview.warnings],
      }),
      conflicting_backfills: t.field({
        type: [conflictingBackfillRef],
        description: 'Backfills in progress that keep this one from being launched.',
        resolve: (preview) => [...preview.conflicts],
      }),
      connected: t.field({
        type: subgraphRef,
        description: 'All uploads that share a download with the chosen ones, and those downloads.',
        resolve: (preview) => preview.connected,
      }),
    }),
  });
}

/** The day that a required date argument names. @throws RequestError BAD_REQUEST */
export function requiredDay(name: string, text: string): string {
  const day = dayOf(name, text);
  if (day === null) throw badRequest(`${name} must be a date such as 2026-11-20.`);
  return day;
}

/** The preview of a backfill. */
export function definePreview(builder_: Builder): void {
  defineRefusals();
  defineParts();
  const result = builder.unionType('PreviewBackfillResult', {
    description: 'The preview, or what is wrong with what was asked for.',
    types: [previewRef, invalidBackfillRef],
  });
  builder_.queryField('preview_backfill', (t) =>
    t.field({
      type: result,
      authScopes: BACKFILLS,
      description: 'What a backfill of these uploads and report dates would do. Nothing is launched.',
      args: {
        upload_names: t.arg.stringList({ required: true, description: 'Upload declarations, 1000 at most.' }),
        start_datetime: t.arg.string({ required: true, description: 'The first report date.' }),
        end_datetime: t.arg.string({ required: true, description: 'The last report date; 30 days at most.' }),
      },
      resolve: (_root, args, context) =>
        inAccount(context, async (tx, accountId) => {
          const range = {
            start: requiredDay('start_datetime', args.start_datetime),
            end: requiredDay('end_datetime', args.end_datetime),
          };
          const script = await runningScript(tx, accountId);
          const known = new Set(script?.plan.uploads.map((upload) => upload.name));
          const today = new Date(context.now()).toISOString().slice(0, 10);
          const problem = rangeProblems(range.start, range.end, today)[0] ?? uploadsProblem(args.upload_names, known);
          if (problem) return new InvalidBackfill(problem);
          if (!script) return new InvalidBackfill({ field: 'upload_names', message: 'No script has been published.' });
          const uploads = [...new Set(args.upload_names)];
          const state = await backfillState(tx, accountId, script.changelistId, uploads, range);
          return {
            ...previewBackfill({ plan: script.plan, uploads, ...range, state }),
            connected: subgraphOf(script.plan, connectedNames(script.plan, uploads)),
          };
        }),
    }),
  );
}
