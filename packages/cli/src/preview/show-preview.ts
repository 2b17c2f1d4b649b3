import { fullNumber } from '@switchboard/model/format';
import { typeName } from '@switchboard/model/schema';
import { type Colours, printable } from '../terminal/terminal.ts';
import { textTable } from '../terminal/text-table.ts';
import type { Preview } from './preview-table.ts';

const MAX_CELL = 60;
const NUMBERS: ReadonlySet<string> = new Set(['integer', 'float', 'decimal']);

/** The first rows as an aligned table: numbers to the right, nulls as `null`. */
export function previewText({ columns, rows }: Preview, colours: Colours): string {
  const titles = columns.map(({ name, type }) => ({
    title: printable(name),
    most: MAX_CELL,
    ...(NUMBERS.has(type.kind) ? { align: 'right' as const } : {}),
  }));
  const cells = rows.map(({ texts }) => texts.map((text) => printable(text ?? 'null')));
  return textTable(titles, cells, (cell, column, row) => {
    if (row === 'title') return colours.bold(cell);
    return rows[row]?.texts[column] === null ? colours.dim(cell) : cell;
  });
}

/** "2 of 1,234 rows of daily, report date 2026-11-19"; and what did not fit the schema of its sources. */
export function previewCounts(table: string, reportDate: string, { rows, totalRows, downloads }: Preview): string {
  const shown =
    rows.length === totalRows ? fullNumber(totalRows) : `${fullNumber(rows.length)} of ${fullNumber(totalRows)}`;
  const line = `${shown} ${totalRows === 1 ? 'row' : 'rows'} of ${table}, report date ${reportDate}`;
  const dirty = downloads
    .flatMap((download) => download.tables)
    .filter(({ answer }) => answer.dirtyRows > 0)
    .map(
      ({ name, answer }) =>
        `${fullNumber(answer.dirtyRows)} of ${fullNumber(answer.records)} rows of ${name} are dirty`,
    );
  return [line, ...dirty.map((text) => `${text} and left out; switchboard run shows them`)].join('\n');
}

/** A preview for programs. Numbers keep all their digits. */
export function previewJson(
  table: string,
  reportDate: string,
  { columns, rows, totalRows, downloads }: Preview,
): string {
  const head = {
    table,
    report_date: reportDate,
    columns: columns.map(({ name, type }) => ({ name, type: typeName(type) })),
    total_rows: totalRows,
    dirty_rows: Object.fromEntries(
      downloads.flatMap((download) => download.tables).map(({ name, answer }) => [name, answer.dirtyRows]),
    ),
  };
  const list = rows.map(({ json }) => `\n    ${json}`).join(',');
  return `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "rows": [${list}${rows.length > 0 ? '\n  ' : ''}]\n}`;
}
