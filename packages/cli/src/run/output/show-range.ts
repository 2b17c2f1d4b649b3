import { fullNumber } from '@switchboard/model/format';
import type { Colours } from '../../terminal/terminal.ts';
import { textTable } from '../../terminal/text-table.ts';
import { type DateRun, hasFailed } from '../run-date.ts';
import type { RangeRun } from '../run-dates.ts';

/** A range of report dates, a line each: what was loaded and uploaded, and whether it failed. */
export function rangeSummary({ dates, notRun, reason }: RangeRun, colours: Colours): string {
  const columns = [
    { title: 'Report date' },
    { title: 'Status' },
    ...['Downloads', 'Rows', 'Dirty', 'Uploads', 'Rows sent'].map((title) => ({ title, align: 'right' as const })),
  ];
  const rows = [...dates.map(dateRow), ...notRun.map((date) => [date, 'not run', ...Array<string>(5).fill('-')])];
  const paints = { failed: colours.red, completed: colours.green, 'not run': colours.yellow };
  const paint = (cell: string, column: number, row: number | 'title'): string => {
    if (row === 'title') return colours.bold(cell);
    const status = cell.trim();
    return column === 1 && status in paints ? paints[status as keyof typeof paints](cell) : cell;
  };
  const table = textTable(columns, rows, paint);
  return reason === null || notRun.length === 0
    ? table
    : `${table}\n\n${colours.yellow(stopText(notRun.length, reason))}`;
}

const stopText = (count: number, reason: string): string =>
  `${count} report ${count === 1 ? 'date was' : 'dates were'} not run, because ${reason}. Fix the cause, then run them again.`;

function dateRow(run: DateRun): readonly string[] {
  const { downloads, uploads } = run.outcome;
  const tables = downloads.flatMap((download) => download.tables);
  const sum = (numbers: readonly number[]): string => fullNumber(numbers.reduce((total, number) => total + number, 0));
  const done = (all: readonly { readonly status: string }[]): string =>
    `${all.filter(({ status }) => status === 'completed' || status === 'empty').length}/${all.length}`;
  return [
    run.reportDate,
    hasFailed(run) ? 'failed' : 'completed',
    done(downloads),
    sum(tables.map(({ answer }) => answer.rows)),
    sum(tables.map(({ answer }) => answer.dirtyRows)),
    done(uploads),
    sum(uploads.map(({ rows }) => rows)),
  ];
}
