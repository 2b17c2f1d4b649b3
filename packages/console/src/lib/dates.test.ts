import { expect, it } from 'vitest';
import { utcToday } from './dates.ts';

it('begins a day at midnight UTC', { tags: 'spec:range-format' }, () => {
  expect(utcToday(new Date('2026-01-02T23:30:00-05:00'))).toBe('2026-01-03');
});
