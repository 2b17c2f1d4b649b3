import { describe, expect, it } from 'vitest';
import { DAY_PRESETS, presetOf, presetRange, usableRange } from './day-range.ts';

const today = '2026-11-20';

describe('"Date shortcuts: Today, Yesterday, 7 Days, 30 Days, 3 Months, 6 Months, Reset"', () => {
  it('the shortcuts are these, in this order; Reset clears the range', { tags: 'spec:date-shortcuts' }, () => {
    expect([...DAY_PRESETS, 'Reset'].join(', ')).toBe('Today, Yesterday, 7 Days, 30 Days, 3 Months, 6 Months, Reset');
  });

  it('include today', { tags: 'spec:date-shortcuts' }, () => {
    expect(presetRange('Today', today)).toEqual({ start: today, end: today });
    expect(presetRange('Yesterday', '2026-03-01')).toEqual({ start: '2026-02-28', end: '2026-02-28' });
    expect(presetRange('7 Days', today)).toEqual({ start: '2026-11-14', end: today });
    expect(presetRange('30 Days', today)).toEqual({ start: '2026-10-22', end: today });
  });

  it('end a month at its last day', { tags: 'spec:date-shortcuts' }, () => {
    expect(presetRange('3 Months', '2026-05-31').start).toBe('2026-02-28');
    expect(presetRange('6 Months', '2026-08-31').start).toBe('2026-02-28');
  });

  it('the shortcuts are found by their range', () => {
    for (const preset of DAY_PRESETS) expect(presetOf(presetRange(preset, today), today)).toBe(preset);
    expect(presetOf({ start: '2026-11-13', end: today }, today)).toBeNull();
  });
});

describe('a range', () => {
  it('"a future end is clamped to today"', { tags: 'spec:dates-future-end' }, () => {
    expect(usableRange('2026-11-01', '2027-01-01', today)).toEqual({ start: '2026-11-01', end: today });
    expect(usableRange('2026-12-10', '2026-12-11', today)).toBeNull();
  });

  it('"only start and end both set apply"', { tags: 'spec:dates-both-ends' }, () => {
    expect(usableRange('2026-11-01', null, today)).toBeNull();
    expect(usableRange(null, '2026-11-01', today)).toBeNull();
    expect(usableRange('2026-11-01', '2026-11-01', today)).toEqual({ start: '2026-11-01', end: '2026-11-01' });
    expect(usableRange('2026-11-10', '2026-11-01', today)).toBeNull();
  });

  it('"range format yyyy-MM-dd"', { tags: 'spec:range-format' }, () => {
    expect(presetRange('6 Months', '2026-07-09').start).toBe('2026-01-09');
  });
});
