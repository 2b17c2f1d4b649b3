import { describe, expect, it } from 'vitest';
import { arrivalBand, COMPARED_WEEKS, judge, type Verdict, volumeBand } from './usual-band.ts';

const HOUR = 3_600_000;

describe('what is usual', () => {
  it('what is usual is not judged with fewer than three comparable days', () => {
    expect(volumeBand([100, 100])).toBeNull();
    expect(judge(1, volumeBand([100, 100]))).toBe('unknown');
    expect(judge(1, volumeBand([]))).toBe('unknown');
  });

  it('what is usual is the median, 35 % less or 54 % more', () => {
    expect(volumeBand([1000, 1000, 1000, 1000])).toMatchObject({
      median: 1000,
      low: 650,
      high: expect.closeTo(1538.5, 1) as unknown,
    });
    expect(volumeBand([900, 1000, 1100])).toEqual({
      median: 1000,
      low: 650,
      high: expect.closeTo(1538.5, 1) as unknown,
    });
  });

  it('what is usual is wider for a source that varies more', () => {
    expect(volumeBand([500, 800, 1200, 1500])).toEqual({ median: 1000, low: 0, high: 2050 });
  });

  it('does not change for one unusual day', () => {
    expect(volumeBand([1000, 1000, 0, 1000])).toEqual({
      median: 1000,
      low: 650,
      high: expect.closeTo(1538.5, 1) as unknown,
    });
  });

  it('allows what chance does to small counts', () => {
    expect(judge(1, volumeBand([4, 4, 4]))).toBe('usual');
    expect(judge(0, volumeBand([10, 10, 10]))).toBe('low');
    expect(judge(0, volumeBand([0, 0, 0]))).toBe('usual');
  });

  it('allows an hour for arrivals', () => {
    const band = arrivalBand([30 * HOUR, 30 * HOUR, 30.2 * HOUR]);
    expect(judge(30.9 * HOUR, band)).toBe('usual');
    expect(judge(31.1 * HOUR, band)).toBe('high');
  });
});

/** A generator of numbers between 0 and 1 that are the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const DAYS = 90;
const PIPELINES = 300;
const WEEK = 7;

/** Rows of 90 days and the four weeks before them. */
function rowsOf(random: () => number, { noise, weekend, growth }: { noise: number; weekend: number; growth: number }) {
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const level = 10 ** (2.5 + 3.5 * random());
  return Array.from({ length: DAYS + COMPARED_WEEKS * WEEK }, (_, day) => {
    const pattern = day % WEEK >= 5 ? weekend : 1;
    return Math.round(level * pattern * (1 + growth) ** (day / WEEK) * Math.exp(noise * normal()));
  });
}

function verdictOn(rows: readonly number[], day: number, value = rows[day] ?? 0): Verdict {
  const comparable = Array.from({ length: COMPARED_WEEKS }, (_, week) => rows[day - (week + 1) * WEEK] ?? 0);
  return judge(value, volumeBand(comparable));
}

describe('replayed histories', () => {
  it.each([
    ['steady', { noise: 0.05, weekend: 1, growth: 0 }],
    ['steady with 10 % noise', { noise: 0.1, weekend: 1, growth: 0 }],
    ['weekly: a fifth at weekends', { noise: 0.1, weekend: 0.2, growth: 0 }],
    ['growing by 3 % a week', { noise: 0.1, weekend: 0.2, growth: 0.03 }],
  ])('%s: finds a drop by half, with at most one false alarm per pipeline in 90 days', (name, shape) => {
    const random = seeded(7);
    let alarms = 0;
    let worst = 0;
    let found = 0;
    for (let pipeline = 0; pipeline < PIPELINES; pipeline += 1) {
      const rows = rowsOf(random, shape);
      const days = Array.from({ length: DAYS }, (_, index) => index + COMPARED_WEEKS * WEEK);
      const own = days.filter((day) => verdictOn(rows, day) !== 'usual').length;
      alarms += own;
      worst = Math.max(worst, own);
      const day = days[Math.floor(random() * DAYS)] ?? 0;
      if (verdictOn(rows, day, Math.round((rows[day] ?? 0) / 2)) === 'low') found += 1;
    }
    const mean = alarms / PIPELINES;
    const summary = `${name}: ${mean.toFixed(3)} false alarms per pipeline in ${DAYS} days (worst ${worst}), ${((100 * found) / PIPELINES).toFixed(1)} % of drops found`;
    expect(mean, summary).toBeLessThanOrEqual(0.2);
    expect(worst, summary).toBeLessThanOrEqual(2);
    expect(found / PIPELINES, summary).toBeGreaterThan(0.9);
  });
});
