import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { PipelineError } from '@switchboard/model/errors/errors';
import { sampleRuns } from '@switchboard/model/testing/sample-runs';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestGcs } from '../../test/gcs.ts';
import { createTestS3 } from '../../test/s3.ts';
import { createLocalStore } from './local-store.ts';
import { createGcsStore } from './remote/gcs-store.ts';
import { createS3Store } from './remote/s3-store.ts';
import type { FileStore, StoredObject } from './store.ts';

/** A kind of store, on a real disk or server of this machine. A store of another kind adds an entry here. */
type StoreHarness = {
  readonly store: FileStore;
  /** One of the same kind that cannot work. */
  readonly broken: FileStore;
  /** How much has been begun and not finished. */
  unfinished(): Promise<number>;
};

const STORES: Readonly<Record<string, (folder: string) => Promise<StoreHarness>>> = {
  'a local folder': async (folder) => {
    const root = join(folder, 'root');
    await writeFile(join(folder, 'no-folder'), '');
    return {
      store: createLocalStore(root),
      broken: createLocalStore(join(folder, 'no-folder')),
      unfinished: async () => (await readdir(join(root, 'tmp')).catch(() => [])).length,
    };
  },
  s3: async () => {
    const { store, options } = await createTestS3();
    return {
      store,
      broken: createS3Store({ ...options, endpoint: 'http://127.0.0.1:1' }),
      unfinished: () => store.sweep(-60_000),
    };
  },
  'google cloud storage': async () => {
    const { store, options, storage } = await createTestGcs();
    return {
      store,
      broken: createGcsStore({ ...options, endpoint: 'http://127.0.0.1:1' }),
      unfinished: async () => storage.uploads.unfinished().length,
    };
  },
};

/** Changes of a content that a store may hold in its place: a flipped bit, a cut end, more than there was, another object, an error's body. */
const wrongContent = fc.constantFrom<(content: Buffer, at: number) => Uint8Array>(
  (content, at) => content.map((byte, place) => (place === at ? byte ^ 1 : byte)),
  (content, at) => content.subarray(0, at),
  (content) => Buffer.concat([content, Buffer.from([0])]),
  (content) => content.map((byte) => 255 - byte),
  () => Buffer.from('<?xml version="1.0"?><Error><Code>SlowDown</Code></Error>'),
);

describe.each(Object.keys(STORES))('%s', (kind) => {
  let folder: string;
  let harness: StoreHarness;
  let store: FileStore;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'switchboard-store-'));
    const open = STORES[kind];
    if (open === undefined) throw new Error(`there is no store ${kind}`);
    harness = await open(folder);
    store = harness.store;
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const text = async (key: string): Promise<string> =>
    Buffer.concat(await (await store.open(key)).toArray()).toString('utf8');
  const keys = async (prefix: string): Promise<string[]> => {
    const found: StoredObject[] = [];
    for await (const object of store.list(prefix)) found.push(object);
    return found.map((object) => object.key).sort();
  };
  const nothing = async (): Promise<void> => expect([await keys(''), await harness.unfinished()]).toEqual([[], 0]);

  test('stores a body of many chunks, with its length and hash', async () => {
    const chunks = Array.from({ length: 200 }, () => randomBytes(50_000));
    const whole = Buffer.concat(chunks);
    const written = await store.put('acct/1/raw/u/1/00000', Readable.from(chunks));
    const sha256 = createHash('sha256').update(whole).digest('hex');
    const key = `acct/1/raw/u/1/00000;bytes=${whole.length};sha256=${sha256}`;
    expect(written).toEqual({ key, bytes: whole.length, sha256 });
    const back = Buffer.concat(await (await store.open('acct/1/raw/u/1/00000')).toArray());
    expect(back.equals(whole)).toBe(true);
    expect(await harness.unfinished()).toBe(0);
  });

  test('an empty body is an object of no bytes, and its time is now', async () => {
    const before = Date.now();
    await store.put('a/empty', Readable.from([]));
    const held = await store.head('a/empty');
    expect(held).toMatchObject({ key: 'a/empty', bytes: 0 });
    // Stores may round to seconds, and their clocks may differ a little.
    expect(held?.modifiedAt).toBeGreaterThan(before - 5_000);
    expect(held?.modifiedAt).toBeLessThan(Date.now() + 5_000);
    expect(await text('a/empty')).toBe('');
  });

  test('nothing is visible before the end, nor after an abort in the middle', async () => {
    const body = new PassThrough();
    const abort = new AbortController();
    const put = store.put('a/half', body, abort.signal);
    for (let piece = 0; piece < 48; piece += 1)
      if (!body.write(randomBytes(200_000))) await new Promise((resolve) => body.once('drain', resolve));
    expect(await store.head('a/half')).toBeNull();
    abort.abort(new Error('cancelled by a person'));
    await expect(put).rejects.toThrow('cancelled by a person');
    expect(body.destroyed).toBe(true);
    await nothing();
  });

  test('a signal aborted beforehand stores nothing', async () => {
    await expect(store.put('a/never', Readable.from(['x']), AbortSignal.abort(new Error('too late')))).rejects.toThrow(
      'too late',
    );
    await nothing();
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
    await nothing();
  });

  test.each([
    ['at once', 0],
    ['after a while', 12_000_000],
  ])('an error of the body %s passes through and leaves nothing', async (_, bytes) => {
    const failure = new PipelineError('SOURCE_ENDED_EARLY', { file: 'x', got: 1, expected: 2 });
    const body = Readable.from(
      (function* () {
        yield randomBytes(bytes + 1);
        throw failure;
      })(),
    );
    await expect(store.put('a/broken', body)).rejects.toBe(failure);
    await nothing();
  });

  test('a body that closes without an end leaves nothing', async () => {
    const body = new PassThrough();
    const put = store.put('a/closed', body);
    body.write('half');
    body.destroy();
    await expect(put).rejects.toThrow(/premature close/i);
    await nothing();
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
    const refused = { code: 'STORAGE_FAILED', message: expect.stringContaining('key was refused') as unknown };
    await expect(store.put(key, Readable.from(['x']))).rejects.toMatchObject(refused);
    await expect(store.open(key)).rejects.toMatchObject(refused);
    await expect(store.localPath(key, folder)).rejects.toMatchObject(refused);
    await expect(store.remove(key)).rejects.toMatchObject(refused);
    await nothing();
  });

  test('a local file is moved in with its length and hash, and read again as one', async () => {
    const path = join(folder, 'made-elsewhere');
    await writeFile(path, 'rows');
    const written = await store.putFile('acct/1/table', path);
    expect(written).toMatchObject({ bytes: 4, sha256: createHash('sha256').update('rows').digest('hex') });
    await expect(readFile(path)).rejects.toThrow('ENOENT');
    const [one, other] = await Promise.all([
      store.localPath('acct/1/table', folder),
      store.localPath('acct/1/table', folder),
    ]);
    expect([await readFile(one, 'utf8'), await readFile(other, 'utf8')]).toEqual(['rows', 'rows']);
  });

  test('a file that was never made is not moved in', async () => {
    await expect(store.putFile('acct/1/none', join(folder, 'never-made'))).rejects.toThrow('ENOENT');
    expect(await store.head('acct/1/none')).toBeNull();
  });

  test('content that differs from what was written is never read as that', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1, maxLength: 2_000 }),
        fc.nat(),
        wrongContent,
        async (bytes, at, wrong) => {
          const content = Buffer.from(bytes);
          const { key } = await store.put('a/changed', Readable.from([content]));
          await store.put('a/changed', Readable.from([wrong(content, at % content.length)]));
          const refused = {
            code: 'STORAGE_FAILED',
            message: expect.stringContaining('bytes for a/changed, where') as unknown,
          };
          const scratch = await mkdtemp(join(folder, 'scratch-'));
          await expect(text(key)).rejects.toMatchObject(refused);
          await expect(store.localPath(key, scratch)).rejects.toMatchObject(refused);
          await store.put('a/changed', Readable.from([content]));
          expect((await readFile(await store.localPath(key, scratch))).equals(content)).toBe(true);
        },
      ),
      { numRuns: sampleRuns(125, 7) },
    );
  });

  test('lists by prefix, as texts and not as folders', async () => {
    for (const key of ['a/1/x', 'a/1/y', 'a/10/z', 'b/w é+&']) await store.put(key, Readable.from([key]));
    expect(await keys('')).toEqual(['a/1/x', 'a/1/y', 'a/10/z', 'b/w é+&']);
    expect(await keys('a/1')).toEqual(['a/1/x', 'a/1/y', 'a/10/z']);
    expect(await keys('a/1/')).toEqual(['a/1/x', 'a/1/y']);
    expect(await keys('a/1/x')).toEqual(['a/1/x']);
    expect(await keys('nowhere/')).toEqual([]);
    await expect(keys('../')).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
  });

  test('removing is repeatable, and spares the neighbours', async () => {
    await store.put('a/1/x', Readable.from(['x']));
    await store.put('a/2/y', Readable.from(['y']));
    await store.remove('a/1/x');
    await store.remove('a/1/x');
    expect([await keys(''), await store.head('a/1/x')]).toEqual([['a/2/y'], null]);
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
    await expect(store.localPath('a/gone', folder)).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
    expect(await store.head('a/gone')).toBeNull();
    expect(await store.head('a')).toBeNull();
  });

  test('sweeping spares what is whole, and what is young', async () => {
    await store.put('a/kept', Readable.from(['x']));
    const body = new PassThrough();
    const put = store.put('a/growing', body);
    body.write(randomBytes(9_000_000));
    await expect.poll(async () => store.sweep(60_000)).toBe(0);
    body.end('end');
    expect(await put).toMatchObject({ bytes: 9_000_003 });
    expect(await keys('')).toEqual(['a/growing', 'a/kept']);
  });

  test('a store that does not work says so, to be tried again', async () => {
    const { broken } = harness;
    const failed = { code: 'STORAGE_FAILED', class: 'transient' };
    await expect(broken.put('a/x', Readable.from(['x']))).rejects.toMatchObject(failed);
    await expect(broken.open('a/x')).rejects.toMatchObject(failed);
    await expect(broken.localPath('a/x', folder)).rejects.toMatchObject(failed);
    const path = join(folder, 'kept');
    await writeFile(path, 'rows');
    await expect(broken.putFile('a/x', path)).rejects.toMatchObject(failed);
    expect(await readFile(path, 'utf8')).toBe('rows');
  });
});
