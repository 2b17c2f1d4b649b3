import type { ObjectRef } from '@pothos/core';
import { builder, type SchemaTypes } from '../../graphql/builder.ts';
import { id, int, objects, string } from '../../graphql/columns.ts';
import { UUID } from '../../graphql/cursor.ts';
import { load, loadAll, reload } from '../../graphql/loaders.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { BACKFILL } from './loaders.ts';
import type { BackfillRow } from './queries.ts';
import type { BackfillCancelled } from './service.ts';

const BACKFILLS = { permission: 'backfills' } as const;
/** Backfills that one call cancels. */
const MAX_CANCELLED = 100;

type Found = { readonly backfills: readonly BackfillRow[]; readonly missing: number };
type Results = { readonly results: readonly BackfillCancelled[] };

const ids = builder.args((t) => ({
  backfill_ids: t.idList({ required: true, description: `Ids of backfills; 1 to ${MAX_CANCELLED}, each once.` }),
}));

/** @throws RequestError BAD_REQUEST */
function readIds(given: readonly string[]): readonly string[] {
  const distinct = [...new Set(given)];
  if (distinct.length === 0) throw badRequest('backfill_ids must name at least one backfill.');
  if (distinct.length > MAX_CANCELLED) throw badRequest(`backfill_ids takes at most ${MAX_CANCELLED} values.`);
  return distinct;
}

/** Why a backfill was not cancelled, or what is not certain about it. */
export function cancelText(outcome: Exclude<BackfillCancelled['outcome'], 'ok'>, undecided = 0): string {
  switch (outcome) {
    case 'not_found':
      return 'There is no such backfill.';
    case 'finished':
      return 'The backfill is over, so it cannot be cancelled.';
    case 'undecided': {
      const uploads = undecided === 1 ? 'one upload was' : `${undecided} uploads were`;
      return `The backfill is cancelled, but ${uploads} being delivered and may have been delivered.`;
    }
  }
}

function defineTypes(backfillRef: ObjectRef<SchemaTypes, BackfillRow>) {
  const foundRef = builder.objectRef<Found>('BackfillsToCancel');
  const resultRef = builder.objectRef<BackfillCancelled>('BackfillCancelResult');
  const resultsRef = builder.objectRef<Results>('CancelBackfillsResult');
  defineObject(foundRef, {
    description: 'Backfills that a bulk cancel would find.',
    authScopes: BACKFILLS,
    columns: {
      backfills: objects(
        backfillRef,
        'The backfills as they are now, in the order of the ids, also those that are over.',
      ),
      missing: int('How many of the ids the account does not have.'),
    },
  });
  defineObject(resultRef, {
    description: 'Result of cancelling one backfill.',
    authScopes: BACKFILLS,
    columns: {
      backfill_id: id('Id that was given.'),
      outcome: string('ok, finished, undecided or not_found.'),
    },
    fields: (t) => ({
      message: t.string({
        nullable: true,
        description: 'Why it was not cancelled, or what is not certain; null when it was.',
        resolve: ({ outcome, undecided }) => (outcome === 'ok' ? null : cancelText(outcome, undecided)),
      }),
      backfill: t.field({
        type: backfillRef,
        nullable: true,
        description: 'The backfill after the change; null when the account has none with this id.',
        resolve: (result, _args, context) => load(context, BACKFILL, result.backfill_id),
      }),
    }),
  });
  defineObject(resultsRef, {
    description: 'Result of cancelling each backfill.',
    authScopes: BACKFILLS,
    columns: { results: objects(resultRef, 'One for each id, in the order of the ids.') },
  });
  return { foundRef, resultsRef };
}

/** Cancelling many backfills: what would be cancelled, and doing it. */
export function defineBulkCancel(backfillRef: ObjectRef<SchemaTypes, BackfillRow>): void {
  const { foundRef, resultsRef } = defineTypes(backfillRef);
  builder.queryField('backfills_to_cancel', (t) =>
    t.field({
      type: foundRef,
      authScopes: BACKFILLS,
      description: 'The backfills that a bulk cancel names, so that people confirm what it would do.',
      args: ids,
      resolve: async (_root, args, context) => {
        const wanted = readIds(args.backfill_ids);
        const backfills = await loadAll(context, BACKFILL, wanted);
        return { backfills, missing: wanted.length - backfills.length };
      },
    }),
  );
  builder.mutationField('cancel_backfills', (t) =>
    t.field({
      type: resultsRef,
      authScopes: BACKFILLS,
      description:
        'Cancels backfills one after the other, each by the rules of save_backfill. One that is over stays as it is. A call that was interrupted can be repeated.',
      args: ids,
      resolve: async (_root, args, context) => {
        const wanted = readIds(args.backfill_ids);
        const known = wanted.filter((each) => UUID.test(each));
        const cancelled = new Map(
          (await context.backfills.cancelAll(context.session, known)).map((each) => [each.backfill_id, each]),
        );
        const [first] = known;
        if (first !== undefined) await reload(context, BACKFILL, first);
        return {
          results: wanted.map(
            (each): BackfillCancelled =>
              cancelled.get(each) ?? { backfill_id: each, outcome: 'not_found', undecided: 0 },
          ),
        };
      },
    }),
  );
}
