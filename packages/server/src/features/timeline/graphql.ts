import { optional, required } from '../../graphql/arguments.ts';
import { builder, VIEW } from '../../graphql/builder.ts';
import { boolean, float, from, id, int, nullable, objects, string } from '../../graphql/columns.ts';
import { type GraphqlContext, inAccount } from '../../graphql/context.ts';
import { UUID } from '../../graphql/cursor.ts';
import { dayOf } from '../../graphql/list-arguments.ts';
import { defineQuery } from '../../graphql/mutation.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { instantOf } from '../../graphql/scalars.ts';
import { NotFound, notFoundRef } from '../../graphql/value-types.ts';
import type { PathStep } from './critical-path.ts';
import type { FailedAttempt, Period } from './queries.ts';
import { readCriticalPath, readTimeline, type Timeline } from './read-timeline.ts';

type Unit = Timeline['units'][number];
type Path = { readonly steps: readonly PathStep[] };

const timelineRef = builder.objectRef<Timeline>('Timeline');
const unitRef = builder.objectRef<Unit>('TimelineUnit');
const attemptRef = builder.objectRef<FailedAttempt>('FailedAttempt');
const pathRef = builder.objectRef<Path>('CriticalPath');
const stepRef = builder.objectRef<PathStep>('CriticalPathStep');

const HOUR = 3_600_000;
/** A day has up to 25 hours. */
const LONGEST = 26 * HOUR;

/** Instants are numbers: a day has tens of thousands. */
const instant = (description: string) => float(`${description} In epoch milliseconds.`);

function defineUnits(): void {
  defineObject(attemptRef, {
    description: 'A failed attempt at a download or upload.',
    authScopes: VIEW,
    columns: { at: instant('When it failed.'), message: string('Why it failed.') },
  });
  defineObject(unitRef, {
    description: 'A download or upload of a day, with when it waited and when it ran.',
    authScopes: VIEW,
    columns: {
      id: id('Id of the download or upload.'),
      kind: string('download or upload.'),
      name: string('Name of its declaration.'),
      project: string('Project that declares it.'),
      purpose: string('production, backfill or proof.'),
      report_date: nullable(string('Its report date, yyyy-MM-dd; null without one.')),
      status: string('Its status, as that of a download or upload.'),
      dirty_row_status: string('Dirty rows of a download: none, some or all.'),
      queued: instant('When it could have begun, for an upload its flow.'),
      flow_id: nullable(id('The flow that makes the rows of an upload.')),
      flow_started: nullable(instant('When the flow of an upload began.')),
      flow_finished: nullable(instant('When the flow of an upload ended.')),
      ready: nullable(instant('When the rows of an upload were there.')),
      started: nullable(instant('When it began.')),
      finished: nullable(instant('When it ended.')),
      attempts: int('Attempts so far.'),
      worker: nullable(string('The worker of the latest attempt.')),
      is_late: boolean('Whether an upload missed its deadline.'),
      failures: objects(attemptRef, 'Its failed attempts, the newest 20 in their order.'),
    },
  });
  defineObject(timelineRef, {
    description: 'The downloads and uploads of a day.',
    authScopes: VIEW,
    columns: {
      units: objects(unitRef, 'Downloads, then uploads, the newest first: at most 10,000 of each.'),
      has_more: from('hasMore', boolean('Whether there are more. Those that are listed are the newest.')),
      now: instant('When they were read.'),
    },
  });
}

function definePath(): void {
  defineObject(stepRef, {
    description: 'A unit of a critical path.',
    authScopes: VIEW,
    columns: {
      id: id('Id of the download, flow or upload.'),
      kind: string('download, flow or upload.'),
      name: string('Name of the declaration; for a flow that of the upload.'),
      status: string('Its status.'),
      waited_from: from(
        'waitedFrom',
        nullable(instant('Since when nothing but a slot was missing; null before that.')),
      ),
      started: nullable(instant('When it began.')),
      finished: nullable(instant('When it ended.')),
      waited: float('Milliseconds that it waited, so far.'),
      ran: float('Milliseconds that it ran, so far.'),
    },
  });
  defineObject(pathRef, {
    description: 'The units that decided when an upload was there.',
    authScopes: VIEW,
    isTypeOf: hasProperty('steps'),
    columns: { steps: objects(stepRef, 'The last of its downloads, its flow, and itself.') },
  });
}

type PeriodArguments = { readonly [Name in 'report_date' | 'start' | 'end']?: string | null | undefined };

/** @throws RequestError BAD_REQUEST */
function readInstant(name: string, text: string): Date {
  const instant = instantOf(text);
  if (instant === null) throw badRequest(`${name} must be an instant such as 2026-11-20T06:00:00Z.`);
  return instant;
}

/** @throws RequestError BAD_REQUEST */
function periodOf({ report_date: text, start: from, end: to }: PeriodArguments): Period {
  const date = dayOf('report_date', text);
  if (date !== null && (from ?? to) != null) throw badRequest('Pass either report_date, or start and end.');
  if (date !== null) return { kind: 'report_date', date };
  if (from == null || to == null) throw badRequest('Pass report_date, or start and end.');
  const [start, end] = [readInstant('start', from), readInstant('end', to)];
  const length = end.getTime() - start.getTime();
  if (length <= 0 || length > LONGEST) throw badRequest('end must be after start, by at most 26 hours.');
  return { kind: 'instants', start, end };
}

async function pathOf(context: GraphqlContext, uploadId: string): Promise<Path | NotFound> {
  const steps = UUID.test(uploadId)
    ? await inAccount(context, (tx, accountId) => readCriticalPath(tx, accountId, uploadId, context.now()))
    : null;
  return steps === null ? new NotFound(`There is no upload ${uploadId.slice(0, 200)}.`) : { steps };
}

/** Defines the timeline of a day, and the critical path to an upload. */
export function defineTimeline(): void {
  defineUnits();
  definePath();
  builder.queryField('timeline', (t) =>
    t.field({
      type: timelineRef,
      authScopes: VIEW,
      description:
        'The downloads and uploads of a report date, or those that ran, or still wait, between two instants.',
      args: optional({
        report_date: string('A report date, yyyy-MM-dd.'),
        start: string('The first instant, ISO 8601, in place of a report date.'),
        end: string('The instant after the last, ISO 8601, at most 26 hours later.'),
        refresh: boolean('Has no effect: the answer is always current.'),
      }),
      resolve: (_root, args, context) => {
        const period = periodOf(args);
        return inAccount(context, (tx, accountId) => readTimeline(tx, accountId, period, context.now()));
      },
    }),
  );
  defineQuery('critical_path', {
    authScopes: VIEW,
    description: 'The download, flow and slot that decided when an upload was there, and how long each waited and ran.',
    result: {
      name: 'CriticalPathResult',
      description: 'The path, or that there is no such upload.',
      types: [pathRef, notFoundRef],
    },
    args: required({ upload_id: id('Id of the upload.') }),
    resolve: ({ upload_id: uploadId }, context) => pathOf(context, uploadId),
  });
}
