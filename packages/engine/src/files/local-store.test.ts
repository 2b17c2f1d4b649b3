import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
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

async function text(stream: Readable): Promise<string> {
  return Buffer.concat(await stream.toArray()).toString('utf8');
}

async function keys(prefix: string): Promise<string[]> {
  const found: StoredObject[] = [];
  for await (const object of store.list(prefix)) found.push(object);
  return found.map((object) => object.key).sort();
}

const temporaryFiles = (): Promise<string[]> => readdir(join(root, 'tmp')).catch(() => []);

describe('put', () => {
  test('stores a body of many chunks, with its length and hash', async () => {
    const chunks = Array.from({ length: 40 }, () => randomBytes(50_000));
    const whole = Buffer.concat(chunks);
    const written = await store.put('acct/1/raw/u/1/00000', Readable.from(chunks));
    expect(written).toEqual({ bytes: whole.length, sha256: createHash('sha256').update(whole).digest('hex') });
    const back = Buffer.concat(await (await store.open('acct/1/raw/u/1/00000')).toArray());
    expect(back.equals(whole)).toBe(true);
    expect(await temporaryFiles()).toEqual([]);
  });

  test('an empty body is an object of no bytes', async () => {
    await store.put('a/empty', Readable.from([]));
    expect(await store.head('a/empty')).toMatchObject({ key: 'a/empty', bytes: 0 });
  });

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

  test('a signal aborted beforehand stores nothing', async () => {
    await expect(store.put('a/never', Readable.from(['x']), AbortSignal.abort(new Error('too late')))).rejects.toThrow(
      'too late',
    );
    expect(await keys('')).toEqual([]);
    expect(await temporaryFiles()).toEqual([]);
  });

  test('a body that fails before anyone reads it is a failed put, not a crash', async () => {
    const abort = new AbortController();
    const aborted = store.put('a/early', new PassThrough(), abort.signal);
    abort.abort(new Error('at once'));
    await expect(aborted).rejects.toThrow('at once');
    const body = new PassThrough();
    const broken = store.put('a/early', body);
    body.destroy(new Error('hung up'));
    await expect(broken).rejects.toThrow('hung up');
    expect(await keys('')).toEqual([]);
    expect(await temporaryFiles()).toEqual([]);
  });

  test('an error of the body passes through and leaves nothing', async () => {
    const body = Readable.from(
      (function* () {
        yield 'half';
        throw new Error('the other side hung up');
      })(),
    );
    await expect(store.put('a/broken', body)).rejects.toThrow('the other side hung up');
    expect(await keys('')).toEqual([]);
    expect(await temporaryFiles()).toEqual([]);
  });

  test('a body that closes without an end leaves nothing', async () => {
    const body = new PassThrough();
    const put = store.put('a/closed', body);
    body.write('half');
    body.destroy();
    await expect(put).rejects.toThrow(/premature close/i);
    expect(await keys('')).toEqual([]);
  });

  test.each([
    '',
    '/etc/passwd',
    '../x',
    'a/../../x',
    'a//b',
    'a/./b',
    'a/b/',
    'a\\b',
    'a\u0000b',
    'a\nb',
    'tmp/x',
    'x'.repeat(300),
  ])('refuses the key %j', async (key) => {
    await expect(store.put(key, Readable.from(['x']))).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
    await expect(store.open(key)).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
    expect(await readdir(root)).toEqual([]);
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

test('a local file is moved in with its length and hash', async () => {
  const path = join(root, 'made-elsewhere');
  await writeFile(path, 'rows');
  const written = await store.putFile('acct/1/table', path);
  expect(written).toEqual({ bytes: 4, sha256: createHash('sha256').update('rows').digest('hex') });
  expect(await readFile(await store.localPath('acct/1/table', root), 'utf8')).toBe('rows');
  await expect(readFile(path)).rejects.toThrow('ENOENT');
});

test('a range gives its bytes, both ends included', async () => {
  await store.put('a/b', Readable.from(['0123456789']));
  expect(await text(await store.open('a/b', { start: 2, end: 4 }))).toBe('234');
  expect(await text(await store.open('a/b', { start: 8 }))).toBe('89');
});

test('lists by prefix, as texts and not as folders', async () => {
  for (const key of ['a/1/x', 'a/1/y', 'a/10/z', 'b/w']) await store.put(key, Readable.from([key]));
  expect(await keys('')).toEqual(['a/1/x', 'a/1/y', 'a/10/z', 'b/w']);
  expect(await keys('a/1')).toEqual(['a/1/x', 'a/1/y', 'a/10/z']);
  expect(await keys('a/1/')).toEqual(['a/1/x', 'a/1/y']);
  expect(await keys('a/1/x')).toEqual(['a/1/x']);
  expect(await keys('nowhere/')).toEqual([]);
});

test('removing takes the object and the folders it leaves empty, and is repeatable', async () => {
  await store.put('a/1/x', Readable.from(['x']));
  await store.put('a/2/y', Readable.from(['y']));
  await store.remove('a/1/x');
  await store.remove('a/1/x');
  expect(await keys('')).toEqual(['a/2/y']);
  expect(await readdir(join(root, 'a'))).toEqual(['2']);
});

test('writing and removing neighbours at once loses nothing', async () => {
  await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      await store.put(`a/b/${index}`, Readable.from([String(index)]));
      if (index % 2) await store.remove(`a/b/${index}`);
    }),
  );
  expect(await keys('')).toHaveLength(30);
});

test('what is missing is named', async () => {
  await expect(store.open('a/gone')).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
  await expect(store.localPath('a/gone', root)).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
  expect(await store.head('a/gone')).toBeNull();
  expect(await store.head('a')).toBeNull();
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
