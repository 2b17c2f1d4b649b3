import { textProblem } from '@switchboard/model/presentation/text-problem';
import { DAY_MS } from '@switchboard/model/schedule/schedule';
import type { Tx } from '../../db/database.ts';
import { readAccountPage } from '../../graphql/account-fields.ts';
import { optional, required } from '../../graphql/arguments.ts';
import { builder, VIEW } from '../../graphql/builder.ts';
import { dateTime, id, nullable, objects, string } from '../../graphql/columns.ts';
import { defineConnection, pageArguments } from '../../graphql/connection.ts';
import { type GraphqlContext, inAccount } from '../../graphql/context.ts';
import { UUID } from '../../graphql/cursor.ts';
import { searchText } from '../../graphql/list-arguments.ts';
import { changeResult, defineMutation } from '../../graphql/mutation.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';
import { readPage } from '../../graphql/paging.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { Conflict, conflictRef, NotFound, notFoundRef } from '../../graphql/value-types.ts';
import { integrationLabel } from '../../pipeline/notices/integration-label.ts';
import { personRef } from '../users/graphql-person.ts';
import {
  type ActRow,
  INCIDENT_ACTS,
  type IncidentAct,
  isAssignable,
  listAssignees,
  lockIncident,
  type NoticeRow,
  readActs,
  readNotices,
  recordWork,
} from './incident-work.ts';
import { findIncident, MAX_LOOKBACK, type ShownIncident, WORK_FILTERS, type WorkFilter } from './list-incidents.ts';

const SIGNED_IN = { signedIn: true } as const;
const MAX_NOTE = 2000;
const PEOPLE_PAGE = 50;

type Worked = { readonly workedIncident: string };
type History = { readonly acts: readonly ActRow[]; readonly notices: readonly NoticeRow[] };

export const incidentWorkRef = builder.objectRef<ShownIncident>('IncidentWork');
const actRef = builder.objectRef<ActRow>('IncidentAct');
const noticeRef = builder.objectRef<NoticeRow>('IncidentNotice');
const historyRef = builder.objectRef<History>('IncidentHistory');
const workedRef = builder.objectRef<Worked>('WorkedIncident');

function defineTypes(): void {
  defineObject(actRef, {
    description: 'An act of a person on an incident.',
    authScopes: SIGNED_IN,
    columns: {
      id: id('Opaque identifier.'),
      created: dateTime('When.'),
      person: string('Name of the person.'),
      act: string(`One of ${INCIDENT_ACTS.join(', ')}.`),
      assigned_to: nullable(string('Name of the person to whom it was assigned.')),
      until: nullable(dateTime('End of the snooze or mute.')),
      note: nullable(string('Text of the person.')),
    },
  });
  defineObject(noticeRef, {
    description: 'A notice about the cause of an incident.',
    authScopes: SIGNED_IN,
    columns: {
      id: id('Opaque identifier.'),
      change: string('failed or resolved.'),
      state: string('pending, sent or failed.'),
      sent: nullable(dateTime('When the receiver had it.')),
    },
    fields: (t) => ({
      integration: t.string({
        description: 'The integration that it went to.',
        resolve: ({ type, configuration }) => integrationLabel(type, configuration as Record<string, string>),
      }),
    }),
  });
  defineObject(incidentWorkRef, {
    description:
      'Acts of people on an incident, as far as they still count: new failures of other downloads or uploads keep them, a more important purpose does not.',
    authScopes: SIGNED_IN,
    fields: (t) => ({
      acknowledged_on: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'When it was acknowledged; null when it is not.',
        resolve: ({ work }) => work.acknowledged_on,
      }),
      acknowledged_by: t.string({
        nullable: true,
        description: 'Name of the person who acknowledged it.',
        resolve: ({ work }) => work.acknowledged_by,
      }),
      assigned_to: t.string({
        nullable: true,
        description: 'Name of the person who works on it.',
        resolve: ({ work }) => work.assigned_to,
      }),
      is_mine: t.boolean({
        description: 'Whether the signed-in person works on it.',
        resolve: ({ work }, _args, { session }) => work.assigned_to_id === session.person.id,
      }),
      snoozed_until: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'When it comes back; null when it is not snoozed.',
        resolve: ({ work }) => work.snoozed_until,
      }),
      muted_until: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'Until when no notices of its cause are sent; null when it is not muted.',
        resolve: ({ work }) => work.muted_until,
      }),
    }),
  });
  defineObject(historyRef, {
    description: 'Acts and notices of an incident.',
    authScopes: VIEW,
    columns: {
      acts: objects(actRef, 'The latest 50, the newest first.'),
      notices: objects(noticeRef, 'The latest 20 about its cause, the newest first.'),
    },
  });
  defineObject(workedRef, {
    description: 'An incident that a person has worked on.',
    authScopes: VIEW,
    isTypeOf: hasProperty('workedIncident'),
    fields: (t) => ({ id: t.id({ description: 'Its id.', resolve: ({ workedIncident }) => workedIncident }) }),
  });
}

/** @throws RequestError BAD_REQUEST */
export function workFilterOf(work: string | null | undefined): WorkFilter | null {
  if (work == null) return null;
  const found = WORK_FILTERS.find((filter) => filter === work);
  if (found === undefined) throw badRequest(`work must be one of ${WORK_FILTERS.join(', ')}, not ${work}.`);
  return found;
}

type WorkInput = {
  readonly id: string;
  readonly act: string;
  readonly person_id?: string | null | undefined;
  readonly until?: Date | string | null | undefined;
  readonly note?: string | null | undefined;
};

/** @throws RequestError BAD_REQUEST */
function readInput({ act: written, until: end, note: text, person_id: personId }: WorkInput, now: number) {
  // Arguments of the type DateTime come as texts.
  const until = end == null ? null : new Date(end);
  const act = INCIDENT_ACTS.find((each): each is IncidentAct => each === written);
  if (act === undefined) throw badRequest(`act must be one of ${INCIDENT_ACTS.join(', ')}, not ${written}.`);
  const ending = act === 'snoozed' ? 'A snooze' : act === 'muted' ? 'A mute' : null;
  if (ending !== null && (until === null || until.getTime() <= now))
    throw badRequest(`${ending} needs until, a time in the future.`);
  if (ending !== null && until !== null && until.getTime() > now + MAX_LOOKBACK * DAY_MS)
    throw badRequest(`${ending} ends within ${MAX_LOOKBACK} days.`);
  const note = text?.trim() ?? '';
  const problem = textProblem('A comment', note, MAX_NOTE);
  if (problem !== null) throw badRequest(problem);
  if (act === 'commented' && note === '') throw badRequest('A comment needs a text.');
  return { act, until, note: note === '' ? null : note, assignedTo: personId ?? null };
}

/** Whether a text is the id of somebody who can be given an incident. */
const isMember = async (tx: Tx, accountId: string, personId: string): Promise<boolean> =>
  UUID.test(personId) && (await isAssignable(tx, accountId, personId));

async function workOn(context: GraphqlContext, input: WorkInput): Promise<Worked | NotFound | Conflict> {
  const personId = context.session.person.id;
  const read = readInput(input, context.now());
  const assignedTo = read.act === 'assigned' ? (read.assignedTo ?? personId) : null;
  const missing = new NotFound('There is no such incident. It has ended.');
  if (!UUID.test(input.id)) return missing;
  return inAccount(context, async (tx, accountId) => {
    await lockIncident(tx, accountId, input.id);
    const found = await findIncident(tx, accountId, input.id, context.now());
    if (found === null) return missing;
    if (assignedTo !== null && assignedTo !== personId && !(await isMember(tx, accountId, assignedTo)))
      return new Conflict('The person is not in the account.');
    await recordWork(tx, accountId, found.incident, found.work, { ...read, personId, assignedTo });
    return { workedIncident: input.id };
  });
}

function historyOf(context: GraphqlContext, incidentId: string): Promise<History | null> {
  return inAccount(context, async (tx, accountId) => {
    const found = UUID.test(incidentId) ? await findIncident(tx, accountId, incidentId, context.now()) : null;
    if (found === null) return null;
    return {
      acts: await readActs(tx, accountId, incidentId),
      notices: await readNotices(tx, accountId, found.incident),
    };
  });
}

/** Acknowledging, assigning, snoozing, muting and commenting of incidents. */
export function defineIncidentWork(): void {
  defineTypes();
  builder.queryField('incident_history', (t) =>
    t.field({
      type: historyRef,
      nullable: true,
      authScopes: VIEW,
      description:
        'The work of people on an incident of the account, and the notices that went out; null once it has ended.',
      args: required({ id: id('Id of the incident.') }),
      resolve: (_root, { id: incidentId }, context) => historyOf(context, incidentId),
    }),
  );
  builder.queryField('incident_assignees', (t) =>
    t.field({
      type: defineConnection('Person', personRef, VIEW),
      authScopes: { permission: 'manage-pipelines' },
      description: 'The people of the account to whom an incident can be assigned, sorted by name.',
      args: {
        ...pageArguments(PEOPLE_PAGE),
        ...optional({ search: string('Part of the name or of the email address.') }),
      },
      resolve: (_root, { search, ...args }, context) => {
        const text = searchText(search) ?? '';
        return readAccountPage(
          context,
          readPage(args, { order: 'incident_assignees', size: PEOPLE_PAGE, sortedBy: 'text' }),
          (tx, accountId, page) => listAssignees(tx, accountId, text, page),
        );
      },
    }),
  );
  defineMutation('work_incident', {
    authScopes: { permission: 'manage-pipelines' },
    description:
      'Records an act of the signed-in person on an incident of the account. A snoozed one comes back at its time, and when it widens to a more important purpose. No notices of the cause of a muted one are sent until the end; it stays in the list.',
    result: changeResult('WorkIncidentResult', 'incident', [workedRef, notFoundRef, conflictRef]),
    args: {
      ...required({ id: id('Id of the incident.'), act: string(`One of ${INCIDENT_ACTS.join(', ')}.`) }),
      ...optional({
        person_id: id('For assigned: the person; without it the signed-in person.'),
        until: dateTime('For snoozed: when it comes back. For muted: when it ends.'),
        note: string(`For commented, and beside any other act: at most ${MAX_NOTE} characters.`),
      }),
    },
    resolve: (input, context) => workOn(context, input),
  });
}
