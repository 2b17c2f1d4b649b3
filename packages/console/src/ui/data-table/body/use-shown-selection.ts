import { useEffect, useRef } from 'react';
import type { Lines } from './use-lines.ts';

/** Scrolls to the row that is open in a drawer when a person goes from one to the next there. */
export function useShownSelection<Row extends { readonly id: string }>(lines: Lines<Row>, id: string | null): void {
  const former = useRef(id);
  useEffect(() => {
    const isStep = former.current !== id && (former.current ?? '') !== '';
    former.current = id;
    if (!isStep) return;
    const index = lines.items.findIndex((line) => line.kind === 'row' && line.row.id === id);
    if (index >= 0) lines.virtualizer.scrollToIndex(index);
  });
}
