import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { compileGlob, hasWildcard } from '@switchboard/model/text/glob';
import { isMissing } from './folders.ts';

const MAX_ENTRIES = 100_000;
const MAX_DEPTH = 32;

/** Thrown when a pattern has too many files to list. */
export class TooManyFiles extends Error {
  override readonly name = 'TooManyFiles';
}

/**
 * Absolute paths of the files below `folder` that fit a relative pattern, sorted. `*` and `?` stay within a step, a step
 * `**` is any number of folders. Links to folders are not followed, hidden names fit only a pattern that begins with a dot.
 */
export async function listFiles(folder: string, pattern: string): Promise<readonly string[]> {
  const found = new Set<string>();
  const seen = { entries: 0 };
  await walk(folder, pattern.split('/'), 0, found, seen);
  return [...found].sort();
}

async function walk(
  folder: string,
  steps: readonly string[],
  depth: number,
  found: Set<string>,
  seen: { entries: number },
): Promise<void> {
  const [step, ...rest] = steps;
  if (step === undefined || depth > MAX_DEPTH) return;
  const entries = await entriesOf(folder);
  seen.entries += entries.length;
  if (seen.entries > MAX_ENTRIES) throw new TooManyFiles();
  if (step === '**') {
    await walk(folder, rest, depth, found, seen);
    for (const entry of entries) {
      if (entry.isDirectory() && !entry.name.startsWith('.'))
        await walk(join(folder, entry.name), steps, depth + 1, found, seen);
    }
    return;
  }
  const matches = stepMatcher(step);
  for (const entry of entries) {
    if (!matches(entry.name)) continue;
    const path = join(folder, entry.name);
    if (rest.length === 0 && (entry.isFile() || entry.isSymbolicLink())) found.add(path);
    if (rest.length > 0 && entry.isDirectory()) await walk(path, rest, depth + 1, found, seen);
  }
}

/** One step of a path by one step of the pattern. */
function stepMatcher(step: string): (name: string) => boolean {
  const matches = compileGlob(step);
  const isHidden = step.startsWith('.');
  return hasWildcard(step) ? (name) => name.startsWith('.') === isHidden && matches(name) : matches;
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
