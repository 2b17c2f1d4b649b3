import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline as finished } from 'node:stream/promises';
import { isMissing, missingObject, storageError, stored } from '../storage-error.ts';
import type { FileStore, StoredObject } from '../store.ts';
import { checkKey } from '../store-key.ts';
import { comparedStream, keyOf, type Written, written } from '../stored-content.ts';

/** A body on its way to a bucket. */
export type SentBody = {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** How many bytes were read of it. */
  bytes(): number;
};

/** One bucket of a remote store. Names are whole keys, prefix included. */
export type RemoteBucket = {
  /** Writes an object that is complete or absent, in place of one that is there. */
  write(name: string, body: SentBody, signal: AbortSignal): Promise<void>;
  /** Null when there is no such object. */
  head(name: string): Promise<StoredObject | null>;
  /** Null when there is no such object. */
  read(name: string): Promise<Readable | null>;
  list(prefix: string): AsyncIterable<StoredObject>;
  remove(name: string): Promise<void>;
  /** Ends uploads below a prefix that began before a time (epoch milliseconds). Returns how many. */
  endUploads(prefix: string, before: number): Promise<number>;
};

/**
 * Objects below one prefix of one bucket. Errors: STORAGE_FULL for the local disk, STORAGE_FAILED; a body's own error passes through.
 * @param prefix empty, or segments without a slash at either end
 * @param openBucket called once, at the first use
 */
export function createObjectStore(prefix: string, openBucket: () => Promise<RemoteBucket>): FileStore {
  let opened: Promise<RemoteBucket> | null = null;
  const bucket = (): Promise<RemoteBucket> => {
    opened ??= openBucket();
    return opened;
  };
  const top = prefix === '' ? '' : `${prefix}/`;
  const named = (key: string): string => {
    return `${top}${checkKey(key)}`;
  };

  async function put(key: string, body: Readable, signal?: AbortSignal): Promise<Written> {
    const name = named(key);
    const abort = (): void => void body.destroy(signal?.reason instanceof Error ? signal.reason : new Error('aborted'));
    // A body may fail before it is read; reading it then throws the same error.
    body.on('error', () => undefined);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
    const watched = watch(body);
    try {
      await (await bucket()).write(name, watched, signal ?? new AbortController().signal);
      return written(key, { bytes: watched.bytes(), sha256: watched.sha256() });
    } catch (error) {
      body.destroy();
      signal?.throwIfAborted();
      if (watched.failed()) throw watched.failure();
      throw storageError(error);
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }
  async function open(key: string): Promise<Readable> {
    const name = named(key);
    const body = await stored(bucket().then((box) => box.read(name)));
    if (body === null) throw missingObject();
    return comparedStream(body, key);
  }

  async function* list(prefix: string): AsyncIterable<StoredObject> {
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    if (folder !== '') checkKey(folder.slice(0, -1));
    try {
      const box = await bucket();
      for await (const { key, bytes, modifiedAt } of box.list(`${top}${prefix}`))
        yield { key: key.slice(top.length), bytes, modifiedAt };
    } catch (error) {
      throw storageError(error);
    }
  }

  const putFile: FileStore['putFile'] = async (key, path) => {
    const object = await put(key, createReadStream(path, { highWaterMark: 256 * 1024 }));
    await stored(rm(path));
    return object;
  };

  return {
    put,
    open,
    list,
    putFile,
    async head(key) {
      const name = named(key);
      const held = await stored(bucket().then((box) => box.head(name)));
      return held === null ? null : { key: keyOf(key), bytes: held.bytes, modifiedAt: held.modifiedAt };
    },
    async remove(key) {
      const name = named(key);
      await stored(bucket().then((box) => box.remove(name)));
    },
    async localPath(key, scratch) {
      const folder = join(scratch, 'store');
      const path = join(folder, createHash('sha256').update(`${top}${key}`).digest('hex'));
      // Objects never change, so a copy that is complete stays right.
      if (await stored(stat(path).then(() => true, falseIfMissing))) return path;
      const growing = `${path}.${randomUUID()}`;
      await stored(mkdir(folder, { recursive: true }));
      try {
        await stored(finished(await open(key), createWriteStream(growing, { flags: 'wx' })));
        await stored(rename(growing, path));
      } finally {
        await rm(growing, { force: true });
      }
      return path;
    },
    async sweep(olderThanMs, now = Date.now()) {
      return stored(bucket().then((box) => box.endUploads(top, now - olderThanMs)));
    },
  };
}

/** Reads a body and records its length, its hash and its own failure, which is not a failure of the consumer. */
function watch(body: Readable) {
  const hash = createHash('sha256');
  let bytes = 0;
  const failures: unknown[] = [];
  async function* read(): AsyncGenerator<Uint8Array, undefined> {
    try {
      for await (const part of body as AsyncIterable<Uint8Array | string>) {
        const chunk = typeof part === 'string' ? Buffer.from(part) : part;
        hash.update(chunk);
        bytes += chunk.byteLength;
        yield chunk;
      }
    } catch (error) {
      failures.push(error);
      throw error;
    }
  }
  let sum: string | null = null;
  return {
    chunks: read(),
    bytes: () => bytes,
    sha256: () => {
      sum ??= hash.digest('hex');
      return sum;
    },
    failed: () => failures.length > 0,
    failure: () => failures[0],
  };
}

function falseIfMissing(error: unknown): false {
  if (isMissing(error)) return false;
  throw error;
}
