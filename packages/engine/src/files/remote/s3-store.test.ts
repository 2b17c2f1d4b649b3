import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestS3, type TestS3 } from '../../../test/s3.ts';

let s3: TestS3;
let folder: string;
beforeEach(async () => {
  s3 = await createTestS3();
  folder = await mkdtemp(join(tmpdir(), 's3-store-'));
});
afterEach(() => rm(folder, { recursive: true }));

const long = randomBytes(9 * 1024 ** 2);
const put = (body: Buffer) => s3.store.put('acct/1/x', Readable.from([body]));
const unfinished = (): Promise<number> => s3.store.sweep(-60_000);

test.each([
  ['busy', { answer: { status: 503, code: 'SlowDown' } }],
  ['failing', { answer: { status: 500, code: 'InternalError' } }],
  ['cut off before', 'cut-before'],
  ['cut off after', 'cut-after'],
])('a request that is %s is made again', async (_, kind) => {
  await s3.plant({ method: 'PUT', url: '.', times: 1, kind }, { method: 'GET', url: '.', times: 1, kind });
  expect(await put(long)).toMatchObject({ bytes: long.length });
  const back = Buffer.concat(await (await s3.store.open('acct/1/x')).toArray());
  expect(back.equals(long)).toBe(true);
});

test.each([
  [Buffer.from('short'), 'PUT', '.'],
  [long, 'POST', 'uploadId'],
] as const)('a lost answer to the last request is looked up', async (body, method, url) => {
  await s3.plant({ method, url, times: 99, kind: 'cut-after' });
  expect(await put(body)).toMatchObject({ bytes: body.length });
  expect(await s3.store.head('acct/1/x')).toMatchObject({ bytes: body.length });
});

test.each([
  ['error-in-200', 'POST', 'uploadId'],
  ['cut-before', 'POST', 'uploadId'],
  ['wrong-etag', 'PUT', 'partNumber=1'],
  ['corrupt', 'PUT', 'partNumber=2'],
])('%s: no object, nothing unfinished, and tried again later', async (kind, method, url) => {
  await s3.plant({ method, url, times: 99, kind });
  await expect(put(long)).rejects.toMatchObject({ code: 'STORAGE_FAILED', class: 'transient' });
  expect([await s3.store.head('acct/1/x'), await unfinished()]).toEqual([null, 0]);
});

test('reports an account without permissions, without its secret', async () => {
  await expect(s3.denied.put('acct/1/x', Readable.from(['x']))).rejects.toMatchObject({
    code: 'STORAGE_FAILED',
    message: expect.stringMatching(/AccessDenied.*STORAGE_URL(?!.*secret)/) as unknown,
  });
  await expect(s3.denied.head('acct/1/x')).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
});

test('sweeping removes unfinished uploads', async () => {
  // The writer dies: its last request and its cleaning up are never answered.
  await s3.plant(
    { method: 'POST', url: 'uploadId', times: 99, kind: 'cut-before' },
    { method: 'DELETE', url: 'uploadId', times: 99, kind: 'cut-before' },
  );
  await expect(put(long)).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
  await s3.plant();
  expect(await s3.store.sweep(60_000)).toBe(0);
  expect(await s3.store.sweep(60_000, Date.now() + 61_000)).toBe(1);
  expect(await unfinished()).toBe(0);
});

test('a copy that breaks off is not taken for the object', async () => {
  await put(long);
  await s3.plant({ method: 'GET', url: 'acct', times: 99, kind: 'cut-before' });
  await expect(s3.store.localPath('acct/1/x', folder)).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
  await s3.plant();
  const path = await s3.store.localPath('acct/1/x', folder);
  expect(await s3.store.localPath('acct/1/x', folder)).toBe(path);
});
