import { type Builder, builder } from '../../graphql/builder.ts';
import { defineConnection, pageArguments } from '../../graphql/connection.ts';
import { inAccount } from '../../graphql/context.ts';
import { load } from '../../graphql/loaders.ts';
import { readPage, toConnection } from '../../graphql/paging.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { Conflict, conflictRef, NotFound, notFoundRef } from '../../graphql/value-types.ts';
import type { PipelineCounts } from '../../pipeline/backfills/pipeline-counts.ts';
import { changelistRef, loadChangelist } from '../scripts/graphql-changelist.ts';
import { loadPerson, personRef } from '../users/graphql-person.ts';
import {
  conflictingBackfillRef,
  definePreview,
  InvalidBackfill,
  invalidBackfillRef,
  requiredDay,
} from './graphql-preview.ts';
import { defineSubgraph, subgraphRef } from './graphql-subgraph.ts';
import { BACKFILL, DIRTY, PIPELINES, PLAN } from './loaders.ts';
import type { ActiveBackfill } from './preview-backfill.ts';
import { type BackfillRow, backfillFilter, listBackfills } from './queries.ts';
import { subgraphOf } from './subgraph.ts';

const backfillRef = builder.objectRef<BackfillRow>('Backfill');

/** Other backfills have an upload and a report date that was asked for. */
class ConflictingBackfills {
  readonly backfills: readonly Pick<ActiveBackfill, 'id' | 'title'>[];

  constructor(backfills: readonly Pick<ActiveBackfill, 'id' | 'title'>[]) {
    this.backfills = backfills;
  }
}
const conflictingRef = builder.objectRef<ConflictingBackfills>('ConflictingBackfillsError');

const BACKFILLS = { permission: 'backfills' } as const;
const PAGE_SIZE = 20;

function defineSmallTypes(): void {
  conflictingRef.implement({
    description: 'Backfills in progress have an upload and a report date that was asked for.',
    authScopes: BACKFILLS,
    isTypeOf: (value) => value instanceof ConflictingBackfills,
    fields: (t) => ({
      conflicting_backfills: t.field({
        type: [conflictingBackfillRef],
        description: 'Those of this account.',
        resolve: (conflict) => [...conflict.backfills],
      }),
    }),
  });
}

function defineBackfill(): void {
  const count = (of: keyof PipelineCounts, description: string) =>
    builder.objectField(backfillRef, `${of}_pipelines`, (t) =>
      t.int({
        description,
        resolve: async (row, _args, context) => (await load(context, PIPELINES, row.id))?.[of] ?? 0,
      }),
    );
  backfillRef.implement({
    description: 'Pipelines run again for a range of report dates.',
    authScopes: BACKFILLS,
    isTypeOf: (value) => typeof value === 'object' && value !== null && 'upload_names' in value,
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Opaque; newer backfills have greater ids.' }),
      title: t.exposeString('title', { description: 'What its author called it.' }),
      description: t.exposeString('description', { description: 'What people noted about it; may be empty.' }),
      status: t.exposeString('status', { description: 'preparing, running, completed or cancelled.' }),
      start_datetime: t.string({
        description: 'The beginning of its first report date, UTC.',
        resolve: (row) => `${row.start_date}T00:00:00.000Z`,
      }),
      end_datetime: t.string({
        description: 'The last second of its last report date, UTC.',
        resolve: (row) => `${row.end_date}T23:59:59.000Z`,
      }),
      created_by: t.field({
        type: personRef,
        nullable: true,
        description: 'Who launched it.',
        resolve: (row, _args, context) => loadPerson(context, row.created_by),
      }),
      created_on: t.expose('created_on', { type: 'DateTime', description: 'When it was launched.' }),
      cancelled_by: t.field({
        type: personRef,
        nullable: true,
        description: 'Who cancelled it.',
        resolve: (row, _args, context) => loadPerson(context, row.cancelled_by),
      }),
      cancelled_on: t.expose('cancelled_on', {
        type: 'DateTime',
        nullable: true,
        description: 'When it was cancelled.',
      }),
      finished: t.expose('finished', { type: 'DateTime', nullable: true, description: 'When it was over.' }),
      upload_names: t.stringList({ description: 'What it uploads.', resolve: (row) => [...row.upload_names] }),
      download_names: t.stringList({ description: 'What it downloads.', resolve: (row) => [...row.download_names] }),
      hasDirtyRows: t.boolean({
        description: 'Whether any of its downloads has dirty rows.',
        resolve: async (row, _args, context) => (await load(context, DIRTY, row.id)) ?? false,
      }),
      changelist: t.field({
        type: changelistRef,
        description: 'The script it runs.',
        resolve: (row, _args, context) => loadChangelist(context, row.changelist_id),
      }),
      subgraph: t.field({
        type: subgraphRef,
        description: 'Its uploads, and the downloads they read.',
        resolve: async (row, _args, context) => {
          const plan = await load(context, PLAN, row.changelist_id);
          return plan ? subgraphOf(plan, row.upload_names) : { downloads: [], uploads: [] };
        },
      }),
    }),
  });
  count('total', 'Pipelines so far; all of them once it is running.');
  count('succeeded', 'Pipelines that came to a good end.');
  count('failed', 'Pipelines that failed.');
  count('cancelled', 'Pipelines that were ended by people.');
}

function defineQueries(builder_: Builder): void {
  const connection = defineConnection('Backfill', backfillRef, BACKFILLS);
  const titleFilter = builder.inputType('TitleFilter', {
    description: 'How a title must read, in any case. What is given combines with AND.',
    fields: (t) => ({
      equals: t.string({ description: 'The whole of it.' }),
      contains: t.string({ description: 'A part of it.' }),
      startsWith: t.string({ description: 'Its beginning.' }),
    }),
  });
  const one = (name: 'backfill' | 'backfill_detail') =>
    builder_.queryField(name, (t) =>
      t.field({
        type: backfillRef,
        nullable: true,
        authScopes: BACKFILLS,
        description: 'One backfill; null when the account has none of this id.',
        args: { backfill_id: t.arg.id({ required: true, description: 'Its id.' }) },
        resolve: (_root, args, context) => load(context, BACKFILL, args.backfill_id),
      }),
    );
  one('backfill');
  one('backfill_detail');
  builder_.queryField('backfills', (t) =>
    t.field({
      type: connection,
      authScopes: BACKFILLS,
      description: "The account's backfills, newest first. All filters combine with AND.",
      args: {
        ...pageArguments(PAGE_SIZE),
        status: t.arg.stringList({ description: 'preparing, running, completed, cancelled.' }),
        created_datetime_after: t.arg.string({ description: 'Launched on or after this UTC day.' }),
        created_datetime_before: t.arg.string({ description: 'Launched on or before this UTC day.' }),
        report_datetime_after: t.arg.string({ description: 'With a report date on or after this day.' }),
        report_datetime_before: t.arg.string({ description: 'With a report date on or before this day.' }),
        title: t.arg({ type: titleFilter, description: 'How the title reads.' }),
      },
      resolve: (_root, args, context) => {
        const page = readPage(args, { order: 'backfills', size: PAGE_SIZE });
        const filter = backfillFilter(args);
        return inAccount(context, async (tx, accountId) =>
          toConnection(await listBackfills(tx, accountId, filter, page), page),
        );
      },
    }),
  );
}

function defineMutations(builder_: Builder): void {
  const launched = builder.unionType('LaunchBackfillResult', {
    description: 'The backfill, or why it was not launched.',
    types: [backfillRef, conflictingRef, invalidBackfillRef],
  });
  const saved = builder.unionType('SaveBackfillResult', {
    description: 'The backfill as it is now, or why it stays as it was.',
    types: [backfillRef, notFoundRef, conflictRef, invalidBackfillRef],
  });
  builder_.mutationFields((t) => ({
    launch_backfill: t.field({
      type: launched,
      nullable: true,
      authScopes: BACKFILLS,
      description: 'Runs pipelines again for a range of report dates.',
      args: {
        upload_names: t.arg.stringList({ required: true, description: 'Upload declarations, 1000 at most.' }),
        title: t.arg.string({ required: true, description: 'What to call it; 500 characters at most.' }),
        description: t.arg.string({ description: '4000 characters at most.' }),
        start_datetime: t.arg.string({ required: true, description: 'The first report date.' }),
        end_datetime: t.arg.string({ required: true, description: 'The last report date; 30 days at most.' }),
      },
      resolve: async (_root, args, context) => {
        const outcome = await context.backfills.launch(context.session, {
          title: args.title,
          description: args.description ?? '',
          uploadNames: args.upload_names,
          start: requiredDay('start_datetime', args.start_datetime),
          end: requiredDay('end_datetime', args.end_datetime),
        });
        if (outcome.kind === 'refused') return new InvalidBackfill(outcome.problem);
        if (outcome.kind === 'conflict') return new ConflictingBackfills(outcome.backfills);
        return load(context, BACKFILL, outcome.id);
      },
    }),
    save_backfill: t.field({
      type: saved,
      authScopes: BACKFILLS,
      description: 'Cancels a backfill, or changes what it is called.',
      args: {
        backfill_id: t.arg.id({ required: true, description: 'Its id.' }),
        status: t.arg.string({ description: 'cancelled, which cannot be undone.' }),
        title: t.arg.string({ description: 'A new title.' }),
        description: t.arg.string({ description: 'A new description.' }),
      },
      resolve: async (_root, args, context) => {
        if (args.status != null && args.status !== 'cancelled')
          throw badRequest(`The status can be set to cancelled, not to ${args.status}.`);
        const notFound = new NotFound('There is no such backfill.');
        if (!(await load(context, BACKFILL, args.backfill_id))) return notFound;
        const outcome = await context.backfills.save(context.session, args.backfill_id, {
          cancel: args.status === 'cancelled',
          ...(args.title == null ? {} : { title: args.title }),
          ...(args.description == null ? {} : { description: args.description }),
        });
        if (outcome.kind === 'refused') return new InvalidBackfill(outcome.problem);
        if (outcome.kind === 'not_found') return notFound;
        if (outcome.kind === 'finished') return new Conflict('The backfill is over, so it cannot be cancelled.');
        if (outcome.kind === 'undecided') return new Conflict(stillDelivering(outcome.uploads));
        // What was loaded for the check is out of date now.
        context.loaders.clear();
        return (await load(context, BACKFILL, args.backfill_id)) ?? notFound;
      },
    }),
  }));
}

const stillDelivering = (uploads: number): string =>
  `The backfill is cancelled, but ${uploads === 1 ? 'one upload was' : `${uploads} uploads were`} just being delivered and may have arrived.`;

/** Backfills. */
export function defineBackfills(builder_: Builder): void {
  defineSmallTypes();
  defineSubgraph();
  definePreview(builder_);
  defineBackfill();
  defineQueries(builder_);
  defineMutations(builder_);
}
