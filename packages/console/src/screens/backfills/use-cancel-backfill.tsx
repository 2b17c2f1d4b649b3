import { type ReactNode, useCallback, useState } from 'react';
import { usePermission } from '../../api/session/session.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';

const CancelBackfillDialog = lazyLayer(async () => (await import('./cancel-backfill-dialog.tsx')).CancelBackfillDialog);

type Named = { readonly id: string; readonly title: string };

export type BackfillCancellation = {
  /** Asks whether to cancel a backfill; undefined for people without the permission. */
  readonly ask: ((backfill: Named) => void) | undefined;
  /** The question. */
  readonly dialog: ReactNode;
};

/**
 * Cancels a backfill after a question.
 * @param failed the toast about a failure
 */
export function useCancelBackfill(failed: string, onCancelled: () => void): BackfillCancellation {
  const mayCancel = usePermission('backfills');
  const [backfill, setBackfill] = useState<Named | null>(null);
  const ask = useCallback(({ id, title }: Named) => setBackfill({ id, title }), []);
  return {
    ask: mayCancel ? ask : undefined,
    dialog: backfill !== null && (
      <CancelBackfillDialog
        backfill={backfill}
        failed={failed}
        onClose={() => setBackfill(null)}
        onCancelled={onCancelled}
      />
    ),
  };
}
