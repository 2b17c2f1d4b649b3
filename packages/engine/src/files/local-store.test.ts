import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLocalStore, type LocalStore } from './local-store.ts';
import { storageError } from './storage-error.ts';
import type { StoredObject } from './store.ts';

let root: string;
let store: LocalStore;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'switchboard-store-'));
  store = createLocalStore(root);
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function keys(prefix: string): Promise<string[]> {
  const found: StoredObject[] = [];
  for await (const object of store.list(prefix)) found.push(object);
  return found.map((object) => object.key).sort();
}

const temporaryFiles = (): Promise<string[]> => readdir(join(root, 'tmp')).catch(() => []);

describe('put', () => {
  test('nothing is visible before the end, nor after an abort in the middle', async () => {
    const body = new PassThrough();
    const abort = new AbortController();
    const put = store.put('a/half', body, abort.signal);
    body.write(randomBytes(200_000));
    await expect.poll(temporaryFiles).toHaveLength(1);
    expect(await store.head('a/half')).toBeNull();
    abort.abort(new Error('cancelled by a person'));
    await expect(put).rejects.toThrow('cancelled by a person');
    expect(await store.head('a/half')).toBeNull();
    expect(await keys('')).toEqual([]);
    expect(await temporaryFiles()).toEqual([]);
    expect(body.destroyed).toBe(true);
  });

  test('a key below an object is named as a failure of the store', async () => {
    await store.put('a/b', Readable.from(['x']));
    await expect(store.put('a/b/c', Readable.from(['y']))).rejects.toMatchObject({
      code: 'STORAGE_FAILED',
      class: 'transient',
    });
    expect(await temporaryFiles()).toEqual([]);
  });
});

test('removing takes the object and the folders it leaves empty, and is repeatable', async () => {
  await store.put('a/1/x', Readable.from(['x']));
  await store.put('a/2/y', Readable.from(['y']));
  await store.remove('a/1/x');
  await store.remove('a/1/x');
  expect(await keys('')).toEqual(['a/2/y']);
  expect(await readdir(join(root, 'a'))).toEqual(['2']);
});

test('sweeping removes old leftovers and spares the young', async () => {
  await store.put('a/kept', Readable.from(['x']));
  await writeFile(join(root, 'tmp', 'old'), 'half');
  await writeFile(join(root, 'tmp', 'young'), 'half');
  await utimes(join(root, 'tmp', 'old'), new Date(1_000), new Date(1_000));
  expect(await store.sweep(60_000)).toBe(1);
  expect(await temporaryFiles()).toEqual(['young']);
  expect(await keys('')).toEqual(['a/kept']);
});

test('a full disk and a refused write have their own names', async () => {
  const full = createWriteStream('/dev/full');
  full.end('x');
  const error = await finished(full).then(
    () => null,
    (caught: unknown) => caught,
  );
  expect(storageError(error)).toMatchObject({ code: 'STORAGE_FULL', class: 'transient' });
  const other = storageError(Object.assign(new Error(`EIO: ${root}`), { code: 'EIO', syscall: 'fsync' }));
  expect(other.message).toBe('The file store failed: EIO in fsync. Will retry.');
});
