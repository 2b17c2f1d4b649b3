import { expect, it } from 'vitest';
import { type GanttBar, placeGantt } from './gantt-data.ts';
import { nextBar } from './next-bar.ts';

const bar = (id: string, from: number, until: number): GanttBar => ({
  ...{ id, tone: 'completed', failures: [], isLate: false, isFaint: false, description: id },
  parts: [{ kind: 'run', from, until }],
});
const GANTT = placeGantt([
  { id: 'a', label: 'a', glyph: 'down', bars: [bar('a1', 0, 10), bar('a2', 20, 30), bar('a3', 40, 50)] },
  { id: 'empty', label: 'empty', glyph: 'down', bars: [] },
  { id: 'b', label: 'b', glyph: 'up', bars: [bar('b1', 0, 5), bar('b2', 45, 60)] },
]);

it.each([
  ['ArrowRight', 'a1', 'a2'],
  ['ArrowRight', 'a3', null],
  ['ArrowLeft', 'a2', 'a1'],
  ['Home', 'a3', 'a1'],
  ['End', 'a1', 'a3'],
  ['ArrowDown', 'a3', 'b2'],
  ['ArrowUp', 'b1', 'a1'],
  ['ArrowUp', 'a1', null],
  ['Tab', 'a1', null],
])('%s on %s moves to %s', (key, from, to) => {
  const active = GANTT.rows.flatMap(({ bars }) => bars).find(({ id }) => id === from);
  if (active === undefined) throw new Error(from);
  expect(nextBar(key, active, GANTT)?.id ?? null).toBe(to);
});
