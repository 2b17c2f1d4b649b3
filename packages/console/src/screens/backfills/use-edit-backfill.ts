import { useState } from 'react';
import { EditBackfillDocument } from '../../api/generated/documents/backfill-detail.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';

type Texts = { readonly title: string; readonly description: string };

export type BackfillEditing = Texts & {
  /** Answers null, since the change is shown before it is saved. */
  readonly save: (patch: Partial<Texts>) => null;
};

/** Title and description of a backfill. A change is shown at once, and taken back when it could not be saved. */
export function useEditBackfill(id: string, stored: Texts): BackfillEditing {
  const [pending, setPending] = useState<Partial<Texts>>({});
  const { run } = useMutationAction(EditBackfillDocument, {
    done: () => 'Backfill info edited successfully',
    failed: 'Failed to edit backfill info',
  });
  const save = async (patch: Partial<Texts>): Promise<void> => {
    setPending((current) => ({ ...current, ...patch }));
    await run({ backfill_id: id, ...patch });
    setPending((current) =>
      Object.fromEntries(Object.entries(current).filter(([name]) => !Object.hasOwn(patch, name))),
    );
  };
  return {
    title: pending.title ?? stored.title,
    description: pending.description ?? stored.description,
    save: (patch) => {
      void save(patch);
      return null;
    },
  };
}
