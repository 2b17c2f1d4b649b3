import { encodingsText } from '@switchboard/engine';
import { formatBytes, fullNumber } from '@switchboard/model/format';
import { type Colours, printable } from '../../terminal/terminal.ts';
import { textTable } from '../../terminal/text-table.ts';
import type { DirtySamples } from '../read-dirty-rows.ts';
import type { DateRun } from '../run-date.ts';
import type { PipelineOutcome } from '../run-pipeline.ts';
import { assertionTables } from './show-assertions.ts';

/** The result of a run as tables: downloads, uploads, assertions with rows that contradict them, and the first dirty rows with their reasons. */
export function summaryText(run: DateRun, colours: Colours): string {
  const { outcome, samples } = run;
  return [
    downloadsTable(outcome, colours),
    fileNotes(outcome),
    uploadsTable(outcome, colours),
    lostValuesText(outcome, colours),
    emptyLoadsText(outcome, colours),
    ...assertionTables(run, colours),
    ...dirtyTables(outcome, samples, colours),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

/** A line for each conversion that made values null. */
function lostValuesText({ lostValues }: PipelineOutcome, colours: Colours): string {
  return lostValues
    .map(({ table, expression, values, nulls }) => {
      const counts = `${fullNumber(nulls)} of ${fullNumber(values)} ${values === 1 ? 'value' : 'values'} became null`;
      return `${colours.yellow('!')} ${printable(expression)} in table ${printable(table)}: ${counts}`;
    })
    .join('\n');
}

/** A line for each load without rows whose date had kept rows. */
const emptyLoadsText = ({ emptyLoads }: PipelineOutcome, colours: Colours): string =>
  emptyLoads.map((text) => `${colours.yellow('!')} ${printable(text)}`).join('\n');

function statusPaint(colours: Colours, column: number, failures: readonly string[]) {
  return (cell: string, at: number, row: number | 'title'): string => {
    if (row === 'title') return colours.bold(cell);
    if (at !== column) return cell;
    const status = cell.trim();
    return failures.includes(status)
      ? colours.red(cell)
      : status === 'completed'
        ? colours.green(cell)
        : colours.yellow(cell);
  };
}

function downloadsTable({ downloads }: PipelineOutcome, colours: Colours): string {
  if (downloads.length === 0) return '';
  const rows = downloads.flatMap(({ name, status, files, bytes, tables }) => {
    const head = [String(files), formatBytes(bytes)];
    if (tables.length === 0) return [[name, status, ...head, '-', '-']];
    return tables.map((table, index) => [
      table.name === name ? name : `${name} · ${table.name}`,
      status,
      ...(index === 0 ? head : ['', '']),
      fullNumber(table.answer.rows),
      fullNumber(table.answer.dirtyRows),
    ]);
  });
  const columns = [
    { title: 'Download', most: 48 },
    { title: 'Status' },
    ...['Files', 'Size', 'Rows', 'Dirty'].map((title) => ({ title, align: 'right' as const })),
  ];
  return textTable(columns, rows, statusPaint(colours, 1, ['failed']));
}

/** The detected encodings, and what was left out of archives, one line per table. */
function fileNotes({ downloads }: PipelineOutcome): string {
  return downloads
    .flatMap(({ tables }) => tables)
    .flatMap(({ name, answer }) => {
      const encodings = encodingsText(answer.encodings ?? []);
      const leftOut = answer.leftOut ?? [];
      const withoutFooter = answer.withoutFooter ?? [];
      return [
        ...(encodings === '' ? [] : [`${name} was read as ${encodings}. Declare encoding if that is wrong.`]),
        ...(leftOut.length === 0 ? [] : [`${name} was read without ${leftOut.join(', ')} of its archives.`]),
        ...(withoutFooter.length === 0
          ? []
          : [`${name}: ${withoutFooter.join(', ')} without the declared footer. All rows count.`]),
      ];
    })
    .join('\n');
}

function uploadsTable({ uploads }: PipelineOutcome, colours: Colours): string {
  if (uploads.length === 0) return '';
  const columns = [
    { title: 'Upload', most: 48 },
    { title: 'Status' },
    { title: 'Rows', align: 'right' as const },
    { title: 'Size', align: 'right' as const },
    { title: 'Destination' },
  ];
  const rows = uploads.map((upload) => [
    upload.name,
    upload.status,
    fullNumber(upload.rows),
    formatBytes(upload.bytes),
    printable(upload.destination),
  ]);
  return textTable(columns, rows, statusPaint(colours, 1, ['failed']));
}

function dirtyTables({ downloads }: PipelineOutcome, samples: DirtySamples, colours: Colours): readonly string[] {
  return downloads
    .flatMap((download) => download.tables)
    .flatMap(({ name, answer }) => {
      const sample = samples.get(name) ?? [];
      if (sample.length === 0) return [];
      const of = answer.dirtyRows > sample.length ? `first ${sample.length} of ${fullNumber(answer.dirtyRows)}` : 'all';
      const title = `Dirty rows of ${name} (${of})`;
      const columns = [
        { title: 'Line', align: 'right' as const },
        { title: 'Column', most: 30 },
        { title: 'Reason', most: 70 },
        { title: 'Text', most: 60 },
        ...(sample.some((row) => row.file !== '') ? [{ title: 'File', most: 40 }] : []),
      ];
      const rows = sample.map((row) => [row.line, row.column, row.reason, row.raw, row.file].map(printable));
      return [
        `${colours.yellow(title)}\n${textTable(columns, rows, (cell, _column, row) => (row === 'title' ? colours.bold(cell) : cell))}`,
      ];
    });
}
