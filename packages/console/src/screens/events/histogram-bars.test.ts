import { expect, it } from 'vitest';
import { type EventBar, histogramBars, histogramWindow, selectedBars } from './histogram-bars.ts';

const TODAY = '2026-11-23';
const bar = (start: string, [errors, warnings, info]: readonly [number, number, number], end = start): EventBar => {
  const state = (count: number) => ({ count, has_more: count === 500 });
  return { start, end, errors: state(errors), warnings: state(warnings), info: state(info) };
};

it('shows the last 31 days, unless the list shows older ones', () => {
  expect(histogramWindow(null, TODAY)).toBeNull();
  expect(histogramWindow({ start: '2026-10-24', end: '2026-10-25' }, TODAY)).toBeNull();
  expect(histogramWindow({ start: '2026-10-01', end: '2026-10-02' }, TODAY)).toEqual({
    start: '2026-09-02',
    end: '2026-10-02',
  });
  expect(histogramWindow({ start: '2026-01-01', end: '2026-10-02' }, TODAY)).toEqual({
    start: '2026-01-01',
    end: '2026-10-02',
  });
});

it('describes each bar in words and by shares of the highest', () => {
  const bars = histogramBars(
    [bar('2026-11-20', [1, 0, 3]), bar('2026-11-21', [0, 0, 0]), bar('2026-11-22', [0, 2, 6], '2026-11-23')],
    new Date(`${TODAY}T12:00:00Z`),
  );
  expect(bars.map(({ text }) => text)).toEqual([
    'Nov 20: 1 error, 3 other events',
    'Nov 21: no events',
    'Nov 22 to Nov 23: 2 warnings, 6 other events',
  ]);
  expect(bars.map(({ parts }) => parts)).toEqual([
    [
      { tone: 'error', share: 1 / 8 },
      { tone: 'inactive', share: 3 / 8 },
    ],
    [],
    [
      { tone: 'warning', share: 2 / 8 },
      { tone: 'inactive', share: 6 / 8 },
    ],
  ]);
});

it('says when more events were there than were counted', () => {
  expect(histogramBars([bar('2026-11-20', [0, 0, 500])], new Date())[0]?.text).toMatch(/500 or more other events$/);
});

it('finds the bars of a range', () => {
  const bars = [bar('2026-11-01', [0, 0, 0], '2026-11-03'), bar('2026-11-04', [0, 0, 0], '2026-11-06')];
  expect(selectedBars(bars, { start: '2026-11-02', end: '2026-11-04' })).toEqual([0, 1]);
  expect(selectedBars(bars, { start: '2026-11-06', end: '2026-11-09' })).toEqual([1, 1]);
  expect(selectedBars(bars, { start: '2026-10-02', end: '2026-10-09' })).toBeNull();
  expect(selectedBars(bars, null)).toBeNull();
});
