import type { StatusTone } from '@switchboard/model/status/status';

/** A stretch of a bar. Waiting is drawn apart from work. */
export type GanttPart = {
  readonly kind: 'wait' | 'prepare' | 'run';
  /** Epoch milliseconds. */
  readonly from: number;
  readonly until: number;
};

export type GanttBar = {
  readonly id: string;
  readonly tone: StatusTone;
  /** In their order, without overlaps. */
  readonly parts: readonly GanttPart[];
  /** When attempts failed, epoch milliseconds. */
  readonly failures: readonly number[];
  readonly isLate: boolean;
  /** Drawn lightly: it does not match the search. */
  readonly isFaint: boolean;
  /** In words, for screen readers. */
  readonly description: string;
};

export type GanttRow = {
  readonly id: string;
  readonly label: string;
  readonly glyph: 'down' | 'up' | 'none';
  readonly bars: readonly GanttBar[];
};

/** A bar in its place: in a lane of its row, where no other overlaps it. */
export type PlacedBar = GanttBar & {
  readonly row: number;
  readonly lane: number;
  readonly from: number;
  readonly until: number;
};

export type PlacedRow = Omit<GanttRow, 'bars'> & {
  readonly lanes: number;
  /** In pixels, from the top of the first row. */
  readonly top: number;
  readonly height: number;
  /** By their beginning. */
  readonly bars: readonly PlacedBar[];
};

export type PlacedGantt = { readonly rows: readonly PlacedRow[]; readonly height: number };

export const LANE_HEIGHT = 18;
const ROW_PADDING = 4;

/** Gives each bar the first lane of its row that is free when it begins. */
export function placeGantt(rows: readonly GanttRow[]): PlacedGantt {
  const placed: PlacedRow[] = [];
  let top = 0;
  for (const [index, { bars, ...row }] of rows.entries()) {
    const ends: number[] = [];
    const ordered = bars
      .map((bar) => ({ ...bar, row: index, from: bar.parts[0]?.from ?? 0, until: bar.parts.at(-1)?.until ?? 0 }))
      .toSorted((one, other) => one.from - other.from || one.until - other.until)
      .map((bar): PlacedBar => {
        const free = ends.findIndex((end) => end <= bar.from);
        const lane = free === -1 ? ends.length : free;
        ends[lane] = bar.until;
        return { ...bar, lane };
      });
    const lanes = Math.max(1, ends.length);
    const height = lanes * LANE_HEIGHT + 2 * ROW_PADDING;
    placed.push({ ...row, lanes, top, height, bars: ordered });
    top += height;
  }
  return { rows: placed, height: top };
}

/** The top of a bar within the drawing of all rows, in pixels. */
export const topOf = ({ rows }: PlacedGantt, { row, lane }: PlacedBar): number =>
  (rows[row]?.top ?? 0) + ROW_PADDING + lane * LANE_HEIGHT;

/** The positions of the rows that reach into a part of the drawing: the first, and the one after the last. */
export function rowsBetween(
  rows: readonly PlacedRow[],
  top: number,
  bottom: number,
): readonly [first: number, end: number] {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = rows[middle];
    if (row !== undefined && row.top + row.height <= top) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < rows.length && (rows[end]?.top ?? Infinity) < bottom) end += 1;
  return [low, end];
}
