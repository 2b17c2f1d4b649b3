import type { DateRun } from '../run-date.ts';
import type { RangeRun } from '../run-dates.ts';

/** The result of a run as JSON. Sizes in bytes. */
export function outcomeJson({ reportDate, outcome, samples, contradicting }: DateRun): object {
  return {
    report_date: reportDate,
    downloads: outcome.downloads.map(({ name, status, files, bytes, message, code, tables }) => ({
      name,
      status,
      files,
      bytes,
      message,
      code,
      tables: tables.map((table) => ({
        name: table.name,
        records: table.answer.records,
        rows: table.answer.rows,
        dirty_rows: table.answer.dirtyRows,
        dirty_status: table.answer.dirtyStatus,
        encodings: table.answer.encodings ?? [],
        left_out: table.answer.leftOut ?? [],
        without_footer: table.answer.withoutFooter ?? [],
        first_dirty_rows: samples.get(table.name) ?? [],
      })),
    })),
    uploads: outcome.uploads.map(({ name, status, rows, bytes, destination, keepsRows, message, code }) => ({
      name,
      status,
      rows,
      bytes,
      destination,
      keeps_rows: keepsRows,
      message,
      code,
    })),
    lost_values: outcome.lostValues,
    empty_loads: outcome.emptyLoads,
    assertions: outcome.assertions.map(({ assertion, table, severity, outcome: result, rows, allowed }) => ({
      name: assertion,
      table,
      severity,
      outcome: result,
      rows,
      allowed,
      first_rows: rowObjects(contradicting.get(assertion) ?? []),
    })),
  };
}

/** The result of a run of several report dates as JSON. */
export const rangeJson = ({ dates, notRun, reason }: RangeRun): object => ({
  dates: dates.map(outcomeJson),
  not_run: notRun,
  not_run_reason: reason,
});

/** CSV records as objects, by the names of the first record. */
const rowObjects = ([names = [], ...rows]: readonly (readonly string[])[]): readonly object[] =>
  rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? ''])));
