import { isQueued, type Waiting, whyWaiting } from '@switchboard/model/status/waiting';
import type { UnitKind } from '../../db/unit-ref.ts';
import { builder, VIEW } from '../../graphql/builder.ts';
import { from, int, nullable, object, reference, string } from '../../graphql/columns.ts';
import { type LoaderDefinition, load } from '../../graphql/loaders.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { deadlinesAhead } from '../../pipeline/deadlines/deadlines-ahead.ts';
import { UNIT_KINDS } from '../../pipeline/state/unit-kinds.ts';
import { workStoppedBy } from '../../units/parts/program-record.ts';
import { MAX_BEFORE, queuedBefore } from '../../units/queued-before.ts';
import { waitFacts } from '../../units/wait-facts.ts';
import { waitingDownloads } from './queries-waiting.ts';

/** Why a unit waits, with the unit. */
type WaitingUnit = Waiting & { readonly kind: UnitKind; readonly id: string; readonly nextTry: number | null };

const waitingRef = builder.objectRef<WaitingUnit>('Waiting');
const slotsRef = builder.objectRef<NonNullable<Waiting['slots']>>('WaitingSlots');

function loaderOf(kind: UnitKind): LoaderDefinition<WaitingUnit> {
  return {
    batch: async (tx, accountId, ids) => {
      const facts = await waitFacts(tx, UNIT_KINDS, accountId, kind, ids);
      return new Map(
        [...facts].map(([id, each]) => [id, { ...whyWaiting(each), kind, id, nextTry: each.nextTry }] as const),
      );
    },
  };
}

const deadlineLoaderOf = (kind: UnitKind): LoaderDefinition<Date> => ({
  batch: (tx, accountId, ids) => deadlinesAhead(tx, accountId, kind, ids),
});

const LOADERS: Readonly<Record<UnitKind, LoaderDefinition<WaitingUnit>>> = {
  download: loaderOf('download'),
  flow: loaderOf('flow'),
  upload: loaderOf('upload'),
};

const DEADLINES: Readonly<Record<UnitKind, LoaderDefinition<Date>>> = {
  download: deadlineLoaderOf('download'),
  flow: deadlineLoaderOf('flow'),
  upload: deadlineLoaderOf('upload'),
};

const BEFORE: LoaderDefinition<number> = { batch: queuedBefore };
/** The part of the installation for which no worker takes work; the same for all units. */
const STOPPED_BY: LoaderDefinition<string | null> = {
  batch: async (tx, _accountId, ids) => {
    const stoppedBy = await workStoppedBy(tx);
    return new Map(ids.map((id) => [id, stoppedBy] as const));
  },
};
/** The download that a flow waits for, by flow. */
const WAITING_DOWNLOADS: LoaderDefinition<string> = { batch: waitingDownloads };

/** The field `waiting` of a download, flow or upload. */
export const waiting = (kind: UnitKind) =>
  from('id', reference(waitingRef, LOADERS[kind], 'Why it is not running; null when it has ended.'));

const instantOf = (time: number | null): Date | null => (time === null ? null : new Date(time));

/** The state of downloads, flows and uploads that have not ended. */
export function defineWaiting(): void {
  defineObject(slotsRef, {
    description: 'The concurrency slots of an account or key.',
    authScopes: VIEW,
    columns: { running: int('How many units have a slot.'), limit: int('How many slots there are.') },
  });
  defineObject(waitingRef, {
    description: 'Why a download, flow or upload is not running, as decided by the engine.',
    authScopes: VIEW,
    columns: {
      reason: string('running, queued, retry_scheduled, requested, inputs_missing, processing, key_suspended, …'),
      waits_for: from(
        'waitsFor',
        nullable(string('Name of what it waits for; null when it waits for a free slot or a time only.')),
      ),
      action: nullable(string('Action by which a user can release it; null when none is needed.')),
      slots: nullable(object(slotsRef, 'The slots of which it needs one; null when it waits for no slot.')),
    },
    fields: (t) => ({
      next_check: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'When it is checked next; null when it waits for a change elsewhere.',
        resolve: ({ nextCheck }) => instantOf(nextCheck),
      }),
      next_try: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'When it is tried again; null when no attempt is scheduled.',
        resolve: ({ nextTry }) => instantOf(nextTry),
      }),
      blocked_kind: t.string({
        nullable: true,
        description: 'Kind of block: account, source, upload, key, files, account_slot or key_slot; null without one.',
        resolve: ({ blockedBy }) => blockedBy?.kind ?? null,
      }),
      blocked_by: t.string({
        nullable: true,
        description: 'Name of the source, upload or key that blocks it; null for the account and without a block.',
        resolve: ({ blockedBy }) => blockedBy?.name ?? null,
      }),
      before: t.int({
        nullable: true,
        description: `How many units of the account go before it, ${MAX_BEFORE} for as many or more; null when it is not queued.`,
        resolve: async ({ reason, id }, _args, context) =>
          isQueued(reason) ? ((await load(context, BEFORE, id)) ?? null) : null,
      }),
      stopped_by: t.string({
        nullable: true,
        description:
          'The part of the installation that fails for all workers: disk, processes, store or names; worker where none runs. Null while one takes work, and when it is not queued.',
        resolve: async ({ reason, id }, _args, context) =>
          isQueued(reason) ? ((await load(context, STOPPED_BY, id)) ?? null) : null,
      }),
      input: t.field({
        type: waitingRef,
        nullable: true,
        description: 'Why the first download of a run is not running, where none of them is. Null otherwise.',
        resolve: async ({ kind, reason, id }, _args, context) => {
          if (kind !== 'flow' || reason !== 'inputs_missing') return null;
          const download = await load(context, WAITING_DOWNLOADS, id);
          return download == null ? null : ((await load(context, LOADERS.download, download)) ?? null);
        },
      }),
      deadline: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'The first deadline that is missed unless it ends before; may have passed. Null without one.',
        resolve: ({ kind, id }, _args, context) => load(context, DEADLINES[kind], id),
      }),
    }),
  });
}
