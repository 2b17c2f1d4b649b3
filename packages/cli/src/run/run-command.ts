import { dirname, resolve } from 'node:path';
import type { KeyProperties } from '@switchboard/connectors';
import { addDays, type PlanKey } from '@switchboard/model';
import type { CommandParts } from '../commands/command-parts.ts';
import { EXIT, UsageError } from '../exit.ts';
import { compileScripts } from '../script/compile-scripts.ts';
import { findKey, type GivenKey, keyVariable, readKeyFile } from '../script/keys.ts';
import { readScripts } from '../script/read-scripts.ts';
import { messageCounts, messageText } from '../script/show-messages.ts';
import { openLiveLines } from '../terminal/live-lines.ts';
import type { Environment } from '../terminal/terminal.ts';
import { neededFor } from './needed.ts';
import { outcomeJson } from './outcome-json.ts';
import { runLocally } from './run-locally.ts';
import { progressShown } from './show-progress.ts';
import { summaryText } from './show-summary.ts';

export type RunOptions = {
  readonly date?: string;
  readonly keys?: string;
  readonly only: readonly string[];
  readonly out: string;
  readonly allowHost: readonly string[];
  readonly json: boolean;
};

/** Runs the pipeline of scripts to its exit code. Throws UsageError. */
export async function runCommand(paths: readonly string[], options: RunOptions, parts: CommandParts): Promise<number> {
  const { out, err, outColours, errColours } = parts.terminal;
  const reportDate = checkedDate(options.date ?? addDays(new Date().toISOString().slice(0, 10), -1));
  const keyFile = await readKeyFile(options.keys === undefined ? undefined : resolve(parts.cwd, options.keys));
  const files = await readScripts(paths, parts.cwd);
  const { messages, plan } = compileScripts(files, {
    keyType: (name) => findKey(name, keyFile, parts.env)?.type ?? null,
  });
  const hasErrors = messages.some((message) => message.type === 'error');
  for (const message of messages) {
    if (message.type !== 'error' && (message.type !== 'warning' || options.json)) continue;
    err.write(`${messageText(message, files, errColours, err.columns)}\n`);
  }
  if (plan === null || hasErrors) {
    err.write(`${messageCounts(messages, files)}\n`);
    return EXIT.usage;
  }
  const needed = neededFor(plan, options.only);
  const keys = givenKeys([...needed.sources, ...needed.uploads], keyFile, parts.env);
  const allowed = (parts.env['SWITCHBOARD_EGRESS_ALLOW'] ?? '').split(',').map((host) => host.trim());

  const lines = openLiveLines(options.json ? { write: () => true } : err);
  const ran = await runLocally({
    plan,
    ...needed,
    reportDate,
    keys,
    readFolders: [...new Set([...files.map((file) => dirname(file.location)), parts.cwd])],
    writeFolder: resolve(parts.cwd, options.out),
    allowHosts: [...options.allowHost, ...allowed].filter((host) => host !== ''),
    signal: parts.untilStopped(),
    report: progressShown(lines, errColours),
  }).finally(() => lines.close());

  const { outcome, samples } = ran;
  if (options.json) out.write(`${JSON.stringify(outcomeJson(reportDate, outcome, samples), null, 2)}\n`);
  else out.write(`\n${summaryText(outcome, samples, outColours)}\n`);
  const bad = [...outcome.downloads, ...outcome.uploads].some(
    ({ status }) => status === 'failed' || status === 'skipped',
  );
  return bad ? EXIT.failed : EXIT.ok;
}

/** A real date, as yyyy-MM-dd. Throws UsageError. */
function checkedDate(text: string): string {
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(instant) || new Date(instant).toISOString().slice(0, 10) !== text) {
    throw new UsageError(`${text} is not a date. Write it as 2026-11-19.`);
  }
  return text;
}

/** Every key that the declarations name. Throws UsageError that names which is missing and how to give it. */
function givenKeys(
  declarations: readonly { readonly name: string; readonly key: PlanKey | null }[],
  keyFile: ReadonlyMap<string, GivenKey>,
  env: Environment,
): ReadonlyMap<string, KeyProperties> {
  const keys = new Map<string, KeyProperties>();
  for (const { name, key } of declarations) {
    if (key === null) continue;
    const found = findKey(key.name, keyFile, env);
    if (found === null) {
      throw new UsageError(
        `${name} needs the key ${key.name}. Give it in a file (--keys) or in ${keyVariable(key.name)}.`,
      );
    }
    keys.set(key.name, { ...found, type: found.type ?? 'unknown' });
  }
  return keys;
}
