import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import type { Fault } from '@switchboard/model/faults';
import type { Parameters } from '@switchboard/model/plan';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DeliveryRequest } from '../../spec.ts';
import { buildContext } from '../../testing/context.ts';
import { buildDelivery } from '../../testing/delivery.ts';
import { testOvertaken } from '../../testing/destination-promises.ts';
import { createTestBucket, type TestBucket } from '../../testing/s3.ts';
import { buildLongContent, type Deliver, textOf, useDeliveries } from '../../testing/use-deliveries.ts';
import { destination } from './destination.ts';

/** The least that servers take. */
const PART_BYTES = 5 * 1024 ** 2;

let store: TestBucket;

beforeEach(async () => {
  store = await createTestBucket();
});

const KEY = '2026/03/ad_daily-04.csv';
const path = (): string => `s3://${store.name}/{YYYY}/{MM}/{name}-{DD}.csv`;

const { folder, monday, tuesday, deliver } = useDeliveries(destination, () => ({
  parameters: { path: path() },
  key: store.key,
  partBytes: PART_BYTES,
  stallTimeoutMs: 10_000,
}));
/** Longer than two parts, and no two equal. */
const big = buildLongContent(folder, 5_300_000);
const unfinished = (): Promise<number> => store.bucket.abortUploads(() => true, '', Date.now() + 60_000);
const count = async (method: string, pattern: RegExp): Promise<number> =>
  (await store.asked()).filter((line) => line.startsWith(`${method} `) && pattern.test(line)).length;

describe('s3 destination', () => {
  it('writes the object of the report date, in one request when it is short', async () => {
    await store.plant();
    expect(await deliver(monday)).toEqual({
      rows: 2,
      bytes: monday.bytes,
      destination: `s3 · ${store.name}/${KEY}`,
      alreadyDelivered: false,
    });
    expect(await store.text(KEY)).toBe(textOf(monday));
    expect(await store.keys()).toEqual([KEY]);
    expect(await count('PUT', /./)).toBe(1);
  });

  it('writes a long one in parts', async () => {
    await store.plant();
    expect(await deliver(big)).toMatchObject({ bytes: big.bytes, alreadyDelivered: false });
    expect(await count('PUT', /partNumber/)).toBe(3);
    expect(await store.text(KEY)).toBe(textOf(big));
    expect(await unfinished()).toBe(0);
  });

  it('writes the format that its parameters ask for', async () => {
    await deliver(monday, { parameters: { path: `s3://${store.name}/x.csv.gz`, delimiter: ';', header: false } });
    const body = await (await store.bucket.read('x.csv.gz'))?.toArray();
    expect(gunzipSync(Buffer.concat(body ?? [])).toString()).toBe('a;1;2.5\nb;2;\n');
  });

  it('keeps the fences of the dates that share an object', async () => {
    const parameters = { path: `s3://${store.name}/newest.csv` };
    await deliver(monday, { parameters, fence: 5, mode: 'truncate' });
    for (let day = 5; day < 35; day += 1) {
      const reportDate = new Date(Date.UTC(2026, 2, day)).toISOString().slice(0, 10);
      await deliver(tuesday, { parameters, fence: day, mode: 'truncate', reportDate });
    }
    expect(await deliver(monday, { parameters, fence: 5, mode: 'truncate' })).toMatchObject({ alreadyDelivered: true });
    await expect(deliver(monday, { parameters, fence: 4, mode: 'truncate' })).rejects.toMatchObject({
      code: 'DESTINATION_SUPERSEDED',
    });
    expect(await store.text('newest.csv')).toBe(textOf(tuesday));
  });

  testOvertaken({
    deliver,
    results: [
      [monday, tuesday],
      [big, monday],
    ],
    held: async () => [await store.text(KEY), await unfinished()],
    expected: (newer) => [textOf(newer), 0],
  });

  it('replaces an object that somebody else put there, also while it is writing', async () => {
    const foreign = (text: string) =>
      store.bucket.write(KEY, Readable.from([Buffer.from(text)]), {
        signal: new AbortController().signal,
        condition: 'any',
      });
    await foreign('of somebody else');
    const rounds: string[] = [];
    const fault: Fault = async (point) => {
      if (point === 'before-commit') rounds.push(point);
      if (rounds.length === 1) await foreign('again');
    };
    await deliver(monday, { fault });
    expect([rounds.length, await store.text(KEY)]).toEqual([2, textOf(monday)]);
  });

  it('throws away, after a day, what crashed attempts left of this object', async () => {
    const { client, library } = await rawClient();
    const begin = (Key: string) => client.send(new library.CreateMultipartUploadCommand({ Bucket: store.name, Key }));
    await begin(KEY);
    await begin(`${KEY}.other`);
    const later = { ...buildContext(), now: () => Date.now() + 25 * 3600_000 };
    const request = buildDelivery(monday, { parameters: { path: path() }, key: store.key });
    await destination.deliver(request, buildContext());
    expect(await destination.deliver({ ...request, fence: 2 }, later)).toMatchObject({ rows: 2 });
    expect(await unfinished()).toBe(1);
  });

  it.each([
    [{}, {}],
    [{ path: '/etc/x.csv' }, {}],
    [{ path: 's3://UPPER/x.csv' }, {}],
    [{ path: 's3://bucket/a//b.csv' }, {}],
    [{ path: 's3://bucket/../b.csv' }, {}],
    [{ path: 's3://bucket/{DD}.csv' }, { reportDate: null }],
    [{ path: 's3://bucket/x.csv' }, { mode: 'append' as const }],
    [{ path: 's3://bucket/x.csv', delimiter: 'x' }, {}],
    [
      { path: 's3://bucket/x.csv' },
      {
        key: {
          name: 'k',
          type: 'aws',
          properties: { aws_access_key_id: 'a', aws_secret_access_key: 'b', endpoint: 'ftp://x' },
        },
      },
    ],
    [{ path: 's3://bucket/x.csv' }, { key: { name: 'k', type: 'aws', properties: { aws_access_key_id: 'a' } } }],
  ])('refuses the parameters %j with %j', async (parameters: Parameters, overrides: Partial<DeliveryRequest>) => {
    await expect(deliver(monday, { parameters, ...overrides })).rejects.toMatchObject({ code: 'PARAMETER_INVALID' });
  });

  it('goes to no private address that is not allowed', async () => {
    const key = { ...store.key, properties: { ...store.key.properties, endpoint: 'http://169.254.169.254' } };
    await expect(deliver(monday, { key })).rejects.toMatchObject({ code: 'HOST_NOT_ALLOWED' });
  });
});

describe('a store that fails', () => {
  beforeEach(() => deliver(tuesday).then(() => store.plant()));
  const again: Deliver = (content, overrides = {}) => deliver(content, { fence: 2, ...overrides });

  it.each([
    ['SlowDown', 503],
    ['InternalError', 500],
  ])('%s is tried again, and given up after a few times', async (code, status) => {
    const kind = { answer: { status, code } };
    await store.plant({ method: 'PUT', url: 'ad_daily', times: 2, kind });
    expect(await again(monday)).toMatchObject({ alreadyDelivered: false });
    await store.plant({ method: 'PUT', url: 'ad_daily', times: 99, kind });
    await expect(deliver(tuesday, { fence: 3 })).rejects.toMatchObject({
      code: 'DESTINATION_BUSY',
      class: 'transient',
      message: expect.stringContaining(`object storage error ${code}`) as unknown,
    });
    expect(await count('PUT', /./)).toBe(4);
    expect(await store.text(KEY)).toBe(textOf(monday));
  });

  it.each([
    ['QuotaExceeded', 403],
    ['XMinioStorageFull', 507],
    ['XMinioAdminBucketQuotaExceeded', 400],
  ])('a store that is full by %s keeps the old object', { tags: 'case:full' }, async (code, status) => {
    await store.plant({ method: 'PUT', url: 'ad_daily', times: 99, kind: { answer: { status, code } } });
    await expect(again(monday)).rejects.toMatchObject({
      code: 'DESTINATION_FULL',
      class: 'transient',
      message: `ad_daily: the destination has no free space for s3://${store.name}. Free some there. Will retry.`,
    });
    expect(await store.text(KEY)).toBe(textOf(tuesday));
  });

  it('an error in the body of a good answer is an error', async () => {
    await store.plant({ method: 'POST', url: 'uploadId', times: 1, kind: 'error-in-200' });
    expect(await again(big)).toMatchObject({ alreadyDelivered: false });
    expect(await count('POST', /uploadId/)).toBe(2);
    await store.plant({ method: 'POST', url: 'uploadId', times: 99, kind: 'error-in-200' });
    await expect(again(big, { fence: 3 })).rejects.toMatchObject({ code: 'DESTINATION_BUSY' });
    expect([await store.text(KEY), await unfinished()]).toEqual([textOf(big), 0]);
  });

  it.each([
    ['a short object', () => monday, 'PUT', 'ad_daily'],
    ['one in parts', () => big, 'POST', 'uploadId'],
  ] as const)('a lost answer to the last request of %s is looked up', async (_, content, method, url) => {
    await store.plant({ method, url, times: 99, kind: 'cut-after' });
    expect(await again(content())).toMatchObject({ alreadyDelivered: false, bytes: content().bytes });
    expect(await store.text(KEY)).toBe(textOf(content()));
    expect(await again(content(), { attempt: 2 })).toMatchObject({ alreadyDelivered: true, bytes: content().bytes });
    expect(await unfinished()).toBe(0);
  });

  it.each([
    ['a short object', () => monday, 'PUT', 'ad_daily'],
    ['one in parts', () => big, 'POST', 'uploadId'],
  ] as const)('a last request of %s that never arrives leaves the old object', async (_, content, method, url) => {
    await store.plant({ method, url, times: 99, kind: 'cut-before' });
    await expect(again(content())).rejects.toMatchObject({ code: 'DESTINATION_UNREACHABLE', class: 'transient' });
    expect([await store.text(KEY), await unfinished()]).toEqual([textOf(tuesday), 0]);
    await store.plant();
    expect(await again(content(), { attempt: 2 })).toMatchObject({ alreadyDelivered: false });
    expect(await store.text(KEY)).toBe(textOf(content()));
  });

  it('a connection cut after the last part is opened again', async () => {
    await store.plant({ method: 'PUT', url: 'partNumber=3', times: 1, kind: 'cut-after' });
    expect(await again(big)).toMatchObject({ alreadyDelivered: false });
    expect(await store.text(KEY)).toBe(textOf(big));
  });

  it.each([
    ['wrong-etag', 'PUT', 'partNumber=2', 'DESTINATION_BUSY'],
    ['corrupt', 'PUT', 'partNumber=2', 'DESTINATION_BUSY'],
  ] as const)('%s: nothing becomes visible', async (kind, method, url, code) => {
    await store.plant({ method, url, times: 99, kind });
    await expect(again(big)).rejects.toMatchObject({ code, class: 'transient' });
    expect([await store.text(KEY), await unfinished()]).toEqual([textOf(tuesday), 0]);
  });

  it('a key that may not write is an authentication error, and not tried again', { tags: 'case:denied' }, async () => {
    await expect(again(monday, { key: store.deniedKey })).rejects.toMatchObject({
      code: 'DESTINATION_AUTH_FAILED',
      class: 'authentication',
      message: expect.stringContaining('store') as unknown,
    });
    await store.plant({
      method: 'PUT',
      url: 'ad_daily',
      times: 9,
      kind: { answer: { status: 403, code: 'AccessDenied' } },
    });
    await expect(again(monday)).rejects.toThrow('AccessDenied');
    expect(await count('PUT', /./)).toBe(1);
  });

  it('names a bucket that is not there, and one of another region', { tags: 'case:missing' }, async () => {
    const parameters = { path: 's3://missing-bucket/x.csv' };
    await expect(again(monday, { parameters })).rejects.toMatchObject({
      code: 'DESTINATION_REFUSED',
      message: expect.stringContaining('the bucket missing-bucket does not exist') as unknown,
    });
    const kind = { answer: { status: 301, code: 'PermanentRedirect', region: 'eu-west-1' } };
    await store.plant({ method: 'PUT', url: '.', times: 9, kind });
    await expect(again(monday)).rejects.toThrow('does not lie in the region us-east-1');
  });

  it('delivers to a server that knows no conditions', async () => {
    await store.plant({ method: 'PUT', url: '.', times: 1, kind: { answer: { status: 501, code: 'NotImplemented' } } });
    expect(await again(monday)).toMatchObject({ alreadyDelivered: false });
    expect(await store.text(KEY)).toBe(textOf(monday));
  });

  it.each(['HEAD', 'PUT', 'POST'] as const)(
    'a cancelled delivery ends at once though %s is never answered',
    async (method) => {
      const abort = new AbortController();
      await store.plant({ method, url: '.', times: 99, kind: 'hang' });
      // Without the cancellation it would end long after the test.
      const cancelled = again(big, { signal: abort.signal, stallTimeoutMs: 600_000 });
      await expect.poll(() => count(method, /./)).toBeGreaterThan(0);
      abort.abort(new Error('cancelled'));
      await expect(cancelled).rejects.toThrow('cancelled');
      await store.plant();
      expect([await store.text(KEY), await unfinished()]).toEqual([textOf(tuesday), 0]);
    },
  );
});

async function rawClient() {
  const library = await import('@aws-sdk/client-s3');
  const { access } = store;
  const client = new library.S3Client({
    endpoint: access.endpoint,
    region: access.region,
    forcePathStyle: true,
    credentials: { accessKeyId: access.accessKeyId, secretAccessKey: access.secretAccessKey },
  });
  return { client, library };
}
