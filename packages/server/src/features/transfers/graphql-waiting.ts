import { type Waiting, whyWaiting } from '@switchboard/model';
import type { UnitKind } from '../../db/unit-ref.ts';
import { type Builder, builder } from '../../graphql/builder.ts';
import type { GraphqlContext } from '../../graphql/context.ts';
import { type LoaderDefinition, load } from '../../graphql/loaders.ts';
import { waitFacts } from '../../units/wait-facts.ts';

export const waitingRef = builder.objectRef<Waiting>('Waiting');

function loaderOf(kind: UnitKind): LoaderDefinition<Waiting> {
  return {
    batch: async (tx, accountId, ids) => {
      const facts = await waitFacts(tx, accountId, kind, ids);
      return new Map([...facts].map(([id, each]) => [id, whyWaiting(each)]));
    },
  };
}

const LOADERS: Readonly<Record<UnitKind, LoaderDefinition<Waiting>>> = {
  download: loaderOf('download'),
  flow: loaderOf('flow'),
  upload: loaderOf('upload'),
};

/** Why something is not running; null when it is over. */
export function waitingOf(context: GraphqlContext, kind: UnitKind, id: string): Promise<Waiting | null> {
  return load(context, LOADERS[kind], id);
}

/** What every download, flow and upload that is not over says of itself. */
export function defineWaiting(_builder: Builder): void {
  waitingRef.implement({
    description: 'Why something is not running yet, as the engine itself decides it.',
    authScopes: { permission: 'view' },
    fields: (t) => ({
      reason: t.exposeString('reason', {
        description: 'running, queued, retry_scheduled, requested, inputs_missing, processing, key_suspended, …',
      }),
      waits_for: t.exposeString('waitsFor', {
        nullable: true,
        description: 'What it waits for, by name; null when for its turn or a time only.',
      }),
      next_check: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'When it is looked at again; null when only a change elsewhere can free it.',
        resolve: ({ nextCheck }) => (nextCheck === null ? null : new Date(nextCheck)),
      }),
      action: t.exposeString('action', {
        nullable: true,
        description: 'What would free it; null when it goes on by itself.',
      }),
    }),
  });
}
