import type { FileStore } from '@switchboard/engine';
import type { LocalEngine } from './local-engine.ts';
import type { Needed } from './needed.ts';
import { csvRecords, type DirtyRow, type DirtySamples, readDirtyRows } from './read-dirty-rows.ts';
import { type PipelineOutcome, runPipeline } from './run-pipeline.ts';

/** The result of a run for one report date. */
export type DateRun = {
  readonly reportDate: string;
  readonly outcome: PipelineOutcome;
  readonly samples: DirtySamples;
  /** The first rows that contradict each failed assertion, with the names of the columns first, by the assertion's name. */
  readonly contradicting: ReadonlyMap<string, readonly (readonly string[])[]>;
};

const DIRTY_ROWS_SHOWN = 10;

/** Runs a pipeline for one report date, whose files are removed afterwards. Throws only the signal's reason. */
export async function runDate(engine: LocalEngine, needed: Needed, reportDate: string): Promise<DateRun> {
  const parts = engine.partsFor(reportDate, needed);
  const outcome = await runPipeline(parts);
  const samples = await dirtySamples(engine.store, outcome);
  const contradicting = new Map<string, readonly (readonly string[])[]>();
  for (const { assertion, rowsKey } of outcome.assertions) {
    if (rowsKey === null) continue;
    const text = (await engine.store.open(rowsKey)).setEncoding('utf8');
    contradicting.set(assertion, await Array.fromAsync(csvRecords(text)));
  }
  for await (const { key } of engine.store.list(`${parts.prefix}/`)) await engine.store.remove(key);
  return { reportDate, outcome, samples, contradicting };
}

/** True when a download or an upload has failed, or was skipped because of one. */
export const hasFailed = ({ outcome }: DateRun): boolean =>
  [...outcome.downloads, ...outcome.uploads].some(({ status }) => status === 'failed' || status === 'skipped');

/** The first dirty rows of every table that has some. */
async function dirtySamples(store: FileStore, { downloads }: PipelineOutcome): Promise<DirtySamples> {
  const samples = new Map<string, readonly DirtyRow[]>();
  for (const { name, answer } of downloads.flatMap((download) => download.tables)) {
    if (answer.dirtyKey !== null) samples.set(name, await readDirtyRows(store, answer.dirtyKey, DIRTY_ROWS_SHOWN));
  }
  return samples;
}
