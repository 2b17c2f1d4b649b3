import { fullNumber } from '@switchboard/model/format';
import { type Colours, printable } from '../../terminal/terminal.ts';
import { textTable } from '../../terminal/text-table.ts';
import type { DateRun } from '../run-date.ts';

const MAX_CELL = 40;

/** The assertions of a run with their outcomes, and the first rows that contradict each. */
export function assertionTables({ outcome, contradicting }: DateRun, colours: Colours): readonly string[] {
  const { assertions } = outcome;
  if (assertions.length === 0) return [];
  const statusOf = (index: number): string => {
    const result = assertions[index];
    return result?.outcome === 'failed' && result.severity === 'warn' ? 'warned' : (result?.outcome ?? '');
  };
  const columns = [
    { title: 'Assertion', most: 48 },
    { title: 'Table', most: 48 },
    { title: 'Status' },
    { title: 'Rows', align: 'right' as const },
  ];
  const rows = assertions.map(({ assertion, table, rows: count }, index) =>
    [assertion, table, statusOf(index), fullNumber(count)].map(printable),
  );
  const paints: Readonly<Record<string, (text: string) => string>> = { failed: colours.red, passed: colours.green };
  const summary = textTable(columns, rows, (cell, column, row) => {
    if (row === 'title') return colours.bold(cell);
    return column === 2 ? (paints[cell.trim()] ?? colours.yellow)(cell) : cell;
  });
  return [
    summary,
    ...assertions.flatMap(({ assertion, rows: count }) => {
      const [names = [], ...found] = contradicting.get(assertion) ?? [];
      if (found.length === 0) return [];
      const of = count > found.length ? `first ${found.length} of ${fullNumber(count)}` : 'all';
      const titles = names.map((name) => ({ title: printable(name), most: MAX_CELL }));
      const cells = found.map((row) => row.map(printable));
      const table = textTable(titles, cells, (cell, _column, row) => (row === 'title' ? colours.bold(cell) : cell));
      return [`${colours.yellow(`Rows that contradict ${printable(assertion)} (${of})`)}\n${table}`];
    }),
  ];
}
