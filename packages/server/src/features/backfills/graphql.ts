import { defineQueryById, readAccountPage } from '../../graphql/account-fields.ts';
import { optional, required } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import { dateTime, from, id, nullable, objects, reference, string, strings } from '../../graphql/columns.ts';
import { defineConnection, pageArguments, REPORT_DATETIME_ARGUMENTS } from '../../graphql/connection.ts';
import type { GraphqlContext } from '../../graphql/context.ts';
import { load } from '../../graphql/loaders.ts';
import { changeResult, changeRow, defineMutation } from '../../graphql/mutation.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';
import { readPage } from '../../graphql/paging.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { Conflict, conflictRef, NotFound, notFoundRef } from '../../graphql/value-types.ts';
import type { PipelineCounts } from '../../pipeline/backfills/pipeline-counts.ts';
import { changelistRef, loadChangelist } from '../changelists/graphql-changelist.ts';
import { PERSON, personRef } from '../users/graphql-person.ts';
import { cancelText, defineBulkCancel } from './graphql-cancel.ts';
import {
  conflictingBackfillRef,
  definePreview,
  InvalidBackfill,
  invalidBackfillRef,
  RANGE_ARGUMENTS,
  requiredRange,
} from './graphql-preview.ts';
import { defineSubgraph, subgraphRef } from './graphql-subgraph.ts';
import { ACTIVE, BACKFILL, DIRTY, PIPELINES, PLAN } from './loaders.ts';
import type { BackfillName } from './preview-backfill.ts';
import { type BackfillRow, backfillFilter, listBackfills } from './queries.ts';
import type { BackfillSaved } from './service.ts';
import { subgraphOf } from './subgraph.ts';

const backfillRef = builder.objectRef<BackfillRow>('Backfill');

/** Other backfills contain an upload and report date of the request. */
class ConflictingBackfills {
  readonly backfills: readonly BackfillName[];

  constructor(backfills: readonly BackfillName[]) {
    this.backfills = backfills;
  }
}
const conflictingRef = builder.objectRef<ConflictingBackfills>('ConflictingBackfillsError');

const BACKFILLS = { permission: 'backfills' } as const;
const PAGE_SIZE = 20;

const count = (of: keyof PipelineCounts) => async (row: BackfillRow, _args: object, context: GraphqlContext) =>
  (await load(context, PIPELINES, row.id))?.[of] ?? 0;

function defineBackfill(): void {
  defineObject(conflictingRef, {
    description: 'Backfills in progress contain an upload and report date of the request.',
    authScopes: BACKFILLS,
    isTypeOf: (value) => value instanceof ConflictingBackfills,
    columns: {
      conflicting_backfills: from('backfills', objects(conflictingBackfillRef, 'The conflicting backfills.')),
    },
  });
  defineObject(backfillRef, {
    description: 'A run of pipelines for a range of past report dates.',
    authScopes: BACKFILLS,
    isTypeOf: hasProperty('upload_names'),
    columns: {
      id: id('Opaque identifier; newer backfills have greater ids.'),
      title: string('Title given by its author.'),
      description: string('Description written by users; may be empty.'),
      status: string('preparing, running, completed or cancelled.'),
      created_by: reference(personRef, PERSON, 'The person who launched it.'),
      created_on: dateTime('When it was launched.'),
      cancelled_by: reference(personRef, PERSON, 'The person who cancelled it.'),
      cancelled_on: nullable(dateTime('When it was cancelled.')),
      finished: nullable(dateTime('When it ended; null before.')),
      upload_names: strings('Names of its upload declarations.'),
      download_names: strings('Names of its sources.'),
    },
    fields: (t) => ({
      start_datetime: t.string({
        description: 'Start of the first report date, UTC.',
        resolve: (row) => `${row.start_date}T00:00:00.000Z`,
      }),
      end_datetime: t.string({
        description: 'Last second of the last report date, UTC.',
        resolve: (row) => `${row.end_date}T23:59:59.000Z`,
      }),
      hasDirtyRows: t.boolean({
        description: 'Whether any of its downloads has dirty rows.',
        resolve: async (row, _args, context) => (await load(context, DIRTY, row.id)) ?? false,
      }),
      changelist: t.field({
        type: changelistRef,
        description: 'The script version that it runs.',
        resolve: (row, _args, context) => loadChangelist(context, row.changelist_id),
      }),
      subgraph: t.field({
        type: subgraphRef,
        description: 'Its uploads and the downloads that they read.',
        resolve: async (row, _args, context) => {
          const plan = await load(context, PLAN, row.changelist_id);
          return plan ? subgraphOf(plan, row.upload_names) : { downloads: [], uploads: [] };
        },
      }),
      total_pipelines: t.int({
        description: 'Number of pipelines; final once the status is running.',
        resolve: count('total'),
      }),
      succeeded_pipelines: t.int({ description: 'Number of pipelines that succeeded.', resolve: count('succeeded') }),
      failed_pipelines: t.int({ description: 'Number of pipelines that failed.', resolve: count('failed') }),
      cancelled_pipelines: t.int({
        description: 'Number of pipelines that users cancelled.',
        resolve: count('cancelled'),
      }),
      is_active: t.boolean({
        description:
          'Whether any of its work runs at this moment; while it is running and this is false, its pipelines are queued or wait.',
        resolve: async (row, _args, context) => (await load(context, ACTIVE, row.id)) ?? false,
      }),
      kept_pipelines: t.int({
        description:
          'Number of pipelines whose results have no rows while rows of earlier results stay at destinations.',
        resolve: count('kept'),
      }),
    }),
  });
}

function defineQueries(): void {
  const connection = defineConnection('Backfill', backfillRef, BACKFILLS);
  const titleFilter = builder.inputType('TitleFilter', {
    description: 'Conditions on a title, case-insensitive. They combine with AND.',
    fields: (t) => ({
      equals: t.string({ description: 'The whole title.' }),
      contains: t.string({ description: 'Part of the title.' }),
      startsWith: t.string({ description: 'Start of the title.' }),
    }),
  });
  for (const field of ['backfill', 'backfill_detail'])
    defineQueryById(field, backfillRef, BACKFILL, {
      authScopes: BACKFILLS,
      noun: 'backfill',
      argument: 'backfill_id',
    });
  builder.queryField('backfills', (t) =>
    t.field({
      type: connection,
      authScopes: BACKFILLS,
      description: 'Backfills of the account, newest first. Filters combine with AND.',
      args: {
        ...pageArguments(PAGE_SIZE),
        ...REPORT_DATETIME_ARGUMENTS,
        title: t.arg({ type: titleFilter, description: 'Conditions on the title.' }),
        ...optional({
          status: strings('preparing, running, completed, cancelled.'),
          created_datetime_after: string('Launched on or after this UTC day.'),
          created_datetime_before: string('Launched on or before this UTC day.'),
        }),
      },
      resolve: (_root, args, context) => {
        const filter = backfillFilter(args);
        return readAccountPage(
          context,
          readPage(args, { order: 'backfills', size: PAGE_SIZE }),
          (tx, accountId, page) => listBackfills(tx, accountId, filter, page),
        );
      },
    }),
  );
}

/** Why the backfill was not changed, or why its cancellation is incomplete; null when it was changed. */
function refusalOf(outcome: BackfillSaved): InvalidBackfill | NotFound | Conflict | null {
  switch (outcome.kind) {
    case 'ok':
      return null;
    case 'refused':
      return new InvalidBackfill(outcome.problem);
    case 'not_found':
      return new NotFound('There is no such backfill.');
    case 'finished':
      return new Conflict(cancelText('finished'));
    case 'undecided':
      return new Conflict(cancelText('undecided', outcome.uploads));
  }
}

function defineMutations(): void {
  defineMutation('launch_backfill', {
    authScopes: BACKFILLS,
    description: 'Launches a backfill: runs pipelines for a range of past report dates.',
    result: {
      name: 'LaunchBackfillResult',
      description: 'The launched backfill, or why it was not launched.',
      types: [backfillRef, conflictingRef, invalidBackfillRef],
    },
    isNullable: true,
    args: {
      ...RANGE_ARGUMENTS,
      ...required({ title: string('Title, at most 500 characters.') }),
      ...optional({ description: string('Description, at most 4000 characters.') }),
    },
    resolve: async (args, context) => {
      const outcome = await context.backfills.launch(context.session, {
        title: args.title,
        description: args.description ?? '',
        uploadNames: args.upload_names,
        ...requiredRange(args),
      });
      if (outcome.kind === 'refused') return new InvalidBackfill(outcome.problem);
      if (outcome.kind === 'conflict') return new ConflictingBackfills(outcome.backfills);
      return load(context, BACKFILL, outcome.id);
    },
  });
  defineMutation('save_backfill', {
    authScopes: BACKFILLS,
    description: 'Cancels a backfill, or changes its title and description.',
    result: changeResult('SaveBackfillResult', 'backfill', [backfillRef, notFoundRef, conflictRef, invalidBackfillRef]),
    args: {
      ...required({ backfill_id: id('Id of the backfill.') }),
      ...optional({
        status: string('cancelled; cannot be undone.'),
        title: string('New title.'),
        description: string('New description.'),
      }),
    },
    resolve: ({ backfill_id: id, status, title, description }, context) => {
      if (status != null && status !== 'cancelled')
        throw badRequest(`The status can be set to cancelled, not to ${status}.`);
      return changeRow(context, BACKFILL, { noun: 'backfill', id }, async () =>
        refusalOf(
          await context.backfills.save(context.session, id, {
            cancel: status === 'cancelled',
            ...(title == null ? {} : { title }),
            ...(description == null ? {} : { description }),
          }),
        ),
      );
    },
  });
}

/** Backfills: their types, queries and mutations. */
export function defineBackfills(): void {
  defineSubgraph();
  definePreview();
  defineBackfill();
  defineQueries();
  defineMutations();
  defineBulkCancel(backfillRef);
}
