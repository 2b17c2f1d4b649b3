import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../exit.ts';
import { readScripts } from '../script/read-scripts.ts';
import { printable } from '../terminal/terminal.ts';

const STATE = '.switchboard/draft.json';

/** The last pull into a folder or push from it. `files`: SHA-256 in hexadecimal by path. */
const Pulled = z.object({
  url: z.string(),
  account: z.string(),
  id: z.string(),
  version: z.int(),
  files: z.record(z.string(), z.string()),
});
export type Pulled = z.infer<typeof Pulled>;

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Null for a folder that nothing was pulled into. */
export async function readPulled(folder: string): Promise<Pulled | null> {
  const text = await readFile(join(folder, STATE), 'utf8').catch(ifMissing(null));
  if (text === null) return null;
  try {
    return Pulled.parse(JSON.parse(text));
  } catch (cause) {
    throw new UsageError(`${STATE} is damaged. Delete it, and pull into an empty folder.`, { cause });
  }
}

export async function writePulled(folder: string, pulled: Pulled): Promise<void> {
  await mkdir(join(folder, dirname(STATE)), { recursive: true });
  await writeFile(join(folder, STATE), `${JSON.stringify(pulled, null, 2)}\n`);
}

/**
 * The scripts of a folder by path, and its files at `paths`, which may have any extension; none for a folder that is not there.
 * Throws UsageError for a file that cannot be read.
 */
export async function readFolder(folder: string, paths: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(folder, { recursive: true }).catch(ifMissing<string[]>([]));
  const isScript = (name: string): boolean => !isHidden(name.split(sep)) && name.endsWith('.sbs');
  const scripts = names.some(isScript) ? await readScripts(['.'], folder) : [];
  const files = new Map(scripts.map(({ path, text, bom }) => [path, bom ? `\uFEFF${text}` : text]));
  for (const path of paths) {
    if (files.has(path) || path.endsWith('.sbs')) continue;
    const text = await readFile(placeOf(resolve(folder), path), 'utf8').catch(ifMissing(null));
    if (text !== null) files.set(path, text);
  }
  return files;
}

const ifMissing =
  <Value>(value: Value) =>
  (error: NodeJS.ErrnoException): Value => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return value;
    throw error;
  };

const isHidden = (names: readonly string[]): boolean =>
  names.some((name) => name.startsWith('.') || name === 'node_modules');

/** Writes and deletes files of a folder. Throws UsageError, before anything is changed, for a path that leads out of it. */
export async function changeFolder(
  folder: string,
  written: ReadonlyMap<string, string>,
  deleted: readonly string[],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const root = await realpath(folder);
  for (const path of [...written.keys(), ...deleted]) placeOf(root, path);
  for (const [path, text] of written) {
    const place = placeOf(root, path);
    await mkdir(dirname(place), { recursive: true });
    // A link in the folder may lead anywhere.
    const parent = await realpath(dirname(place));
    if (parent !== root && !parent.startsWith(root + sep))
      throw new UsageError(`${printable(path)} would be written outside of the folder, as a link leads there.`);
    await writeFile(place, text);
  }
  for (const path of deleted) await rm(placeOf(root, path), { force: true });
}

function placeOf(root: string, path: string): string {
  const place = resolve(root, path);
  if (isHidden(path.split('/')) || /[\0\\]/.test(path) || !place.startsWith(root + sep))
    throw new UsageError(`File ${printable(path)} cannot be in a folder. Rename it in the draft.`);
  return place;
}
