import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { refuseArguments } from './read-arguments.ts';

const VITEST = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');

/** Ends the script unless Vitest, asked for its own help, names each option among these arguments. */
export function expectVitestOptions(usage: string, args: readonly string[]): void {
  const options = args.filter((arg) => /^--?[a-z]/i.test(arg)).map((arg) => arg.replace(/[=.].*$/, ''));
  if (options.length === 0) return;
  const help = execFileSync(process.execPath, [VITEST, 'run', '--help'], { encoding: 'utf8' });
  const known = new Set(help.match(/(?<=^ +(?:-\w, )?)--?\w[\w-]*/gm)?.map(plain));
  for (const [, short = ''] of help.matchAll(/^ +(-\w),/gm)) known.add(short);
  const unknown = options.find((option) => !known.has(option.length === 2 ? option : plain(option)));
  if (unknown !== undefined) refuseArguments(usage, `Neither this script nor Vitest has the option ${unknown}.`);
}

/** An option as one spelling of several: `--no-file-parallelism` is `--fileParallelism`. */
function plain(option: string): string {
  return option
    .replace(/^--(?:no-)?/, '')
    .replaceAll('-', '')
    .toLowerCase();
}
