import { useCallback, useMemo, useRef } from 'react';
import { useLatest } from '../../../lib/use-latest.ts';
import { type GridSelection, idsBetween, selectedShare, withSelected } from './selection.ts';

type Identified = { readonly id: string };

export type RowSelection = {
  /** Selects or deselects a row. */
  readonly toggle: (row: Identified) => void;
  /** Changes all rows between the one that was changed last, or else the origin, and this one. */
  readonly extend: (origin: Identified, row: Identified) => void;
  /** Selects all loaded rows, or none when all are selected. */
  readonly toggleAll: () => void;
  readonly clear: () => void;
};

/** Changes the selection of a grid. Always the same object, so that rows need not render again. */
export function useRowSelection(rows: readonly Identified[], selection: GridSelection | undefined): RowSelection {
  const latest = useLatest({ rows, selection });
  const anchor = useRef<string | null>(null);

  const toggle = useCallback(({ id }: Identified) => {
    const current = latest.current.selection;
    if (current === undefined) return;
    current.onChange(withSelected(current.ids, [id], !current.ids.has(id)));
    anchor.current = id;
  }, []);

  const extend = useCallback((origin: Identified, { id }: Identified) => {
    const { rows: loaded, selection: current } = latest.current;
    if (current === undefined) return;
    const { ids, onChange } = current;
    const isNew = ids.size === 0 || anchor.current === null;
    const from = isNew ? origin.id : (anchor.current ?? origin.id);
    // A range takes the state of the row that it starts from.
    onChange(withSelected(ids, idsBetween(loaded, from, id), isNew || ids.has(from)));
    anchor.current = from;
  }, []);

  const toggleAll = useCallback(() => {
    const { rows: loaded, selection: current } = latest.current;
    if (current === undefined) return;
    const isSelected = selectedShare(loaded, current.ids) !== 'all';
    current.onChange(
      withSelected(
        current.ids,
        loaded.map(({ id }) => id),
        isSelected,
      ),
    );
  }, []);

  const clear = useCallback(() => {
    const current = latest.current.selection;
    if (current !== undefined && current.ids.size > 0) current.onChange(new Set());
  }, []);
  return useMemo(() => ({ toggle, extend, toggleAll, clear }), [toggle, extend, toggleAll, clear]);
}
