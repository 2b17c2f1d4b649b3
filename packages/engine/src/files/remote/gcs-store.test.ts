import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { PipelineError } from '@switchboard/model/errors/errors';
import { sampleRuns } from '@switchboard/model/testing/sample-runs';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { createTestGcs, type TestGcs } from '../../../test/gcs.ts';
import { createGcsStore } from './gcs-store.ts';

let gcs: TestGcs;
beforeEach(async () => {
  gcs = await createTestGcs();
});

const KEY = 'acct/1/x';
const long = randomBytes(9 * 1024 ** 2);
const put = (body: Buffer, key = KEY) => gcs.store.put(key, Readable.from([body]));
const read = async (key: string): Promise<Buffer> => Buffer.concat(await (await gcs.store.open(key)).toArray());
const unfinished = (): readonly string[] => gcs.storage.uploads.unfinished();
const failed = { code: 'STORAGE_FAILED', class: 'transient' };

test.each([
  ['busy', { status: 503, reason: 'backendError' }],
  ['failing', { status: 500, reason: 'internalError' }],
  ['cut off before', 'cut-before'],
  ['cut off after', 'cut-after'],
] as const)('a request that is %s is made again', async (_, kind) => {
  gcs.plant({ request: /^PUT/, kind }, { request: /^GET/, kind }, { request: /^POST .*upload/, kind });
  expect(await put(long)).toMatchObject({ bytes: long.length });
  expect((await read(KEY)).equals(long)).toBe(true);
  await put(Buffer.from('short'), 'acct/1/y');
  expect((await read('acct/1/y')).toString()).toBe('short');
});

test.each([
  ['short', Buffer.from('short'), /uploadType=multipart/],
  ['long', long, /^PUT/],
] as const)('a %s object whose last answers are lost is compared with what was sent', async (_, body, request) => {
  gcs.plant({ request, skip: body === long ? 1 : 0, times: 99, kind: 'cut-after' });
  expect(await put(body)).toMatchObject({ bytes: body.length });
  gcs.plant();
  expect((await read(KEY)).equals(body)).toBe(true);
});

test('a lost answer is not taken for success where another object of that length is there', async () => {
  await put(Buffer.from('older'));
  gcs.plant({ request: /uploadType=multipart/, times: 99, kind: 'cut-before' });
  await expect(put(Buffer.from('newer'))).rejects.toMatchObject(failed);
  gcs.plant();
  expect((await read(KEY)).toString()).toBe('older');
});

test.each([
  ['short', Buffer.from('short')],
  ['long', long],
])('bytes of a %s object that change on their way in are no object', async (_, body) => {
  gcs.storage.control.received = (content) => Buffer.concat([content.subarray(1), Buffer.from([1])]);
  await expect(put(body)).rejects.toMatchObject(failed);
  expect([await gcs.store.head(KEY), unfinished()]).toEqual([null, []]);
});

test('an object is made where there is none, and replaced only in the generation that is there', async () => {
  await put(Buffer.from('one'));
  expect(gcs.asked().some((line) => line.includes('ifGenerationMatch=0'))).toBe(true);
  await put(Buffer.from('two'));
  expect((await read(KEY)).toString()).toBe('two');
  await put(long);
  expect((await read(KEY)).equals(long)).toBe(true);
  // The same bytes need no second generation.
  await put(Buffer.from('same'));
  const [{ length: before }, asked] = [gcs.asked(), gcs.asked];
  await put(Buffer.from('same'));
  expect(
    asked()
      .slice(before)
      .map((line) => line.slice(0, 4)),
  ).toEqual(['POST', 'GET ']);
});

/** Changes of what the server sends: a flipped bit, a cut end, another length, an older object, an error in its place. */
const wrongContent = fc.constantFrom<(content: Buffer, at: number) => Buffer>(
  (content, at) => Buffer.from(content.map((byte, place) => (place === at ? byte ^ 1 : byte))),
  (content, at) => content.subarray(0, at),
  (content) => Buffer.concat([content, Buffer.from([0])]),
  (content) => Buffer.from(content.map((byte) => 255 - byte)),
  () => Buffer.from('{"error":{"code":503,"message":"Backend Error"}}'),
);

test('no content but the one that was written is ever read, whatever the server sends', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 1, maxLength: 2_000 }),
      fc.nat(),
      wrongContent,
      async (bytes, at, wrong) => {
        const content = Buffer.from(bytes);
        const { key } = await put(content);
        gcs.storage.control.sent = (held) => wrong(held, at % held.length);
        await expect(read(key)).rejects.toMatchObject(failed);
        gcs.storage.control.sent = (held) => held;
        expect((await read(key)).equals(content)).toBe(true);
      },
    ),
    { numRuns: sampleRuns(500, 25) },
  );
});

test('lists more objects than one page has', async () => {
  gcs.storage.control.pageSize = 2;
  for (const name of ['a', 'b', 'c', 'd', 'e']) await put(Buffer.from(name), `list/${name}`);
  const keys: string[] = [];
  for await (const { key } of gcs.store.list('list/')) keys.push(key);
  expect(keys).toEqual(['list/a', 'list/b', 'list/c', 'list/d', 'list/e']);
});

test('an account without permissions, and one that is unknown, is named without its secret', async () => {
  const denied = createGcsStore({ ...gcs.options, serviceAccount: gcs.denied });
  await expect(denied.put(KEY, Readable.from(['x']))).rejects.toMatchObject({
    code: 'STORAGE_FAILED',
    message: expect.stringMatching(/forbidden.*check the account of STORAGE_URL(?!.*BEGIN)/) as unknown,
  });
  await expect(denied.head(KEY)).rejects.toMatchObject(failed);
  const malformed = createGcsStore({ ...gcs.options, serviceAccount: '{"private_key":"none"}' });
  await expect(malformed.head(KEY)).rejects.toBeInstanceOf(PipelineError);
});

test('a missing bucket is not taken for a missing object', async () => {
  const elsewhere = createGcsStore({ ...gcs.options, bucket: 'nowhere' });
  await expect(elsewhere.put(KEY, Readable.from(['x']))).rejects.toMatchObject(failed);
  await expect(async () => {
    for await (const _ of elsewhere.list('')) throw new Error('it lists something');
  }).rejects.toMatchObject(failed);
});

test('the account of the machine needs no secret: its metadata server gives tokens, again when one is rejected', async () => {
  const store = createGcsStore({ ...gcs.options, serviceAccount: null });
  const { key } = await store.put(KEY, Readable.from(['rows']));
  gcs.tokens.revoke();
  expect(Buffer.concat(await (await store.open(key)).toArray()).toString()).toBe('rows');
  expect(gcs.asked().filter((line) => line.includes('/computeMetadata/'))).toHaveLength(2);
  gcs.plant({ request: /computeMetadata/, times: 99, kind: { status: 404, reason: 'notFound' } });
  const without = createGcsStore({ ...gcs.options, serviceAccount: null });
  await expect(without.head(KEY)).rejects.toMatchObject({
    ...failed,
    message: expect.stringContaining('the machine has no service account') as unknown,
  });
});
