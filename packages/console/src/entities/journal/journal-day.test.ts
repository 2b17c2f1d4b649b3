import { chartDays } from '@switchboard/model/presentation/journal-chart';
import { expect, it } from 'vitest';
import { type JournalDay, journalDayText, journalText, summarizeJournal } from './journal-day.ts';

const buildDay = (patch: Partial<JournalDay>): JournalDay => ({
  date: '2026-11-20',
  running: 0,
  completed: 0,
  failed: 0,
  total_rows: 0,
  min_rows: null,
  max_rows: null,
  dirty_rows: 0,
  ...patch,
});

it('describes a day by its date, its runs and its rows', () => {
  const day = buildDay({
    failed: 1,
    completed: 2,
    total_rows: 12_345,
    min_rows: 1000,
    max_rows: 11_345,
    dirty_rows: 3,
  });
  expect(journalDayText('2026-11-20', day)).toBe(
    '2026-11-20 · 1 failed, 2 completed · 12,345 rows (1,000 to 11,345) · 3 dirty',
  );
  expect(journalDayText('2026-11-20', buildDay({ running: 1 }))).toBe('2026-11-20 · 1 running');
  expect(journalDayText('2026-11-20', buildDay({ completed: 1, total_rows: 1, min_rows: 1, max_rows: 1 }))).toBe(
    '2026-11-20 · 1 completed · 1 row',
  );
  expect(journalDayText('2026-11-19', undefined)).toBe('2026-11-19 · no runs');
});

it('describes a chart in words', () => {
  const days = chartDays('2026-11-23');
  const journal = [
    buildDay({ date: null, completed: 4, total_rows: 9 }),
    buildDay({ date: '2026-11-21', failed: 1 }),
    buildDay({ date: '2026-11-22', completed: 1, total_rows: 1900 }),
  ];
  const summary = summarizeJournal(journal);
  expect(summary.rows).toBe('1.9k rows');
  expect(journalText('orders', days, summary)).toBe(
    'orders, 2026-10-24 to 2026-11-23: 1 day failed (2026-11-21), 1 day completed',
  );
  expect(journalText('orders', days, summarizeJournal([]))).toBe('orders, 2026-10-24 to 2026-11-23: no runs');
});
