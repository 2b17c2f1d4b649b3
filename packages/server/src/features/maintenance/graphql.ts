import { textProblem } from '@switchboard/model/presentation/text-problem';
import { DAY_MS } from '@switchboard/model/schedule/schedule';
import { optional, required } from '../../graphql/arguments.ts';
import { builder, VIEW } from '../../graphql/builder.ts';
import { dateTime, id, nullable, objects, reference, string } from '../../graphql/columns.ts';
import { type GraphqlContext, inAccount } from '../../graphql/context.ts';
import { UUID } from '../../graphql/cursor.ts';
import { changeResult, defineMutation } from '../../graphql/mutation.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { Conflict, conflictRef, NotFound, notFoundRef } from '../../graphql/value-types.ts';
import { PERSON, personRef } from '../users/graphql-person.ts';
import {
  endWindow,
  MAINTENANCE_KINDS,
  MAX_WINDOWS,
  type MaintenanceKind,
  type MaintenanceRow,
  openWindows,
  planWindow,
} from './queries.ts';

type Planned = { readonly windows: readonly MaintenanceRow[] };

const windowRef = builder.objectRef<MaintenanceRow>('MaintenanceWindow');
const plannedRef = builder.objectRef<Planned>('Maintenance');

const MAX_REASON = 500;
/** Days that a window lasts at most, and before which it begins. */
const LONGEST = 92;

function defineTypes(): void {
  defineObject(windowRef, {
    description: 'A time in which no notices are sent of the account, or of one of its downloads or uploads.',
    authScopes: VIEW,
    isTypeOf: hasProperty('starts'),
    columns: {
      id: id('Opaque identifier.'),
      kind: string(`${MAINTENANCE_KINDS.join(', ')}: an account with all its downloads, uploads and keys.`),
      name: nullable(string('Name of the download or upload; null for the account.')),
      starts: dateTime('When it begins.'),
      ends: dateTime('When it ends: what fails then is announced.'),
      reason: string('Why, in the words of the person.'),
      planned_by: reference(personRef, PERSON, 'The person who planned it.'),
    },
  });
  defineObject(plannedRef, {
    description: 'Maintenance that goes on or is planned.',
    authScopes: VIEW,
    columns: {
      windows: objects(windowRef, `The windows that have not ended, the earliest first; at most ${MAX_WINDOWS}.`),
    },
  });
}

type PlanInput = {
  readonly kind: string;
  readonly name?: string | null | undefined;
  readonly starts?: Date | string | null | undefined;
  readonly ends: Date | string;
  readonly reason: string;
};

/** @throws RequestError BAD_REQUEST */
function readInput(input: PlanInput, now: number) {
  const kind = MAINTENANCE_KINDS.find((each): each is MaintenanceKind => each === input.kind);
  if (kind === undefined)
    throw badRequest(`kind must be one of ${MAINTENANCE_KINDS.join(', ')}, not ${input.kind.slice(0, 50)}.`);
  const name = kind === 'account' ? null : (input.name ?? '');
  if (name === '') throw badRequest(`Maintenance of a ${kind} needs its name.`);
  // Arguments of the type DateTime come as texts.
  const starts = input.starts == null ? new Date(now) : new Date(input.starts);
  const ends = new Date(input.ends);
  if (ends.getTime() <= Math.max(now, starts.getTime())) throw badRequest('ends must be in the future, after starts.');
  if (ends.getTime() - starts.getTime() > LONGEST * DAY_MS || starts.getTime() > now + LONGEST * DAY_MS)
    throw badRequest(`Maintenance begins within ${LONGEST} days and lasts at most as many.`);
  const reason = input.reason.trim();
  if (reason === '') throw badRequest('Maintenance needs a reason, which everybody sees.');
  const problem = textProblem('The reason of maintenance', reason, MAX_REASON);
  if (problem !== null) throw badRequest(problem);
  return { kind, name, starts: starts.getTime() < now ? new Date(now) : starts, ends, reason };
}

const personOf = ({ session: { person } }: GraphqlContext) => ({ name: person.name, personId: person.id });

/** Maintenance windows of an account, its downloads and uploads. */
export function defineMaintenance(): void {
  defineTypes();
  builder.queryField('maintenance', (t) =>
    t.field({
      type: plannedRef,
      authScopes: VIEW,
      description: 'The maintenance of the account that goes on or is planned.',
      resolve: async (_root, _args, context) => ({
        windows: await inAccount(context, (tx, accountId) => openWindows(tx, accountId, context.now())),
      }),
    }),
  );
  defineMutation('plan_maintenance', {
    authScopes: { permission: 'manage-pipelines' },
    description:
      'Sends no notices of the account, or of one of its downloads or uploads, for a time. Nothing is stopped; what still fails at the end is announced then.',
    result: changeResult('MaintenanceResult', 'maintenance', [windowRef, notFoundRef, conflictRef]),
    args: {
      ...required({
        kind: string(`One of ${MAINTENANCE_KINDS.join(', ')}.`),
        ends: dateTime('When it ends.'),
        reason: string(`Why: 1 to ${MAX_REASON} characters, for everybody who may view the account.`),
      }),
      ...optional({
        name: string('Name of the download or upload; not for the account.'),
        starts: dateTime('When it begins: now by default.'),
      }),
    },
    resolve: async (input, context) => {
      const window = readInput(input, context.now());
      const now = context.now();
      const planned = await inAccount(context, (tx, accountId) =>
        planWindow(tx, { accountId, now }, window, personOf(context)),
      );
      if (planned === 'missing')
        return new NotFound(`There is no ${window.kind} ${(window.name ?? '').slice(0, 200)}.`);
      if (planned === 'full')
        return new Conflict(`The account has ${MAX_WINDOWS} maintenance windows already. End one first.`);
      return planned;
    },
  });
  defineMutation('end_maintenance', {
    authScopes: { permission: 'manage-pipelines' },
    description: 'Ends maintenance now, or removes one that has not begun.',
    result: changeResult('EndMaintenanceResult', 'maintenance', [windowRef, notFoundRef]),
    args: required({ id: id('Id of the window.') }),
    resolve: async ({ id: windowId }, context) => {
      const missing = new NotFound('There is no such maintenance. It has ended.');
      if (!UUID.test(windowId)) return missing;
      const now = context.now();
      const ended = await inAccount(context, (tx, accountId) =>
        endWindow(tx, { accountId, id: windowId, now }, personOf(context)),
      );
      return ended ?? missing;
    },
  });
}
