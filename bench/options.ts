import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** The folder for large files, which later runs find again. */
export const BENCH_FOLDER = process.env['BENCH_DIR'] ?? join(tmpdir(), 'switchboard-bench');

/**
 * Reads the options of a benchmark: numbers by name with their defaults, and `--keep`, which leaves its files behind.
 * Throws for any other option.
 */
export function readOptions<Name extends string>(
  defaults: Readonly<Record<Name, number>>,
): Readonly<Record<Name, number>> & { readonly keep: boolean } {
  const names = Object.keys(defaults) as Name[];
  const numbers = names.map((name) => [name, { type: 'string', default: String(defaults[name]) }] as const);
  const { values } = parseArgs({
    options: { ...Object.fromEntries(numbers), keep: { type: 'boolean', default: false } },
  });
  const { keep, ...texts } = values as { keep: boolean } & Record<Name, string>;
  const read = Object.entries<string>(texts).map(([name, text]) => [name, Number(text)]);
  return { ...(Object.fromEntries(read) as Record<Name, number>), keep };
}
