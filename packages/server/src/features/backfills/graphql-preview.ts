import { type BackfillProblem, type DateRange, rangeProblems, uploadsProblem } from '@switchboard/model/backfill';
import type { Tx } from '../../db/database.ts';
import { required } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import { float, from, id, int, nullable, object, objects, string, strings } from '../../graphql/columns.ts';
import { inAccount } from '../../graphql/context.ts';
import { dayOf } from '../../graphql/list-arguments.ts';
import { defineQuery } from '../../graphql/mutation.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { Refusal, refusalRef, reportDatetimeRef } from '../../graphql/value-types.ts';
import { runningScript } from '../changelists/stored-changelist.ts';
import { type Expected, estimateBackfill } from './estimate-backfill.ts';
import { subgraphRef } from './graphql-subgraph.ts';
import {
  type BackfillName,
  type BackfillPreview,
  type PreviewCell,
  type PreviewDate,
  previewBackfill,
} from './preview-backfill.ts';
import { runHistory } from './queries-history.ts';
import { backfillState } from './queries-state.ts';
import { connectedNames, type Subgraph, subgraphOf } from './subgraph.ts';

const BACKFILLS = { permission: 'backfills' } as const;

/** The request for a backfill is invalid, so that it cannot be launched. */
export class InvalidBackfill extends Refusal {
  readonly kind = 'InvalidBackfillError';
  readonly field: string;

  constructor(problem: BackfillProblem) {
    super(problem.message);
    this.field = problem.field;
  }
}

type ShownDate = PreviewDate & { readonly expected: Expected };
type ShownPreview = Omit<BackfillPreview, 'dates'> & {
  readonly dates: readonly ShownDate[];
  readonly expected: Expected;
  readonly without_runs: readonly string[];
  readonly connected: Subgraph;
};

export const invalidBackfillRef = builder.objectRef<InvalidBackfill>('InvalidBackfillError');
export const conflictingBackfillRef = builder.objectRef<BackfillName>('ConflictingBackfill');
const previewRef = builder.objectRef<ShownPreview>('BackfillPreview');
const dateRef = builder.objectRef<ShownDate>('BackfillPreviewDate');
const expectedRef = builder.objectRef<Expected>('BackfillPreviewExpected');
const cellRef = builder.objectRef<PreviewCell>('BackfillPreviewUpload');
const countsRef = builder.objectRef<BackfillPreview['counts']>('BackfillPreviewCounts');

function defineRefusals(): void {
  defineObject(invalidBackfillRef, {
    description: 'The request for a backfill is invalid.',
    authScopes: BACKFILLS,
    isTypeOf: (value) => value instanceof InvalidBackfill,
    interfaces: [refusalRef],
    columns: { field: string('The invalid argument.'), message: string('The problem with the argument.') },
  });
  defineObject(conflictingBackfillRef, {
    description: 'A backfill in progress that contains the same upload and report date.',
    authScopes: BACKFILLS,
    columns: { id: id('Id of the backfill.'), title: string('Title of the backfill.') },
  });
}

function defineParts(): void {
  defineObject(cellRef, {
    description: 'The action of a backfill for one upload and report date.',
    authScopes: BACKFILLS,
    columns: {
      name: from('upload', string('Name of the upload declaration.')),
      action: string('create, skip or conflict.'),
      reason: nullable(string('Why it is skipped: no_downloads, no_history or not_scheduled.')),
      conflict: nullable(object(conflictingBackfillRef, 'The backfill in progress that contains it.')),
    },
    fields: (t) => ({
      delivered: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'When a result of the same inputs was delivered; it is created again nevertheless.',
        resolve: (cell) => cell.delivered?.finished ?? null,
      }),
    }),
  });
  defineObject(expectedRef, {
    description: 'Expected rows and minutes of pipelines: the medians of the newest runs.',
    authScopes: BACKFILLS,
    columns: {
      rows: nullable(float('Rows to deliver, of the uploads that have earlier runs; null when none has.')),
      unknown: int('Number of uploads without earlier runs.'),
    },
    fields: (t) => ({
      minutes: t.float({
        nullable: true,
        description:
          'Minutes, with one pipeline after the other; null when a download or an upload has no earlier run.',
        resolve: ({ seconds }) => (seconds === null ? null : seconds / 60),
      }),
    }),
  });
  defineObject(dateRef, {
    description: 'The actions of a backfill for one report date.',
    authScopes: BACKFILLS,
    columns: {
      report_datetime: from(
        'reportDate',
        nullable(object(reportDatetimeRef, 'The report date; null for reports without dates.')),
      ),
      uploads: from('cells', objects(cellRef, 'The selected uploads.')),
      pipelines: from('flows', int('Number of pipelines that run for it.')),
      expected: object(expectedRef, 'Expected rows and minutes of its pipelines.'),
    },
    fields: (t) => ({
      downloads: t.stringList({
        description: 'Names of the sources that are downloaded for it.',
        resolve: (date) => date.downloads.map((each) => each.source),
      }),
    }),
  });
  defineObject(countsRef, {
    description: 'Totals of a preview over all report dates.',
    authScopes: BACKFILLS,
    columns: {
      create: int('Uploads to create.'),
      skip: int('Uploads to skip.'),
      conflict: int('Uploads that another backfill contains.'),
      delivered: int('Uploads that were delivered before and are created again.'),
      downloads: int('Downloads; a download of a source without dates counts once.'),
      pipelines: int('Pipelines to run.'),
    },
  });
  defineObject(previewRef, {
    description: 'Exactly what a backfill would do.',
    authScopes: BACKFILLS,
    isTypeOf: hasProperty('withoutHistory'),
    columns: {
      dates: objects(dateRef, 'The report dates, oldest first, after the reports without dates.'),
      counts: object(countsRef, 'Totals over all report dates.'),
      without_history: from(
        'withoutHistory',
        strings('Sources without history, whose newest data is used for every date.'),
      ),
      expected: object(expectedRef, 'Expected rows and minutes of all pipelines.'),
      without_runs: strings('Uploads without earlier runs, whose rows and time are unknown.'),
      warnings: strings('Possible mistakes in the request.'),
      conflicting_backfills: from(
        'conflicts',
        objects(conflictingBackfillRef, 'Backfills in progress that prevent the launch.'),
      ),
      connected: object(
        subgraphRef,
        'All uploads that share a download with the selected ones, directly or through others, and those downloads.',
      ),
    },
  });
}

export const RANGE_ARGUMENTS = required({
  upload_names: strings('Names of upload declarations, at most 1000.'),
  start_datetime: string('The first report date.'),
  end_datetime: string('The last report date, at most 30 days after the first.'),
});

/** The range of report dates, yyyy-MM-dd. @throws RequestError BAD_REQUEST */
export function requiredRange(args: { readonly start_datetime: string; readonly end_datetime: string }): DateRange {
  return {
    start: requiredDay('start_datetime', args.start_datetime),
    end: requiredDay('end_datetime', args.end_datetime),
  };
}

function requiredDay(name: string, text: string): string {
  const day = dayOf(name, text);
  if (day === null) throw badRequest(`${name} must be a date such as 2026-11-20.`);
  return day;
}

async function preview(
  tx: Tx,
  accountId: string,
  { uploads, range, today }: { readonly uploads: readonly string[]; readonly range: DateRange; readonly today: string },
): Promise<ShownPreview | InvalidBackfill> {
  const script = await runningScript(tx, accountId);
  const known = new Set(script?.plan.uploads.map((upload) => upload.name));
  const problem = rangeProblems(range.start, range.end, today)[0] ?? uploadsProblem(uploads, known);
  if (problem) return new InvalidBackfill(problem);
  if (!script) return new InvalidBackfill({ field: 'upload_names', message: 'No script has been published.' });
  const { plan, changelistId } = script;
  const names = [...new Set(uploads)];
  const state = await backfillState(tx, accountId, changelistId, names, range);
  const shown = previewBackfill({ plan, uploads: names, ...range, state });
  const estimate = estimateBackfill({ plan, uploads: names, ...range }, await runHistory(tx, accountId, plan, names));
  return {
    ...shown,
    dates: shown.dates.map((date) => ({
      ...date,
      expected: estimate.dates.get(date.reportDate) ?? { rows: null, seconds: null, unknown: 0 },
    })),
    expected: estimate.total,
    without_runs: estimate.unknown,
    connected: subgraphOf(plan, connectedNames(plan, names)),
  };
}

/** The preview of a backfill. */
export function definePreview(): void {
  defineRefusals();
  defineParts();
  defineQuery('preview_backfill', {
    authScopes: BACKFILLS,
    description: 'Previews a backfill of these uploads and report dates without launching it.',
    result: {
      name: 'PreviewBackfillResult',
      description: 'The preview, or why the request is invalid.',
      types: [previewRef, invalidBackfillRef],
    },
    args: RANGE_ARGUMENTS,
    resolve: (args, context) => {
      const range = requiredRange(args);
      const today = new Date(context.now()).toISOString().slice(0, 10);
      return inAccount(context, (tx, accountId) =>
        preview(tx, accountId, { uploads: args.upload_names, range, today }),
      );
    },
  });
}
