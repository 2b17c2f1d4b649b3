import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { readArguments, wholeNumber } from '../scripts/arguments/read-arguments.ts';

/** The folder for large files, which later runs find again. */
export const BENCH_FOLDER = process.env['BENCH_DIR'] ?? join(tmpdir(), 'switchboard-bench');

/**
 * Reads the options of a benchmark: numbers by name with their defaults, and `--keep`, which leaves its files behind.
 * Another option ends it.
 */
export function readOptions<Name extends string>(
  defaults: Readonly<Record<Name, number>>,
): Readonly<Record<Name, number>> & { readonly keep: boolean } {
  const names = Object.keys(defaults) as Name[];
  const numbers = names.map((name) => [name, { type: 'string', default: String(defaults[name]) }] as const);
  const usage = benchUsage([...names.map((name) => `[--${name} ${defaults[name]}]`), '[--keep]'].join(' '));
  const { values } = readArguments(usage, {
    options: { ...Object.fromEntries(numbers), keep: { type: 'boolean', default: false } },
  });
  const { keep, ...texts } = values as { keep: boolean } & Record<Name, string>;
  const read = Object.entries<string>(texts).map(([name, text]) => [name, wholeNumber(usage, name, text)]);
  return { ...(Object.fromEntries(read) as Record<Name, number>), keep };
}

/** How the benchmark is called that this process runs. */
export function benchUsage(options: string): string {
  return `npm run bench -- ${basename(dirname(process.argv[1] ?? ''))} ${options}`;
}
