import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildContext, impatientContext } from '../../testing/context.ts';
import { testOvertaken, testRefusedParameters } from '../../testing/destination-promises.ts';
import type { FaultKind } from '../../testing/faults.ts';
import { type GoogleStandIn, startGoogleStandIn } from '../../testing/google/stand-in.ts';
import { beforeCommit, buildLongContent, countAsked, textOf, useDeliveries } from '../../testing/use-deliveries.ts';
import { destination } from './destination.ts';
import { createStorageApi } from './testing/storage.ts';

const storage = createStorageApi();
let google: GoogleStandIn;
/** An eighth of that in production. */
const PART_BYTES = 1024 ** 2;

beforeAll(async () => {
  google = await startGoogleStandIn(storage);
});
afterAll(async () => {
  await google.close();
});
beforeEach(() => {
  storage.createBucket('reports');
  storage.uploads.forget();
  google.plant();
});

const KEY = '2026/03/ad_daily-04.csv';
const PATH = 'gs://reports/{YYYY}/{MM}/{name}-{DD}.csv';

const { folder, monday, tuesday, deliver } = useDeliveries(destination, () => ({
  parameters: { path: PATH },
  key: google.tokens.key(),
  partBytes: PART_BYTES,
}));
/** Longer than two parts. */
const big = buildLongContent(folder, 1_150_000);
const held = (): string | undefined => storage.read('reports', KEY)?.toString();
const asked = countAsked(() => google);

describe('gcs destination', () => {
  it('writes the object of the report date, in one request when it is short', async () => {
    expect(await deliver(monday)).toEqual({
      rows: 2,
      bytes: monday.bytes,
      destination: `gcs · reports/${KEY}`,
      alreadyDelivered: false,
    });
    expect([held(), storage.names('reports')]).toEqual([textOf(monday), [KEY]]);
    expect(google.asked()).toHaveLength(3);
  });

  it('writes a long one in parts', async () => {
    expect(await deliver(big)).toMatchObject({ bytes: big.bytes, alreadyDelivered: false });
    expect(asked(/^PUT/)).toBe(3);
    expect(held()).toBe(textOf(big));
    expect(storage.uploads.unfinished()).toEqual([]);
  });

  it('writes the format that its parameters ask for', async () => {
    await deliver(monday, { parameters: { path: 'gs://reports/x.csv.gz', delimiter: ';', header: false } });
    expect(gunzipSync(storage.read('reports', 'x.csv.gz') ?? '').toString()).toBe('a;1;2.5\nb;2;\n');
  });

  it.each<[string, number, FaultKind]>([
    ['the first part is cut', 0, 'cut-before'],
    ['the answer to the first part is lost', 0, 'cut-after'],
    ['a part is answered with 503', 1, { status: 503, reason: 'backendError' }],
    ['the last part is cut', 2, 'cut-before'],
    ['the answer to the last part is lost', 2, 'cut-after'],
    ['the server is silent', 1, 'hang'],
  ])('continues a long one when %s', async (_, skip, kind) => {
    google.plant({ request: /^PUT/, skip, kind });
    const { egress } = kind === 'hang' ? impatientContext() : buildContext();
    expect(await deliver(big, { egress })).toMatchObject({ bytes: big.bytes, alreadyDelivered: false });
    expect(held() === textOf(big)).toBe(true);
    // The part that failed, and the question how far it came.
    expect(asked(/^PUT/)).toBeLessThanOrEqual(5);
    expect(asked(/ifGenerationMatch=0&uploadType=resumable/)).toBe(1);
  });

  it('sends again what the server did not keep of a part', async () => {
    storage.uploads.control.takeOnly = 512 * 1024;
    await deliver(big);
    expect(asked(/^PUT/)).toBe(4);
    expect(held() === textOf(big)).toBe(true);
  });

  it('begins again in another attempt when the server has forgotten the upload', async () => {
    const fault = beforeCommit(() => storage.uploads.forget());
    await expect(deliver(big, { fault })).rejects.toMatchObject({ code: 'DESTINATION_BUSY', class: 'transient' });
    await deliver(big, { attempt: 2 });
    expect(held() === textOf(big)).toBe(true);
  });

  it('a short upload is stored once when the answer is lost, also when nothing but its ledger shows it', async () => {
    google.plant({ request: /uploadType=multipart/, kind: 'cut-after' });
    expect(await deliver(monday)).toMatchObject({ alreadyDelivered: false });
    google.plant(
      { request: /uploadType=multipart/, kind: 'cut-after' },
      { request: /multipart/, times: 9, kind: 'cut-before' },
    );
    expect(await deliver(tuesday, { fence: 2 })).toMatchObject({ alreadyDelivered: false });
    expect(held()).toBe(textOf(tuesday));
  });

  it('fails when no try of the last request arrives, and shows nothing', { tags: 'case:cut' }, async () => {
    google.plant({ request: /uploadType=multipart/, times: 9, kind: 'cut-before' });
    await expect(deliver(monday)).rejects.toMatchObject({ code: 'DESTINATION_UNREACHABLE', class: 'transient' });
    expect(storage.names('reports')).toEqual([]);
  });

  testOvertaken({
    deliver,
    results: [
      [monday, tuesday],
      [big, tuesday],
    ],
    held: () => [held(), storage.uploads.unfinished()],
    expected: (newer) => [textOf(newer), []],
  });

  it('replaces an object that somebody else put there, also while it is writing', async () => {
    storage.write('reports', KEY, 'of somebody else');
    let rounds = 0;
    const fault = beforeCommit(() => {
      rounds += 1;
      if (rounds === 1) storage.write('reports', KEY, 'again');
    });
    await deliver(monday, { fault });
    expect([rounds, held()]).toEqual([2, textOf(monday)]);
  });

  it('takes another token when one ends, and needs none for an upload that has begun', async () => {
    await deliver(monday, { fault: beforeCommit(() => google.tokens.revoke()) });
    await deliver(big, { fence: 2, fault: beforeCommit(() => google.tokens.revoke()) });
    expect(asked(/^POST \/token/)).toBe(3);
    expect(held() === textOf(big)).toBe(true);
  });

  it('ends an upload that is cancelled', async () => {
    const abort = new AbortController();
    const fault = beforeCommit(() => abort.abort(new Error('cancelled')));
    await expect(deliver(big, { fault, signal: abort.signal })).rejects.toThrow('cancelled');
    expect([storage.names('reports'), storage.uploads.unfinished()]).toEqual([[], []]);
  });

  it.each<[string, FaultKind, string, string]>([
    ['a used-up quota', { status: 403, reason: 'quotaExceeded' }, 'DESTINATION_FULL', 'transient'],
    ['a missing permission', { status: 403, reason: 'forbidden' }, 'DESTINATION_AUTH_FAILED', 'authentication'],
    ['a bucket under retention', { status: 403, reason: 'retentionPolicyNotMet' }, 'DESTINATION_REFUSED', 'permanent'],
    ['too many requests', { status: 429, reason: 'rateLimitExceeded' }, 'DESTINATION_BUSY', 'transient'],
    ['a request it does not understand', { status: 400, reason: 'invalid' }, 'DESTINATION_REFUSED', 'permanent'],
    ['silence', 'hang', 'DESTINATION_UNREACHABLE', 'transient'],
  ])('reports %s', { tags: ['case:full', 'case:denied', 'case:silent'] }, async (_, kind, code, errorClass) => {
    google.plant({ request: /upload/, times: 9, kind });
    const { egress } = kind === 'hang' ? impatientContext() : buildContext();
    await expect(deliver(monday, { egress })).rejects.toMatchObject({ code, class: errorClass });
    expect(storage.names('reports')).toEqual([]);
  });

  it('reports a bucket that does not exist, and a host that is away', {
    tags: ['case:missing', 'case:refused'],
  }, async () => {
    await expect(deliver(monday, { parameters: { path: 'gs://nowhere/x.csv' } })).rejects.toMatchObject({
      code: 'DESTINATION_REFUSED',
      message:
        'Destination refused the write: the bucket nowhere does not exist (The specified bucket does not exist). Change it there, then retry.',
    });
    const away = google.tokens.key({ token_uri: 'http://127.0.0.1:1/token' });
    await expect(deliver(monday, { key: away })).rejects.toMatchObject({ code: 'DESTINATION_UNREACHABLE' });
    const elsewhere = google.tokens.key({ token_uri: 'https://evil.example/token' });
    await expect(deliver(monday, { key: elsewhere })).rejects.toMatchObject({
      code: 'DESTINATION_AUTH_FAILED',
      message: expect.stringContaining('The JSON names evil.example for tokens, which is not Google') as unknown,
    });
  });

  it('does not send an upload to another host', async () => {
    const headers = { location: 'http://127.0.0.2/upload?upload_id=x' };
    google.plant({ request: /uploadType=resumable/, kind: { status: 200, reason: 'x', headers } });
    await expect(deliver(big)).rejects.toMatchObject({
      code: 'DESTINATION_REFUSED',
      message: expect.stringContaining('another host') as unknown,
    });
  });

  testRefusedParameters(
    [
      [{}, {}],
      [{ path: 's3://reports/x.csv' }, {}],
      [{ path: 'gs://UPPER/x.csv' }, {}],
      [{ path: 'gs://reports/../b.csv' }, {}],
      [{ path: 'gs://reports/{DD}.csv' }, { reportDate: null }],
      [{ path: 'gs://reports/x.csv' }, { mode: 'append' }],
    ],
    { deliver, monday, asked: () => google.asked() },
  );
});
