import type { PlacedBar, PlacedGantt } from './gantt-data.ts';

const middleOf = ({ from, until }: PlacedBar): number => (from + until) / 2;

/**
 * The bar that a key moves to: left and right in its row, up and down to the nearest one in time of the next row that has any, Home and End
 * within the row. Null for another key, and when there is none.
 */
export function nextBar(key: string, active: PlacedBar, { rows }: PlacedGantt): PlacedBar | null {
  const bars = rows[active.row]?.bars ?? [];
  const at = bars.findIndex(({ id }) => id === active.id);
  if (key === 'ArrowRight') return bars[at + 1] ?? null;
  if (key === 'ArrowLeft') return bars[at - 1] ?? null;
  if (key === 'Home') return bars[0] ?? null;
  if (key === 'End') return bars.at(-1) ?? null;
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (step === undefined) return null;
  for (let row = active.row + step; row >= 0 && row < rows.length; row += step) {
    const [nearest] = (rows[row]?.bars ?? []).toSorted(
      (one, other) => Math.abs(middleOf(one) - middleOf(active)) - Math.abs(middleOf(other) - middleOf(active)),
    );
    if (nearest !== undefined) return nearest;
  }
  return null;
}
