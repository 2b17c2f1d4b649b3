import { textProblem } from '@switchboard/model/presentation/text-problem';
import { optional, required } from '../../graphql/arguments.ts';
import { builder, VIEW } from '../../graphql/builder.ts';
import { id, int, object, string } from '../../graphql/columns.ts';
import { inAccount } from '../../graphql/context.ts';
import { UUID } from '../../graphql/cursor.ts';
import { dayOf } from '../../graphql/list-arguments.ts';
import { reload } from '../../graphql/loaders.ts';
import { changeResult, defineMutation } from '../../graphql/mutation.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { Conflict, conflictRef, NotFound, notFoundRef } from '../../graphql/value-types.ts';
import { type FreezeRow, MAX_FREEZES } from '../../pipeline/restatements/freeze-dates.ts';
import { freezeRef, RESTATEMENT, restatementRef } from './graphql.ts';
import { restatementOfUpload } from './queries.ts';

const MANAGE = { permission: 'manage-pipelines' } as const;
const MAX_REASON = 500;
const MAX_NAME = 500;
/** Acts on the results that a freeze held. */
const HELD_ACTS = ['deliver', 'abandon'] as const;

type DatesFrozen = { readonly freeze: FreezeRow; readonly underWay: number };
type DatesUnfrozen = { readonly unfrozen: string; readonly held: number };

const frozenRef = builder.objectRef<DatesFrozen>('DatesFrozen');
const unfrozenRef = builder.objectRef<DatesUnfrozen>('DatesUnfrozen');

type FreezeInput = {
  readonly first?: string | null | undefined;
  readonly last: string;
  readonly upload_name?: string | null | undefined;
  readonly reason: string;
};

/** @throws RequestError BAD_REQUEST */
function readInput({ first, last, upload_name: name, reason }: FreezeInput) {
  const dates = { first: dayOf('first', first), last: dayOf('last', last) ?? '' };
  if (dates.last === '') throw badRequest('last must be a date such as 2026-11-30.');
  if (dates.first !== null && dates.first > dates.last) throw badRequest('first must not be after last.');
  const text = reason.trim();
  if (text === '') throw badRequest('A freeze needs a reason, which everybody sees.');
  const problem =
    textProblem('The reason of a freeze', text, MAX_REASON) ??
    (name == null ? null : textProblem('The name of an upload', name, MAX_NAME));
  if (problem !== null) throw badRequest(problem);
  return { ...dates, uploadName: name ?? null, reason: text };
}

function defineTypes(): void {
  defineObject(frozenRef, {
    description: 'Report dates that have just been frozen.',
    authScopes: VIEW,
    isTypeOf: hasProperty('underWay'),
    columns: { freeze: object(freezeRef, 'The freeze.') },
    fields: (t) => ({
      under_way: t.int({
        description: 'Deliveries of these dates that had begun: they are finished.',
        resolve: ({ underWay }) => underWay,
      }),
    }),
  });
  defineObject(unfrozenRef, {
    description: 'A freeze that has just been ended.',
    authScopes: VIEW,
    isTypeOf: hasProperty('unfrozen'),
    columns: {
      unfrozen: id('Id of the freeze.'),
      held: int('How many changed report dates it held: they are delivered or abandoned now.'),
    },
  });
}

/** Freezing report dates, and delivering what a freeze holds. */
export function defineFreezes(): void {
  defineTypes();
  defineMutation('freeze_dates', {
    authScopes: MANAGE,
    description:
      'Freezes report dates of the account, or of one upload: nothing replaces by itself what was delivered for them. Changed results are held, until a person delivers them or ends the freeze. A delivery that has begun is finished.',
    result: changeResult('FreezeDatesResult', 'freeze', [frozenRef, notFoundRef, conflictRef]),
    args: {
      ...required({
        last: string('Last report date, yyyy-MM-dd.'),
        reason: string(`Why: 1 to ${MAX_REASON} characters, for everybody who may view the account.`),
      }),
      ...optional({
        first: string('First report date, yyyy-MM-dd; without it all dates up to the last one.'),
        upload_name: string('Name of the upload; without it all uploads of the account.'),
      }),
    },
    resolve: async (input, context) => {
      const request = readInput(input);
      const outcome = await context.restatements.freeze(context.session, request);
      if (outcome.kind === 'ok') return outcome;
      if (outcome.kind === 'full')
        return new Conflict(`The account has ${MAX_FREEZES} freezes already. End one first.`);
      return outcome.kind === 'exists'
        ? new Conflict('These report dates are frozen already.')
        : new NotFound(`There is no upload ${(request.uploadName ?? '').slice(0, 200)}.`);
    },
  });
  defineMutation('unfreeze_dates', {
    authScopes: MANAGE,
    description: 'Ends a freeze. The results that it held are delivered, the newest of each report date, or abandoned.',
    result: changeResult('UnfreezeDatesResult', 'freeze', [unfrozenRef, notFoundRef]),
    args: required({
      id: id('Id of the freeze.'),
      held: string(`${HELD_ACTS.join(' or ')}: the fate of the results that it holds.`),
    }),
    resolve: async ({ id: freezeId, held: act }, context) => {
      if (!HELD_ACTS.some((each) => each === act))
        throw badRequest(`held must be ${HELD_ACTS.join(' or ')}, not ${act.slice(0, 50)}.`);
      const missing = new NotFound('There is no such freeze. It has ended.');
      if (!UUID.test(freezeId)) return missing;
      const held = await context.restatements.unfreeze(context.session, freezeId, { delivers: act === 'deliver' });
      return held === null ? missing : { unfrozen: freezeId, held };
    },
  });
  defineMutation('deliver_held_upload', {
    authScopes: MANAGE,
    description: 'Delivers a changed result that a freeze holds. Its report date stays frozen.',
    result: changeResult('DeliverHeldUploadResult', 'restatement', [restatementRef, notFoundRef, conflictRef]),
    args: required({ upload_id: id('Id of the upload with the changed result.') }),
    resolve: async ({ upload_id: uploadId }, context) => {
      const missing = new NotFound('There is no such restatement.');
      if (!UUID.test(uploadId)) return missing;
      const found = await inAccount(context, (tx, accountId) => restatementOfUpload(tx, accountId, uploadId));
      if (found === null) return missing;
      const outcome = await context.restatements.deliver(context.session, uploadId);
      if (outcome === 'not_held') return new Conflict('It is not held any more: it was delivered, or unfrozen.');
      if (outcome === 'not_made')
        return new Conflict('It cannot be made again: a download or the script that it needs is not there any more.');
      return reload(context, RESTATEMENT, found);
    },
  });
}
