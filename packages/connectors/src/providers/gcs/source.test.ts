import { text } from 'node:stream/consumers';
import type { Parameters } from '@switchboard/model/plan';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectorContext, KeyProperties, ListedFile, ListRequest, WantedFile } from '../../spec.ts';
import { buildContext, impatientContext } from '../../testing/context.ts';
import type { FaultKind } from '../../testing/faults.ts';
import { type GoogleStandIn, startGoogleStandIn } from '../../testing/google/stand-in.ts';
import { source } from './source.ts';
import { createStorageApi } from './testing/storage.ts';

const storage = createStorageApi();
let google: GoogleStandIn;
let key: KeyProperties;
beforeAll(async () => {
  google = await startGoogleStandIn(storage);
  key = google.tokens.key();
});
afterAll(() => google.close());
beforeEach(() => {
  google.plant();
  storage.createBucket('reports');
  for (const name of ['in/2026-03-04/a.csv', 'in/2026-03-04/b.json', 'in/2026-03-05/a.csv', 'other.csv'])
    storage.write('reports', name, `of ${name}`);
});

const list = (parameters: Parameters, overrides: Partial<ListRequest> = {}, context = buildContext()) =>
  source.list?.({ name: 'spend', parameters, key, dates: null, ...overrides }, context) ??
  Promise.reject(new Error('it lists nothing'));

async function read(path: string, files: readonly WantedFile[], context: ConnectorContext = buildContext()) {
  const request = { name: 'spend', parameters: { path }, key, reportDate: '2026-03-04', state: null, files };
  const answer = await source.fetch(request, context);
  if (answer.kind !== 'files') throw new Error('the source gave no files');
  const found: string[] = [];
  for await (const file of answer.files) found.push(`${file.filename}: ${await text(file.body)}`);
  return found;
}

describe('gcs source', () => {
  it.each([1, 2, 1_000])('lists what fits, in pages of %d', async (pageSize) => {
    storage.control.pageSize = pageSize;
    const files = await list({ path: 'gs://reports/in/**' });
    expect(files.map(({ path, size, relative }) => [path, size, relative])).toEqual([
      ['gs://reports/in/2026-03-04/a.csv', 22, 'in/2026-03-04/a.csv'],
      ['gs://reports/in/2026-03-04/b.json', 23, 'in/2026-03-04/b.json'],
      ['gs://reports/in/2026-03-05/a.csv', 22, 'in/2026-03-05/a.csv'],
    ]);
    expect(files.every(({ checksum, modified }) => /^\d{16}$/.test(checksum ?? '') && (modified ?? 0) > 0)).toBe(true);
    expect(await list({ path: 'gs://reports/none/*' })).toEqual([]);
  });

  it('lists the path of each report date, and a folder with a pattern', async () => {
    const dates = ['2026-03-04', '2026-03-05', '2026-03-06'];
    const listed = await list({ path: 'gs://reports/in/{YYYY-MM-DD}/a.csv' }, { dates });
    expect(listed.map(({ reportDate }) => reportDate)).toEqual(['2026-03-04', '2026-03-05']);
    const below = await list({ path: 'gs://reports/in', pattern: '**/*.json' });
    expect(below.map(({ relative }) => relative)).toContain('2026-03-04/b.json');
  });

  it('gives the bytes of what was listed, in that order', async () => {
    const files = await list({ path: 'gs://reports/in/2026-03-04/*' });
    const bytes: number[] = [];
    const context = buildContext({ onBytes: (count) => bytes.push(count) });
    expect(await read('gs://reports/in/2026-03-04/*', [...files].reverse(), context)).toEqual([
      'b.json: of in/2026-03-04/b.json',
      'a.csv: of in/2026-03-04/a.csv',
    ]);
    expect(bytes.reduce((sum, count) => sum + count, 0)).toBe(45);
  });

  it('does not take another content, another bucket or what is gone for what was listed', async () => {
    const path = 'gs://reports/other.csv';
    const [file] = (await list({ path })) as [ListedFile];
    storage.write('reports', 'other.csv', 'something else');
    await expect(read(path, [file])).rejects.toMatchObject({ code: 'SOURCE_FILE_CHANGED' });
    storage.remove('reports', 'other.csv');
    await expect(read(path, [file])).rejects.toMatchObject({ code: 'SOURCE_FILE_MISSING' });
    const foreign = { ...file, path: 'gs://of-others/other.csv' };
    await expect(read(path, [foreign])).rejects.toMatchObject({ code: 'SOURCE_FILE_MISSING' });
  });

  it.each<[string, FaultKind, string, string]>([
    ['a missing permission', { status: 403, reason: 'forbidden' }, 'SOURCE_AUTH_FAILED', 'authentication'],
    ['too many requests', { status: 429, reason: 'rateLimitExceeded' }, 'SOURCE_RATE_LIMITED', 'transient'],
    ['a request it does not understand', { status: 400, reason: 'invalid' }, 'SOURCE_BAD_REQUEST', 'permanent'],
    ['a cut connection', 'cut-after', 'SOURCE_UNREACHABLE', 'transient'],
    ['silence', 'hang', 'SOURCE_TIMEOUT', 'transient'],
  ])(
    '%s is never an empty list',
    { tags: ['case:denied', 'case:silent', 'case:cut'] },
    async (_, kind, code, errorClass) => {
      google.plant({ request: /storage/, times: 9, kind });
      const context = kind === 'hang' ? impatientContext() : buildContext();
      await expect(list({ path: 'gs://reports/in/*' }, {}, context)).rejects.toMatchObject({ code, class: errorClass });
    },
  );

  it('a missing bucket, a rejected key, none, or a host that is away is never an empty list', {
    tags: ['case:missing', 'case:wrong-key', 'case:refused'],
  }, async () => {
    await expect(list({ path: 'gs://nowhere/in/*' })).rejects.toMatchObject({ code: 'SOURCE_NOT_FOUND' });
    const denied = google.tokens.key({ client_email: 'denied@acme.example' });
    await expect(list({ path: 'gs://reports/in/*' }, { key: denied })).rejects.toMatchObject({
      code: 'SOURCE_AUTH_FAILED',
    });
    await expect(list({ path: 'gs://reports/in/*' }, { key: null })).rejects.toMatchObject({ code: 'KEY_MISSING' });
    const away = google.tokens.key({ token_uri: 'http://127.0.0.1:1/token' });
    await expect(list({ path: 'gs://reports/in/*' }, { key: away })).rejects.toMatchObject({
      code: 'SOURCE_UNREACHABLE',
    });
  });

  it('stops when it is cancelled', async () => {
    const abort = new AbortController();
    google.plant({ request: /storage/, kind: 'hang' });
    const listing = list({ path: 'gs://reports/in/*' }, {}, buildContext({ signal: abort.signal }));
    await expect.poll(() => google.asked().some((line) => line.includes('/storage/'))).toBe(true);
    abort.abort(new Error('cancelled'));
    await expect(listing).rejects.toThrow('cancelled');
  });
});
