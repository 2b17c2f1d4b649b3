import { describe, expect, it } from 'vitest';
import { type GanttBar, type GanttRow, LANE_HEIGHT, placeGantt, rowsBetween, topOf } from './gantt-data.ts';

const bar = (id: string, from: number, until: number): GanttBar => ({
  ...{ id, tone: 'completed', failures: [], isLate: false, isFaint: false, description: id },
  parts: [{ kind: 'run', from, until }],
});
const row = (id: string, ...bars: readonly GanttBar[]): GanttRow => ({ id, label: id, glyph: 'down', bars });

describe('the rows of a timeline', () => {
  it('a row has a lane for each bar that overlaps others, and no more', () => {
    const { rows } = placeGantt([
      row('a', bar('1', 0, 10), bar('2', 5, 15), bar('3', 10, 20)),
      row('b', bar('4', 0, 1)),
    ]);
    expect(rows.map(({ lanes }) => lanes)).toEqual([2, 1]);
    expect(rows[0]?.bars.map(({ id, lane }) => [id, lane])).toEqual([
      ['1', 0],
      ['2', 1],
      ['3', 0],
    ]);
  });

  it('rows stand below each other, as high as their lanes', () => {
    const gantt = placeGantt([row('a', bar('1', 0, 10), bar('2', 5, 15)), row('b', bar('3', 0, 1)), row('c')]);
    const [first, second, third] = gantt.rows;
    expect(second?.top).toBe(first?.height);
    expect(gantt.height).toBe((third?.top ?? 0) + (third?.height ?? 0));
    const placed = first?.bars[1];
    expect(placed && topOf(gantt, placed)).toBe((first?.top ?? 0) + LANE_HEIGHT + 4);
  });

  it('finds the rows of a part of the drawing', () => {
    const { rows } = placeGantt(Array.from({ length: 100 }, (_, at) => row(String(at))));
    const height = rows[0]?.height ?? 0;
    expect(rowsBetween(rows, 0, height)).toEqual([0, 1]);
    expect(rowsBetween(rows, 10.5 * height, 12.5 * height)).toEqual([10, 13]);
    expect(rowsBetween(rows, 200 * height, 300 * height)).toEqual([100, 100]);
  });
});
