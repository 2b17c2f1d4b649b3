import { readRows, type ShownRow } from '@switchboard/engine';
import { PipelineError } from '@switchboard/model/errors/errors';
import type { Column } from '@switchboard/model/schema';
import { buildTables } from '../run/build-tables.ts';
import { downloadSource } from '../run/download-source.ts';
import type { LocalEngine } from '../run/local-engine.ts';
import type { DownloadOutcome } from '../run/pipeline-parts.ts';
import type { PreviewTarget } from './preview-target.ts';

export type Preview = {
  readonly columns: readonly Column[];
  /** The first rows. */
  readonly rows: readonly ShownRow[];
  readonly totalRows: number;
  readonly downloads: readonly DownloadOutcome[];
};

/** Downloads what a table needs, builds it, and reads its first rows. Kept rows are read, and stay as they are. Throws the first failure. */
export async function previewTable(
  engine: LocalEngine,
  target: PreviewTarget,
  reportDate: string,
  maxRows: number,
): Promise<Preview> {
  const parts = engine.partsFor(reportDate, { sources: target.needed, uploads: [] });
  const downloads: DownloadOutcome[] = [];
  for (const source of target.needed) {
    const outcome = await downloadSource(parts, source);
    if (outcome.status === 'failed') throw new Error(outcome.message ?? `The download ${source.name} failed.`);
    downloads.push(outcome);
  }
  const { results } = await buildTables(parts, [target], downloads);
  const result = results.get(target.name);
  if (result === undefined || result instanceof Error)
    throw result ?? new PipelineError('INTERNAL', { reference: `no result of ${target.table}` });
  const rows = await parts.withContext(
    () => undefined,
    (context) => readRows(result, maxRows, context),
  );
  return { columns: result.columns, rows, totalRows: result.rows, downloads };
}
