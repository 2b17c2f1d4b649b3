import { abbreviateNumber, fullNumber } from '@switchboard/model/format';
import { type DayTone, dayTone } from '@switchboard/model/presentation/journal-chart';
import type { JournalDayFragment } from '../../api/generated/graphql.ts';

/** The runs of a declaration on one day; `date` is null for runs without a report date. */
export type JournalDay = JournalDayFragment;

const counted = (count: number, word: string): string[] => (count === 0 ? [] : [`${fullNumber(count)} ${word}`]);

/** "2026-11-20 · 2 completed, 1 failed · 12,345 rows (1,000 to 11,345) · 3 dirty". */
export function journalDayText(date: string, day: JournalDay | undefined): string {
  if (day === undefined || dayTone(day) === null) return `${date} · no runs`;
  const runs = [
    ...counted(day.failed, 'failed'),
    ...counted(day.running, 'running'),
    ...counted(day.completed, 'completed'),
  ].join(', ');
  if (day.completed === 0) return `${date} · ${runs}`;
  const { min_rows: min, max_rows: max } = day;
  const range =
    day.completed > 1 && min !== null && max !== null && min !== max
      ? ` (${fullNumber(min)} to ${fullNumber(max)})`
      : '';
  const dirty = day.dirty_rows === 0 ? '' : ` · ${fullNumber(day.dirty_rows)} dirty`;
  return `${date} · ${runs} · ${fullNumber(day.total_rows)} ${day.total_rows === 1 ? 'row' : 'rows'}${range}${dirty}`;
}

/** Totals of the days of a journal. */
export type JournalSummary = {
  readonly failedDays: readonly string[];
  readonly runningDays: number;
  readonly completedDays: number;
  /** "1.9M rows": of all days. */
  readonly rows: string;
};

/** Counts the days of a journal by tone, and adds up their rows. */
export function summarizeJournal(journal: readonly JournalDay[]): JournalSummary {
  const dated = journal.flatMap((day) => (day.date === null ? [] : [{ ...day, date: day.date }]));
  const daysOf = (tone: DayTone): readonly string[] =>
    dated.filter((day) => dayTone(day) === tone).map((day) => day.date);
  const rows = dated.reduce((sum, day) => sum + day.total_rows, 0);
  return {
    failedDays: daysOf('error'),
    runningDays: daysOf('working').length,
    completedDays: daysOf('completed').length,
    rows: `${abbreviateNumber(rows)} rows`,
  };
}

/** A chart in words: "orders, 2026-10-24 to 2026-11-23: 2 days failed (2026-11-01, 2026-11-02), 28 days completed". */
export function journalText(name: string, days: readonly string[], summary: JournalSummary): string {
  const { failedDays, runningDays, completedDays } = summary;
  const dayCount = (count: number, word: string): string[] =>
    count === 0 ? [] : [`${count} ${count === 1 ? 'day' : 'days'} ${word}`];
  const parts = [
    ...dayCount(failedDays.length, 'failed').map((text) => `${text} (${failedDays.join(', ')})`),
    ...dayCount(runningDays, 'running'),
    ...dayCount(completedDays, 'completed'),
  ];
  return `${name}, ${days[0]} to ${days.at(-1)}: ${parts.length === 0 ? 'no runs' : parts.join(', ')}`;
}
