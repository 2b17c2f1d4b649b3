import type { PipelineOutcome } from './run-pipeline.ts';
import type { DirtySamples } from './show-summary.ts';

/** What a run did, for programs. Sizes in bytes. */
export function outcomeJson(reportDate: string, outcome: PipelineOutcome, samples: DirtySamples): object {
  return {
    report_date: reportDate,
    downloads: outcome.downloads.map(({ name, status, files, bytes, message, tables }) => ({
      name,
      status,
      files,
      bytes,
      message,
      tables: tables.map((table) => ({
        name: table.name,
        records: table.answer.records,
        rows: table.answer.rows,
        dirty_rows: table.answer.dirtyRows,
        dirty_status: table.answer.dirtyStatus,
        first_dirty_rows: samples.get(table.name) ?? [],
      })),
    })),
    uploads: outcome.uploads.map(({ name, status, rows, bytes, destination, message }) => ({
      name,
      status,
      rows,
      bytes,
      destination,
      message,
    })),
  };
}
