import { closeSync, fsyncSync, openSync, renameSync, rmSync, type Stats, statSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DeliveryRequest } from '../../spec.ts';
import { isBelow, isMissing, realPathOf } from './folders.ts';
import { ledgerFolder, readLedger } from './ledger-file.ts';

const ABANDONED_MS = 24 * 3600_000;

/** Thrown when a link leads a destination out of its folder. */
export class OutsideFolder extends Error {
  override readonly name = 'OutsideFolder';
}

/** Makes the folders of a target below `folder`, and the ledger's; gives the target's path without links. Throws OutsideFolder. */
export async function prepareFolder(target: string, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const root = await realPathOf(folder);
  let existing = dirname(target);
  while ((await realPathOf(existing)) === null) existing = dirname(existing);
  // Nothing may be made outside either, so what exists is checked before the rest is made.
  const start = await realPathOf(existing);
  if (root === null || start === null || !isBelow(start, root)) throw new OutsideFolder();
  await mkdir(dirname(target), { recursive: true });
  const real = await realPathOf(dirname(target));
  if (real === null || !isBelow(real, root)) throw new OutsideFolder();
  const path = join(real, basename(target));
  await mkdir(ledgerFolder(path), { recursive: true });
  if ((await realPathOf(ledgerFolder(path))) !== ledgerFolder(path)) throw new OutsideFolder();
  return path;
}

const partPrefix = (path: string, request: DeliveryRequest): string =>
  `.${basename(path)}.${request.unitId.replace(/[^\w-]/g, '_')}.`;

/**
 * Writes this attempt's own file beside `path`, down to the disk. It is removed when anything fails.
 */
export async function writePart(
  path: string,
  request: DeliveryRequest,
  content: string | (() => Readable),
  signal: AbortSignal,
): Promise<{ readonly path: string; readonly bytes: number; readonly file: string }> {
  const part = join(dirname(path), `${partPrefix(path, request)}${request.attempt}.part`);
  await rm(part, { force: true });
  const handle = await open(part, 'wx', 0o640);
  try {
    if (typeof content === 'string') await handle.writeFile(content);
    else await pipeline(content(), intoFile(handle), { signal });
    await handle.sync();
    const { size, ...stats } = await handle.stat();
    await handle.close();
    return { path: part, bytes: size, file: fileIdentity(stats) };
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(part, { force: true });
    throw error;
  }
}

/** Identifies a file on its disk: stays the same when the file is renamed, differs for a later file at the same path. */
const fileIdentity = ({ ino, mtimeMs }: Pick<Stats, 'ino' | 'mtimeMs'>): string => `${ino} ${mtimeMs}`;

/** A stream into an open file, which stays open to be brought down to the disk. */
function intoFile(handle: FileHandle): Writable {
  return new Writable({
    write: (chunk: Buffer, _, done) => {
      handle.writeFile(chunk).then(() => done(), done);
    },
  });
}

export type Renaming = { readonly part: string; readonly path: string };

/**
 * Renames a delivery into its place, first the data, then the ledger entry. Does nothing and returns false when `isOvertaken`.
 * Nothing of this process runs between reading the ledger and the last rename, so that an older result cannot replace a
 * newer one. A crash between the two renames leaves the data in its place, which `finishCommit` detects.
 */
export function commitFiles(data: Renaming, ledger: Renaming, isOvertaken: () => boolean): boolean {
  if (isOvertaken()) return false;
  renameSync(data.part, data.path);
  // The entry may never be there without its data, not even after a power cut.
  syncFolder(dirname(data.path));
  renameSync(ledger.part, ledger.path);
  syncFolder(dirname(ledger.path));
  return true;
}

/** Removes files that were written aside. */
export function discardParts(...renamings: readonly Renaming[]): void {
  for (const { part } of renamings) rmSync(part, { force: true });
}

/**
 * Completes a commit that crashed between the two renames: renames this unit's entry beside the ledger if it describes
 * the file at `path`.
 */
export async function finishCommit(path: string, ledger: string, request: DeliveryRequest): Promise<void> {
  const own = partPrefix(ledger, request);
  for (const name of await readdir(dirname(ledger))) {
    if (!name.startsWith(own) || !name.endsWith('.part')) continue;
    const part = join(dirname(ledger), name);
    if (!isEntryOf(part, path)) continue;
    syncFolder(dirname(path));
    renameSync(part, ledger);
    syncFolder(dirname(ledger));
  }
}

/** Whether an entry describes the file at `path`. An entry that a crash left incomplete describes no file. */
function isEntryOf(part: string, path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  try {
    return stats !== undefined && readLedger(part)?.file === fileIdentity(stats);
  } catch {
    return false;
  }
}

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Files that an attempt writes aside: `.{file}.{unit}.{attempt}.part`. */
const PART_NAME = /^\..+\.[\w-]+\.\d+\.part$/;

/**
 * Removes data that crashed attempts left in a target's folder: of this unit's earlier ones for this target at once, of all
 * others after a day. An earlier attempt that is still alive cannot show its data any more. `now` in epoch milliseconds.
 */
export const sweepData = (path: string, request: DeliveryRequest, now: number): Promise<void> =>
  sweep(dirname(path), async (name, part) => isEarlier(path, request, name) || isAbandoned(part, now));

/**
 * The same for entries beside a ledger, after `finishCommit`. Entries of other units are removed only with `now`, when a
 * newer result is recorded: until then one may be the only record of a delivery. Entries of other ledgers always stay.
 */
export const sweepEntries = (ledger: string, request: DeliveryRequest, now: number | null): Promise<void> =>
  sweep(
    dirname(ledger),
    async (name, part) =>
      name.startsWith(`.${basename(ledger)}.`) &&
      (isEarlier(ledger, request, name) || (now !== null && (await isAbandoned(part, now)))),
  );

/** Removes leftovers from a folder. Those that cannot be removed now are removed by the next delivery. */
async function sweep(folder: string, isLeft: (name: string, part: string) => Promise<boolean>): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!PART_NAME.test(name)) continue;
    const part = join(folder, name);
    if (await isLeft(name, part).catch(() => false)) await rm(part, { force: true }).catch(() => undefined);
  }
}

/** Whether a part is of this attempt or one before it: what later ones write is theirs. */
function isEarlier(target: string, request: DeliveryRequest, name: string): boolean {
  const own = partPrefix(target, request);
  return name.startsWith(own) && Number.parseInt(name.slice(own.length), 10) <= request.attempt;
}

async function isAbandoned(part: string, now: number): Promise<boolean> {
  try {
    return now - (await stat(part)).mtimeMs > ABANDONED_MS;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
