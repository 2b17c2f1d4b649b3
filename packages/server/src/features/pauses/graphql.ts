import { textProblem } from '@switchboard/model/presentation/text-problem';
import { optional, required } from '../../graphql/arguments.ts';
import { builder, VIEW } from '../../graphql/builder.ts';
import { boolean, dateTime, from, id, nullable, reference, string, strings } from '../../graphql/columns.ts';
import { accountOf, type GraphqlContext, inAccount } from '../../graphql/context.ts';
import { changeResult, defineMutation } from '../../graphql/mutation.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { Conflict, conflictRef, NotFound, notFoundRef } from '../../graphql/value-types.ts';
import type { BacklogItem } from '../../pipeline/recovery/pause-backlog.ts';
import type { CatchUp } from '../../pipeline/recovery/resume.ts';
import { PAUSE_KINDS, type PauseKind } from '../../pipeline/suspension/pause.ts';
import { PERSON, personRef } from '../users/graphql-person.ts';
import { MAX_BACKLOG, type PauseRow, pauseOf, readBacklog } from './queries.ts';

type Backlog = { readonly items: readonly BacklogItem[] };
/** A thing that has just been resumed. */
type Resumed = { readonly resumed: string };

const pauseRef = builder.objectRef<PauseRow>('Pause');
const itemRef = builder.objectRef<BacklogItem>('PauseBacklogItem');
const backlogRef = builder.objectRef<Backlog>('PauseBacklog');
const resumedRef = builder.objectRef<Resumed>('Resumed');

const MAX_REASON = 500;
const NAME = string('Name of the download, upload or project.');
const KEY_NAME = string('Name of the key.');

function defineTypes(): void {
  defineObject(pauseRef, {
    description: 'A download, upload, key or project that a person has stopped. It counts as neither failing nor late.',
    authScopes: VIEW,
    isTypeOf: hasProperty('catches_up'),
    columns: {
      kind: string(
        'download, upload, key or project: of a paused project this is what stops its downloads and uploads.',
      ),
      name: string('Name of the download, upload, key or project.'),
      reason: string('Why, in the words of the person.'),
      until: nullable(dateTime('When it ends by itself; null when a person ends it.')),
      catches_up: boolean('Whether the report dates that were due meanwhile are run when it ends by itself.'),
      paused_by: reference(personRef, PERSON, 'The person who paused it.'),
      since: from('created', dateTime('When it began.')),
    },
  });
  defineObject(itemRef, {
    description: 'A report date that was due while something was paused.',
    authScopes: VIEW,
    columns: {
      id: id('Names it when the pause is ended.'),
      kind: string('download or upload.'),
      name: string('Name of the declaration.'),
      report_date: from('reportDate', nullable(string('yyyy-MM-dd; null for sources without report dates.'))),
      due: dateTime('When it was due.'),
    },
  });
  defineObject(backlogRef, {
    description: 'Production work that was due while something was paused.',
    authScopes: VIEW,
    fields: (t) => ({
      items: t.field({
        type: [itemRef],
        description: `The oldest first; at most ${MAX_BACKLOG}.`,
        resolve: ({ items }) => items.slice(0, MAX_BACKLOG),
      }),
      count: t.int({ description: 'How many there are.', resolve: ({ items }) => items.length }),
    }),
  });
  defineObject(resumedRef, {
    description: 'A download, upload, key or project whose pause has ended.',
    authScopes: VIEW,
    isTypeOf: hasProperty('resumed'),
    columns: { resumed: string('Its name.') },
  });
}

/** @throws RequestError BAD_REQUEST */
function kindOf(kind: string, allowed: readonly PauseKind[] = PAUSE_KINDS): PauseKind {
  const found = allowed.find((each) => each === kind);
  if (found === undefined) throw badRequest(`kind must be one of ${allowed.join(', ')}, not ${kind}.`);
  return found;
}

/** @throws RequestError BAD_REQUEST */
function reasonOf(reason: string): string {
  const trimmed = reason.trim();
  if (trimmed === '') throw badRequest('A pause needs a reason, which everybody sees.');
  const problem = textProblem('The reason of a pause', trimmed, MAX_REASON);
  if (problem !== null) throw badRequest(problem);
  return trimmed;
}

/** @throws RequestError BAD_REQUEST */
function catchUpOf(choice: string, items: readonly string[] | null | undefined): CatchUp {
  if (choice === 'all' || choice === 'none') return choice;
  if (choice !== 'some') throw badRequest(`catch_up must be all, some or none, not ${choice}.`);
  return new Set(items ?? []);
}

type PauseInput = {
  readonly kind: PauseKind;
  readonly name: string;
  readonly reason: string;
  readonly until?: Date | string | null | undefined;
  readonly catches_up?: boolean | null | undefined;
};

async function pauseNamed(context: GraphqlContext, input: PauseInput): Promise<PauseRow | NotFound | Conflict> {
  const { kind, name } = input;
  // Arguments of the type DateTime come as texts.
  const until = input.until == null ? null : new Date(input.until);
  if (until !== null && until.getTime() <= context.now()) throw badRequest('until must be in the future.');
  const request = { kind, name, reason: reasonOf(input.reason), until, catchesUp: input.catches_up ?? true };
  const missing = new NotFound(`There is no ${kind} ${name.slice(0, 200)}.`);
  switch (await context.pauses.pause(context.session, request)) {
    case 'not_found':
      return missing;
    case 'paused':
      return new Conflict(`The ${kind} ${name} is paused already.`);
    case 'suspended':
      return new Conflict(`The ${kind} ${name} is suspended: nothing of it runs. Unsuspend it first.`);
    case 'ok':
      return (await inAccount(context, (tx, accountId) => pauseOf(tx, { accountId, kind, name }))) ?? missing;
  }
}

type ResumeInput = { readonly kind: PauseKind; readonly name: string; readonly catchUp: CatchUp };

async function resumeNamed(
  context: GraphqlContext,
  { kind, name, catchUp }: ResumeInput,
): Promise<Resumed | NotFound | Conflict> {
  const own = await inAccount(context, (tx, accountId) => pauseOf(tx, { accountId, kind, name }));
  if (own !== null && own.kind !== kind) return new Conflict(`The project ${own.name} is paused. Resume the project.`);
  switch (await context.pauses.resume(context.session, { kind, name }, catchUp)) {
    case 'not_found':
      return new NotFound(`There is no ${kind} ${name.slice(0, 200)}.`);
    case 'not_paused':
      return new Conflict(`The ${kind} ${name} is not paused.`);
    case 'ok':
      return { resumed: name };
  }
}

const PAUSING = {
  required: { reason: string(`Why: 1 to ${MAX_REASON} characters, for everybody who may view the account.`) },
  optional: {
    until: dateTime('When it ends by itself; without it, when a person ends it.'),
    catches_up: boolean(
      'Whether the report dates that were due meanwhile are run when it ends by itself: by default they are.',
    ),
  },
} as const;
const RESUMING = {
  required: { catch_up: string('all, some or none: which of the report dates that were due meanwhile are run.') },
  optional: {
    items: strings('Ids of the backlog that are run, for some. The others are left out until a person runs them.'),
  },
} as const;
const PIPELINES = ['download', 'upload', 'project'] as const;

function definePausing(): void {
  const pauseResult = changeResult('PauseResult', 'pause', [pauseRef, notFoundRef, conflictRef]);
  const resumeResult = changeResult('ResumeResult', 'thing', [resumedRef, notFoundRef, conflictRef]);
  const kind = string('download, upload, or project: all downloads and uploads that it declares, also later ones.');
  defineMutation('pause', {
    authScopes: { permission: 'manage-pipelines' },
    description:
      'Stops the scheduled runs of a download, an upload or a project. What runs now is finished; backfills and tests go on.',
    result: pauseResult,
    args: { ...required({ kind, name: NAME, ...PAUSING.required }), ...optional(PAUSING.optional) },
    resolve: (input, context) => pauseNamed(context, { ...input, kind: kindOf(input.kind, PIPELINES) }),
  });
  defineMutation('resume', {
    authScopes: { permission: 'manage-pipelines' },
    description: 'Ends a pause of a download, an upload or a project.',
    result: resumeResult,
    args: { ...required({ kind, name: NAME, ...RESUMING.required }), ...optional(RESUMING.optional) },
    resolve: ({ kind: named, name, catch_up: choice, items }, context) =>
      resumeNamed(context, { kind: kindOf(named, PIPELINES), name, catchUp: catchUpOf(choice, items) }),
  });
  defineMutation('pause_key', {
    authScopes: { permission: 'manage-keys' },
    description: 'Stops what uses a key, backfills too. What runs now is finished.',
    result: { ...pauseResult, name: 'PauseKeyResult' },
    args: { ...required({ name: KEY_NAME, ...PAUSING.required }), ...optional(PAUSING.optional) },
    resolve: (input, context) => pauseNamed(context, { ...input, kind: 'key' }),
  });
  defineMutation('resume_key', {
    authScopes: { permission: 'manage-keys' },
    description: 'Ends the pause of a key.',
    result: { ...resumeResult, name: 'ResumeKeyResult' },
    args: { ...required({ name: KEY_NAME, ...RESUMING.required }), ...optional(RESUMING.optional) },
    resolve: ({ name, catch_up: choice, items }, context) =>
      resumeNamed(context, { kind: 'key', name, catchUp: catchUpOf(choice, items) }),
  });
}

/** Pausing and resuming of downloads, uploads, keys and projects. */
export function definePauses(): void {
  defineTypes();
  const args = required({ kind: string('download, upload, key or project.'), name: string('Its name.') });
  builder.queryFields((t) => ({
    pause: t.field({
      type: pauseRef,
      nullable: true,
      authScopes: VIEW,
      description: 'The pause that stops a thing: its own, or that of its project. Null when it is not paused.',
      args,
      resolve: (_root, { kind, name }, context) =>
        inAccount(context, (tx, accountId) => pauseOf(tx, { accountId, kind: kindOf(kind), name })),
    }),
    pause_backlog: t.field({
      type: backlogRef,
      authScopes: VIEW,
      description: 'The production work that was due while something was paused, as ending the pause would find it.',
      args,
      resolve: async (_root, { kind, name }, context) => {
        const pausable = { accountId: accountOf(context), kind: kindOf(kind), name };
        return { items: await inAccount(context, (tx) => readBacklog(tx, pausable, context.now())) };
      },
    }),
  }));
  definePausing();
}
