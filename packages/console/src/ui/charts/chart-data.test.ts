import { describe, expect, it } from 'vitest';
import { axisTicks, describeBar, totalOf } from './chart-data.ts';

const SERIES = [
  { name: 'ads', label: 'Ads' },
  { name: 'video', label: 'Video' },
];

describe('the axis', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 0.25, 0.5, 0.75, 1]],
    [87, [0, 25, 50, 75, 100]],
    [1234, [0, 500, 1000, 1500]],
    [4_000_000, [0, 1_000_000, 2_000_000, 3_000_000, 4_000_000]],
  ])('up to %i has round lines', (highest, ticks) => {
    expect(axisTicks(highest)).toEqual(ticks);
  });
});

describe('a bar', () => {
  const bar = { label: '2026-11', values: { ads: 1200, video: 300 }, forecast: { ads: 400 } };

  it('adds its values and its forecast', () => {
    expect(totalOf(bar)).toBe(1900);
  });

  it('a bar is described in words', () => {
    expect(describeBar(bar, SERIES)).toBe('2026-11: Ads 1,200, Video 300, forecast Ads 400');
    expect(describeBar({ label: '2026-12', values: { ads: 0 } }, SERIES)).toBe('2026-12: nothing');
  });
});
