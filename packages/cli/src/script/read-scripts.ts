import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { UsageError } from '../exit.ts';

/** One file of a script: its path as people and projects see it, where it really is, and its text. */
export type ScriptFile = { readonly path: string; readonly location: string; readonly text: string };

const EXTENSION = '.sbs';
const LARGEST = 5_000_000;
const SKIPPED = new Set(['node_modules']);

/**
 * Reads script files, and every `.sbs` below folders. Paths are relative to `cwd` where they lie below it.
 * Throws UsageError for a path that is not there, is no text or is too large.
 */
export async function readScripts(paths: readonly string[], cwd: string): Promise<readonly ScriptFile[]> {
  const locations = new Set<string>();
  for (const path of paths) {
    const location = await realpath(resolve(cwd, path)).catch(() => null);
    const found = location === null ? null : await stat(location).catch(() => null);
    if (location === null || found === null) throw new UsageError(`There is no file or folder ${path}.`);
    for (const file of found.isDirectory() ? await filesBelow(location) : [location]) locations.add(file);
  }
  if (locations.size === 0) throw new UsageError(`There is no ${EXTENSION} file in ${paths.join(', ')}.`);
  const root = await realpath(cwd);
  return Promise.all([...locations].map((location) => readScript(location, root)));
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !entry.name.startsWith('.') && !SKIPPED.has(entry.name)) {
      found.push(...(await filesBelow(path)));
    } else if (entry.isFile() && extname(entry.name) === EXTENSION) found.push(path);
  }
  return found;
}

async function readScript(location: string, cwd: string): Promise<ScriptFile> {
  const near = relative(cwd, location);
  const path = near.startsWith('..') || isAbsolute(near) ? basename(location) : near.split(sep).join('/');
  const bytes = await readFile(location).catch((error: unknown) => {
    throw new UsageError(`${path} cannot be read.`, { cause: error });
  });
  if (bytes.length > LARGEST) throw new UsageError(`${path} is larger than ${LARGEST} bytes.`);
  try {
    return { path, location, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch (error) {
    throw new UsageError(`${path} is not a UTF-8 text.`, { cause: error });
  }
}
