import { expect, it } from 'vitest';
import { progressView } from './transfer-progress.ts';

const none = { rows: null, bytes: null, reports: null };

it('"Progress is completed over estimated using rows, bytes or reports, whichever exists"', {
  tags: 'spec:download-progress',
}, () => {
  const completed = { rows: 1_200_000, bytes: 5, reports: 1 };
  expect(progressView({ completed, estimated: { rows: 1_900_000, bytes: 10, reports: 2 } })).toEqual({
    percent: 63,
    text: '63% · 1.2M of 1.9M rows',
  });
  expect(progressView({ completed, estimated: { ...none, bytes: 10 } })?.text).toBe('50% · 5 B of 10 B');
  expect(progressView({ completed, estimated: { ...none, reports: 4 } })?.text).toBe('25% · 1 of 4 reports');
});

it('"capped at 100%"', { tags: 'spec:download-progress' }, () => {
  expect(progressView({ completed: { ...none, rows: 30 }, estimated: { ...none, rows: 20 } })?.percent).toBe(100);
});

it('shows the amount when the total is unknown', () => {
  expect(progressView({ completed: { ...none, bytes: 2_000 }, estimated: none })).toEqual({
    percent: null,
    text: '2.0 kB',
  });
  expect(progressView({ completed: none, estimated: none })).toBeNull();
});
