import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { readSize } from '@switchboard/connectors';
import { type Fingerprint, fingerprint } from './fingerprint.ts';
import { isMissing, isOtherDevice, storageError, stored } from './storage-error.ts';
import type { FileStore, StoredObject } from './store.ts';
import { checkKey, TEMPORARY_FOLDER } from './store-key.ts';
import { comparedStream, compareFile, keyOf, type Written, written } from './stored-content.ts';

export type LocalStore = FileStore;

/** Objects as files below one folder of the local disk. Errors: STORAGE_FULL, STORAGE_FAILED; a body's own error passes through. */
export function createLocalStore(root: string): LocalStore {
  const base = resolve(root);
  const temporary = join(base, TEMPORARY_FOLDER);
  const folders = durableFolders(base);
  const pathOf = (key: string): string => {
    return join(base, ...checkKey(key).split('/'));
  };

  /** Moves a complete, synced file under its key. A neighbour's removal may take the empty folder away in between. */
  async function publish(from: string, path: string): Promise<void> {
    for (let left = 3; ; left -= 1) {
      await mkdir(dirname(path), { recursive: true });
      try {
        await rename(from, path);
        break;
      } catch (error) {
        if (!isMissing(error) || left === 0) throw error;
      }
    }
    await folders.sync(dirname(path));
  }

  async function put(key: string, body: Readable, signal?: AbortSignal): Promise<Written> {
    const path = pathOf(key);
    const growing = join(temporary, randomUUID());
    const abort = (): void => void body.destroy(abortReason(signal));
    // A body may fail before it is read; reading it then throws the same error.
    body.on('error', () => undefined);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
    try {
      const content = await writeBody(growing, temporary, body);
      signal?.throwIfAborted();
      await stored(publish(growing, path));
      return written(key, content);
    } catch (error) {
      body.destroy();
      await rm(growing, { force: true }).catch(() => undefined);
      throw error;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  async function putFile(key: string, from: string): Promise<Written> {
    const path = pathOf(key);
    const content = await stored(hashAndSync(from));
    try {
      await publish(from, path);
      return written(key, content);
    } catch (error) {
      if (!isOtherDevice(error)) throw storageError(error);
    }
    const copied = await put(key, createReadStream(from));
    await stored(rm(from));
    return copied;
  }

  async function head(key: string): Promise<StoredObject | null> {
    const found = await stored(stat(pathOf(key)).catch(nullIfMissing));
    return found?.isFile() ? { key: keyOf(key), bytes: found.size, modifiedAt: found.mtimeMs } : null;
  }

  async function* list(prefix: string): AsyncIterable<StoredObject> {
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    if (folder !== '') checkKey(folder.slice(0, -1));
    const waiting = [folder];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const entries = await stored(readdir(join(base, at), { withFileTypes: true }).catch(nullIfMissing));
      for (const entry of (entries ?? []).sort((a, b) => (a.name < b.name ? -1 : 1))) {
        const key = `${at}${entry.name}`;
        if (key === TEMPORARY_FOLDER) continue;
        if (entry.isDirectory()) {
          if (`${key}/`.startsWith(prefix) || prefix.startsWith(`${key}/`)) waiting.push(`${key}/`);
        } else if (key.startsWith(prefix)) {
          const object = await head(key);
          if (object) yield object;
        }
      }
    }
  }

  return {
    put,
    putFile,
    head,
    list,
    async open(key) {
      const handle = await stored(open(pathOf(key), 'r'));
      return comparedStream(handle.createReadStream(), key);
    },
    async remove(key) {
      const path = pathOf(key);
      await stored(rm(path, { force: true }));
      await removeEmptyFolders(dirname(path), base);
    },
    async localPath(key) {
      const path = pathOf(key);
      const { size } = await stored(stat(path));
      await stored(compareFile(path, size, key));
      return path;
    },
    async sweep(olderThanMs, now = Date.now()) {
      let removed = 0;
      for (const name of (await stored(readdir(temporary).catch(nullIfMissing))) ?? []) {
        const found = await stored(stat(join(temporary, name)).catch(nullIfMissing));
        if (!found || found.mtimeMs > now - olderThanMs) continue;
        await stored(rm(join(temporary, name), { force: true, recursive: true }));
        removed += 1;
      }
      return removed;
    },
  };
}

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

function abortReason(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new Error('aborted');
}

/** Writes and syncs a body as it comes. The body's errors pass through; those of the disk are named. */
async function writeBody(path: string, folder: string, body: Readable): Promise<Fingerprint> {
  const handle = await stored(mkdir(folder, { recursive: true }).then(() => open(path, 'wx')));
  try {
    const content = await fingerprint(body, (chunk) => stored(handle.writeFile(chunk)));
    await stored(handle.sync());
    return content;
  } finally {
    await handle.close();
  }
}

/** Makes a file durable, opened to be written to, or the entries of a folder, which can only be read. */
async function sync(path: string, flags: 'r' | 'r+' = 'r+'): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function hashAndSync(path: string): Promise<Fingerprint> {
  const handle = await open(path, 'r+');
  try {
    const highWaterMark = readSize((await handle.stat()).size);
    const reading = fingerprint(handle.createReadStream({ autoClose: false, highWaterMark }));
    const [content] = await Promise.all([reading, handle.sync()]);
    return content;
  } finally {
    await handle.close();
  }
}

/** The number of folders that are cached before the cache is cleared. */
const MAX_REMEMBERED = 10_000;

/**
 * Makes new entries of folders durable: the folder itself and those above it, since another writer may have made them unsynced.
 * One that was made durable before is not synced again for as long as it is the same folder: by its number and time of birth,
 * since another writer may also remove an empty one and create it again.
 */
function durableFolders(base: string): { sync(folder: string): Promise<void> } {
  const known = new Map<string, string>();
  return {
    async sync(folder) {
      const fresh = new Map<string, string | null>();
      for (let at = folder; at !== base; at = dirname(at)) {
        const identity = await identityOf(at);
        // What holds a durable folder has been durable since.
        if (identity !== null && known.get(at) === identity) break;
        fresh.set(at, identity);
      }
      await Promise.all([folder, ...[...fresh.keys()].map((made) => dirname(made))].map((entry) => sync(entry, 'r')));
      if (known.size > MAX_REMEMBERED) known.clear();
      for (const [at, identity] of fresh) if (identity !== null) known.set(at, identity);
    },
  };
}

/** Null on a file system without creation times, where inode numbers are reused. */
async function identityOf(folder: string): Promise<string | null> {
  const { ino, birthtimeNs } = await stat(folder, { bigint: true });
  return birthtimeNs > 0n ? `${ino} ${birthtimeNs}` : null;
}

async function removeEmptyFolders(from: string, base: string): Promise<void> {
  for (let at = from; at !== base && at.startsWith(base); at = dirname(at)) {
    try {
      await rmdir(at);
    } catch {
      return;
    }
  }
}
