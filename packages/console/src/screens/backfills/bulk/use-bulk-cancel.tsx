import { type ReactNode, useMemo, useState } from 'react';
import { usePermission } from '../../../api/session/session.ts';
import { lazyLayer } from '../../../lib/load-chunk.ts';
import type { GridSelection } from '../../../ui/data-table/selection/selection.ts';

const BulkCancelDialog = lazyLayer(async () => (await import('./bulk-cancel-dialog.tsx')).BulkCancelDialog);
const BackfillSelectionBar = lazyLayer(async () => (await import('./backfill-selection-bar.tsx')).BackfillSelectionBar);

const NONE: ReadonlySet<string> = new Set();

export type BulkCancel = {
  /** Undefined for people without the permission. */
  readonly selection: GridSelection | undefined;
  readonly bar: ReactNode;
  readonly dialog: ReactNode;
};

/**
 * Selecting backfills of the list and cancelling them. They stay selected while the list changes by itself, and are deselected
 * when the person changes its filters.
 */
export function useBulkCancel(filters: Readonly<Record<string, unknown>>, onChanged: () => void): BulkCancel {
  const mayCancel = usePermission('backfills');
  const question = JSON.stringify(filters);
  const [selected, setSelected] = useState({ question, ids: NONE });
  const [asked, setAsked] = useState<readonly string[] | null>(null);
  const ids = selected.question === question ? selected.ids : NONE;
  const selection = useMemo(
    () => ({ ids, onChange: (next: ReadonlySet<string>) => setSelected({ question, ids: next }) }),
    [ids, question],
  );
  if (!mayCancel) return { selection: undefined, bar: null, dialog: null };
  return {
    selection,
    bar: ids.size > 0 && (
      <BackfillSelectionBar
        count={ids.size}
        onCancelAll={() => setAsked([...ids])}
        onClear={() => selection.onChange(NONE)}
      />
    ),
    dialog: asked !== null && (
      <BulkCancelDialog
        ids={asked}
        onChanged={() => {
          selection.onChange(NONE);
          onChanged();
        }}
        onClose={() => setAsked(null)}
      />
    ),
  };
}
