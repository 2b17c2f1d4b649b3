import { describe, expect, it } from 'vitest';
import { moveWindow, timeMarks, zoomWindow } from './time-scale.ts';

const HOUR = 3_600_000;
const DAY = { start: 0, end: 24 * HOUR };

describe('the time axis', () => {
  it('puts marks at whole steps that can be read', () => {
    expect(timeMarks(DAY, 900, 0).map((at) => at / HOUR)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24]);
    expect(timeMarks({ start: 0.3 * HOUR, end: 1.1 * HOUR }, 700, 0).map((at) => at / 60_000)).toEqual([
      20, 25, 30, 35, 40, 45, 50, 55, 60, 65,
    ]);
  });

  it('a zoom keeps the instant under the pointer', () => {
    const window = zoomWindow(DAY, 0.25, 2, DAY);
    expect(window).toEqual({ start: 3 * HOUR, end: 15 * HOUR });
  });

  it('the window stays within its bounds', () => {
    expect(zoomWindow({ start: HOUR, end: 2 * HOUR }, 0.5, 0.001, DAY)).toEqual(DAY);
    expect(moveWindow({ start: HOUR, end: 2 * HOUR }, -5 * HOUR, DAY)).toEqual({ start: 0, end: HOUR });
    expect(moveWindow({ start: HOUR, end: 2 * HOUR }, 50 * HOUR, DAY)).toEqual({ start: 23 * HOUR, end: 24 * HOUR });
    const shortest = zoomWindow(DAY, 0, 1e9, DAY);
    expect(shortest.end - shortest.start).toBe(10_000);
  });
});
