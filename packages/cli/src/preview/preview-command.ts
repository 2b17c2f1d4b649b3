import { resolve } from 'node:path';
import type { CommandParts } from '../command-line/command-parts.ts';
import { EXIT, UsageError } from '../exit.ts';
import { compileForRun } from '../run/compile-for-run.ts';
import { withLocalEngine } from '../run/local-engine.ts';
import { progressShown } from '../run/output/show-progress.ts';
import type { Step } from '../run/pipeline-parts.ts';
import { reportDates } from '../run/report-dates.ts';
import { type EngineOptions, placesOf, stateNotes } from '../run/run-command.ts';
import { readKeyFile } from '../script/keys.ts';
import { neededKeys } from '../script/needed-keys.ts';
import { openLiveLines } from '../terminal/live-lines.ts';
import { previewTable } from './preview-table.ts';
import { previewTarget } from './preview-target.ts';
import { previewCounts, previewJson, previewText } from './show-preview.ts';

export type PreviewOptions = EngineOptions & { readonly date?: string; readonly rows: string; readonly json: boolean };

const MAX_ROWS = 1000;

/** Shows the first rows of a table. Gives the exit code; throws UsageError, and the failure of a download or a query. */
export async function previewCommand(
  table: string,
  paths: readonly string[],
  options: PreviewOptions,
  parts: CommandParts,
): Promise<number> {
  const { out, err, outColours, errColours } = parts.terminal;
  const maxRows = checkedRows(options.rows);
  const [reportDate = ''] = reportDates({ ...(options.date === undefined ? {} : { date: options.date }) }, Date.now());
  const keyFile = await readKeyFile(options.keys === undefined ? undefined : resolve(parts.cwd, options.keys));
  const compiled = await compileForRun(paths, keyFile, { json: options.json, warnings: false }, parts);
  if (compiled === null) return EXIT.usage;
  const { plan, files } = compiled;
  const target = previewTarget(plan, table);
  const keys = neededKeys(target.needed, keyFile, parts.env);
  for (const note of stateNotes(plan, new Set(target.tables), options))
    err.write(`${errColours.yellow('note')} ${note}\n`);

  const lines = openLiveLines(options.json ? { write: () => true } : err);
  const show = progressShown(lines, errColours);
  const setup = {
    plan,
    keys,
    ...placesOf(options, files, parts),
    writeFolder: parts.cwd,
    signal: parts.untilStopped(),
    startExecutor: parts.startExecutor,
    firstRetryDelay: parts.firstRetryDelay,
    // The failure of a download is the command's own, and is printed once.
    report: (step: Step) => (step.kind === 'ended' && step.outcome.status === 'failed' ? undefined : show(step)),
  };
  const preview = await withLocalEngine(setup, (engine) => previewTable(engine, target, reportDate, maxRows)).finally(
    () => lines.close(),
  );
  if (options.json) out.write(`${previewJson(target.table, reportDate, preview)}\n`);
  else {
    out.write(`${previewText(preview, outColours)}\n`);
    err.write(`${previewCounts(target.table, reportDate, preview)}\n`);
  }
  return EXIT.ok;
}

function checkedRows(text: string): number {
  const rows = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(rows >= 1 && rows <= MAX_ROWS))
    throw new UsageError(`--rows must be a number from 1 to ${MAX_ROWS.toLocaleString('en')}, got ${text}.`);
  return rows;
}
