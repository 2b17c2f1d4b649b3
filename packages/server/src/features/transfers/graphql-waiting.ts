import { type Waiting, whyWaiting } from '@switchboard/model';
import type { UnitKind } from '../../db/unit-ref.ts';
import { builder, VIEW } from '../../graphql/builder.ts';
import { from, nullable, reference, string } from '../../graphql/columns.ts';
import type { LoaderDefinition } from '../../graphql/loaders.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { UNIT_KINDS } from '../../pipeline/attempts/unit-kinds.ts';
import { waitFacts } from '../../units/wait-facts.ts';

export const waitingRef = builder.objectRef<Waiting>('Waiting');

function loaderOf(kind: UnitKind): LoaderDefinition<Waiting> {
  return {
    batch: async (tx, accountId, ids) => {
      const facts = await waitFacts(tx, UNIT_KINDS, accountId, kind, ids);
      return new Map([...facts].map(([id, each]) => [id, whyWaiting(each)]));
    },
  };
}

const LOADERS: Readonly<Record<UnitKind, LoaderDefinition<Waiting>>> = {
  download: loaderOf('download'),
  flow: loaderOf('flow'),
  upload: loaderOf('upload'),
};

/** The field `waiting` of a download, flow or upload. */
export const waiting = (kind: UnitKind) =>
  from('id', reference(waitingRef, LOADERS[kind], 'Why it is not running; null when it has ended.'));

/** The state of downloads, flows and uploads that have not ended. */
export function defineWaiting(): void {
  defineObject(waitingRef, {
    description: 'Why a download, flow or upload is not running, as decided by the engine.',
    authScopes: VIEW,
    columns: {
      reason: string('running, queued, retry_scheduled, requested, inputs_missing, processing, key_suspended, …'),
      waits_for: from(
        'waitsFor',
        nullable(string('Name of what it waits for; null when it waits for a free slot or a time only.')),
      ),
      action: nullable(string('What a user can do to release it; null when nothing is needed.')),
    },
    fields: (t) => ({
      next_check: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'When it is checked next; null when it waits for a change elsewhere.',
        resolve: ({ nextCheck }) => (nextCheck === null ? null : new Date(nextCheck)),
      }),
    }),
  });
}
