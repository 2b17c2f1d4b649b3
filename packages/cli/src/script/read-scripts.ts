import { isUtf8 } from 'node:buffer';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, extname, join, relative, resolve, sep } from 'node:path';
import { UsageError } from '../exit.ts';
import { printable } from '../terminal/terminal.ts';

/**
 * One file of a script: `path` as projects see it, `shown` as it is called from the folder where the command was given,
 * `location` where it really is, and its text. `bom`: it starts with a byte order mark, which the text lacks.
 */
export type ScriptFile = {
  readonly path: string;
  readonly shown: string;
  readonly location: string;
  readonly text: string;
  readonly bom: boolean;
};

type Found = { readonly location: string; readonly seen: string; readonly top: string };

const EXTENSION = '.sbs';
const LARGEST = 5_000_000;
const SKIPPED = new Set(['node_modules']);
const AT_ONCE = 32;
const LINE_FEED = 10;

/**
 * Reads script files, and every `.sbs` below folders, links followed. A path lies relative to `cwd`, or to the folder that
 * was named where that lies elsewhere. Throws UsageError for what is not there, cannot be read, is not a string or is too large.
 */
export async function readScripts(paths: readonly string[], cwd: string): Promise<readonly ScriptFile[]> {
  const found = new Map<string, Found>();
  for (const path of paths) {
    for (const file of await filesOf(resolve(cwd, path), path)) {
      if (!found.has(file.location)) found.set(file.location, file);
    }
  }
  if (found.size === 0) throw new UsageError(`There is no ${EXTENSION} file in ${paths.map(quoted).join(', ')}.`);
  const root = await realpath(cwd);
  const files = [...found.values()];
  const scripts: ScriptFile[] = [];
  for (let at = 0; at < files.length; at += AT_ONCE) {
    scripts.push(...(await Promise.all(files.slice(at, at + AT_ONCE).map((file) => readScript(file, root)))));
  }
  refuseNamesakes(scripts);
  return scripts;
}

const quoted = (path: string): string => (path === '.' ? 'this folder' : printable(path));

async function filesOf(seen: string, path: string): Promise<readonly Found[]> {
  const location = await reached(realpath(seen), path);
  const info = await reached(stat(location), path);
  if (info.isFile()) return [{ location, seen, top: seen.slice(0, -basename(seen).length) }];
  if (!info.isDirectory()) throw new UsageError(`${printable(path)} is neither a file nor a folder.`);
  return filesBelow({ location, seen, top: seen }, path, [location]);
}

/** `around`: the folders on the way here, where they really are. */
async function filesBelow(folder: Found, path: string, around: readonly string[]): Promise<readonly Found[]> {
  const entries = await reached(readdir(folder.location, { withFileTypes: true }), path);
  const files: Found[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const inside = join(path, entry.name);
    const isScript = extname(entry.name) === EXTENSION;
    const isSkipped = entry.name.startsWith('.') || SKIPPED.has(entry.name);
    const isLink = entry.isSymbolicLink();
    if (isSkipped || !(entry.isDirectory() || isLink || (entry.isFile() && isScript))) continue;
    const here = join(folder.location, entry.name);
    // A link that leads nowhere matters only where a script was meant.
    const target =
      isLink && !isScript ? await realpath(here).catch(() => null) : await reached(realpath(here), inside, isLink);
    if (target === null) continue;
    const file = { location: target, seen: join(folder.seen, entry.name), top: folder.top };
    const info = isLink ? await reached(stat(target), inside) : entry;
    if (info.isFile() && isScript) files.push(file);
    else if (info.isDirectory()) {
      if (around.includes(target)) {
        throw new UsageError(
          `${printable(inside)} is a link to a folder that it lies in. Name the files to read instead.`,
        );
      }
      files.push(...(await filesBelow(file, inside, [...around, target])));
    }
  }
  return files;
}

/** Awaits a file system call and translates its failure into a UsageError with a readable reason. */
async function reached<T>(given: Promise<T>, path: string, isLink = false): Promise<T> {
  try {
    return await given;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new UsageError(failureText(code, printable(path), isLink), { cause: error });
  }
}

function failureText(code: string, path: string, isLink: boolean): string {
  if (code === 'ENOENT' && isLink) return `${path} is a link to a file that is not there.`;
  if (code === 'ENOENT' || code === 'ENOTDIR') return `There is no file or folder ${path}.`;
  if (code === 'ELOOP') return `${path} is a link that leads back to itself.`;
  if (code === 'EACCES' || code === 'EPERM') return `${path} cannot be read: you have no right to.`;
  return `${path} cannot be read${code === '' ? '' : ` (${code})`}.`;
}

async function readScript({ location, seen, top }: Found, cwd: string): Promise<ScriptFile> {
  const shown = namedFrom(cwd, seen, location);
  const path = shown.startsWith('../') ? namedFrom(top, seen, location) : shown;
  const { size } = await reached(stat(location), shown);
  const bytes = size > LARGEST ? null : await reached(readFile(location), shown);
  if (bytes === null || bytes.length > LARGEST) {
    throw new UsageError(`${printable(shown)} is larger than ${LARGEST.toLocaleString('en')} bytes. Split it.`);
  }
  refuseOtherEncodings(bytes, printable(shown));
  const bom = bytes.length >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return { path, shown, location, text: new TextDecoder().decode(bytes), bom };
}

/** A path from a folder, with slashes; a folder may have been called by a link. */
function namedFrom(folder: string, seen: string, location: string): string {
  const near = relative(folder, seen);
  const path =
    near.startsWith('..') && !relative(folder, location).startsWith('..') ? relative(folder, location) : near;
  return path.split(sep).join('/');
}

function refuseOtherEncodings(bytes: Buffer, path: string): void {
  if (isUtf8(bytes)) return;
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  let [line, start] = [1, 0];
  for (let end = bytes.indexOf(LINE_FEED); end >= 0 && isUtf8(bytes.subarray(start, end)); line += 1) {
    start = end + 1;
    end = bytes.indexOf(LINE_FEED, start);
  }
  const where = isUtf16 ? ': it seems to be UTF-16' : `, as line ${line} shows`;
  throw new UsageError(`${path} is not a UTF-8 text${where}. Save it as UTF-8.`);
}

function refuseNamesakes(scripts: readonly ScriptFile[]): void {
  const byPath = new Map<string, ScriptFile>();
  for (const script of scripts) {
    const other = byPath.get(script.path);
    if (other) {
      const both = `${printable(other.shown)} and ${printable(script.shown)}`;
      throw new UsageError(`${both} would both be called ${printable(script.path)}. Name a folder that holds both.`);
    }
    byPath.set(script.path, script);
  }
}
