import { dirname, resolve } from 'node:path';
import type { Plan } from '@switchboard/model/plan';
import type { CommandParts } from '../command-line/command-parts.ts';
import { EXIT, UsageError } from '../exit.ts';
import { readKeyFile } from '../script/keys.ts';
import { neededKeys } from '../script/needed-keys.ts';
import type { ScriptFile } from '../script/read-scripts.ts';
import { openLiveLines } from '../terminal/live-lines.ts';
import { compileForRun } from './compile-for-run.ts';
import { withLocalEngine } from './local-engine.ts';
import { type Needed, neededFor } from './needed.ts';
import { outcomeJson, rangeJson } from './output/outcome-json.ts';
import { progressShown } from './output/show-progress.ts';
import { rangeSummary } from './output/show-range.ts';
import { summaryText } from './output/show-summary.ts';
import { type DateOptions, reportDates } from './report-dates.ts';
import { type DateRun, hasFailed } from './run-date.ts';
import { runDates } from './run-dates.ts';

/** Options of commands that execute scripts: keys, and the hosts and folders that may be accessed. */
export type EngineOptions = { readonly keys?: string; readonly state?: string; readonly allowHost: readonly string[] };

export type RunOptions = DateOptions &
  EngineOptions & { readonly only: readonly string[]; readonly out: string; readonly json: boolean };

/** Runs the pipeline of scripts, for each report date in turn, to its exit code. Throws UsageError. */
export async function runCommand(paths: readonly string[], options: RunOptions, parts: CommandParts): Promise<number> {
  const { out, err, outColours, errColours } = parts.terminal;
  const dates = reportDates(options, Date.now());
  const isRange = options.from !== undefined;
  const keyFile = await readKeyFile(options.keys === undefined ? undefined : resolve(parts.cwd, options.keys));
  const compiled = await compileForRun(paths, keyFile, { json: options.json, warnings: true }, parts);
  if (compiled === null) return EXIT.usage;
  const { plan, files } = compiled;
  const needed = neededFor(plan, options.only);
  for (const note of notes(plan, needed, options)) err.write(`${errColours.yellow('note')} ${note}\n`);

  const lines = openLiveLines(options.json ? { write: () => true } : err);
  const setup = {
    plan,
    keys: neededKeys([...needed.sources, ...needed.uploads], keyFile, parts.env),
    ...placesOf(options, files, parts),
    writeFolder: resolve(parts.cwd, options.out),
    signal: parts.untilStopped(),
    startExecutor: parts.startExecutor,
    firstRetryDelay: parts.firstRetryDelay,
    report: progressShown(lines, errColours),
  };
  const onDate = {
    started: (date: string) => (isRange ? lines.log(errColours.bold(date)) : undefined),
    ended: (run: DateRun) => {
      if (options.json) return;
      const title = isRange ? `${outColours.bold(run.reportDate)}\n` : '';
      out.write(`\n${title}${summaryText(run, outColours)}\n`);
    },
  };
  const ran = await withLocalEngine(setup, (engine) => runDates(engine, needed, dates, onDate)).finally(() =>
    lines.close(),
  );
  const json = isRange ? rangeJson(ran) : ran.dates.map(outcomeJson)[0];
  if (options.json) out.write(`${JSON.stringify(json, null, 2)}\n`);
  else if (isRange) out.write(`\n${rangeSummary(ran, outColours)}\n`);
  return ran.dates.some(hasFailed) ? EXIT.failed : EXIT.ok;
}

/** The folders and hosts that may be read. */
export function placesOf(options: EngineOptions, files: readonly ScriptFile[], { env, cwd }: CommandParts) {
  const allowed = (env['SWITCHBOARD_EGRESS_ALLOW'] ?? '').split(',').map((host) => host.trim());
  return {
    readFolders: [...new Set([...files.map((file) => dirname(file.location)), cwd])],
    stateFolder: options.state === undefined ? null : resolve(cwd, options.state),
    allowHosts: [...options.allowHost, ...allowed].filter((host) => host !== ''),
  };
}

/** Notes about surprising properties of this run. Throws UsageError for scripts with nothing to run. */
function notes(plan: Plan, { sources, uploads }: Needed, options: EngineOptions): readonly string[] {
  if (sources.length === 0 && uploads.length === 0)
    throw new UsageError('The script declares no download and no upload, so there is nothing to run.');
  const undelivered =
    'The script declares no upload: its downloads are checked, and nothing is delivered. Add an upload, or show a table with switchboard preview.';
  const built = new Set(uploads.flatMap(({ tables }) => tables));
  return [...(uploads.length === 0 ? [undelivered] : []), ...stateNotes(plan, built, options)];
}

/** Says of the tables that keep rows, among those built, that they start empty, when no folder keeps their rows. */
export function stateNotes(plan: Plan, built: ReadonlySet<string>, { state }: EngineOptions): readonly string[] {
  if (state !== undefined) return [];
  return plan.tables
    .filter((table) => table.state !== undefined && built.has(table.name))
    .map(({ name }) => `Table ${name} starts without rows of earlier runs. To keep them, name a folder with --state.`);
}
