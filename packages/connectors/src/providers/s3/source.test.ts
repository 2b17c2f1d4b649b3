import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Parameters } from '@switchboard/model/plan';
import { beforeEach, describe, expect, it } from 'vitest';
import { chooseFiles } from '../../listing/date-files.ts';
import type { ConnectorContext, ListedFile, SourceRequest, WantedFile } from '../../spec.ts';
import { buildContext } from '../../testing/context.ts';
import { createTestBucket, type TestBucket } from '../../testing/s3.ts';
import { source } from './source.ts';

let store: TestBucket;
beforeEach(async () => {
  store = await createTestBucket();
  for (const key of [
    'in/2026-03-04/a.csv',
    'in/2026-03-04/b.json',
    'in/2026-03-05/a.csv',
    'in/2026-03-05/sub/c.csv',
    'other.csv',
  ])
    await write(key, `of ${key}`);
});

const write = (key: string, body: string) =>
  store.bucket.write(key, Readable.from([Buffer.from(body)]), {
    signal: new AbortController().signal,
    condition: 'any',
  });
const at = (path: string): string => `s3://${store.name}/${path}`;

type Asked = { readonly dates?: readonly string[] | null; readonly key?: SourceRequest['key'] };

function list(parameters: Parameters, { dates = null, key = store.key }: Asked = {}, context = buildContext()) {
  if (source.list === undefined) throw new Error('it cannot list');
  return source.list({ name: 'ads', parameters, key, dates }, context);
}

async function read(path: string, files: readonly WantedFile[], context: ConnectorContext = buildContext()) {
  const request = { name: 'ads', parameters: { path }, key: store.key, reportDate: null, state: null, files };
  const answer = await source.fetch(request, context);
  if (answer.kind !== 'files') throw new Error('expected files');
  const texts: string[] = [];
  for await (const file of answer.files) texts.push(`${file.filename}: ${await text(file.body)}`);
  return texts;
}

describe('s3 source', () => {
  it.each([
    ['other.csv', {}, ['other.csv']],
    ['in/*/a.csv', {}, ['in/2026-03-04/a.csv', 'in/2026-03-05/a.csv']],
    ['in/**.csv', {}, ['in/2026-03-04/a.csv', 'in/2026-03-05/a.csv', 'in/2026-03-05/sub/c.csv']],
    ['in', { pattern: '*/a.*' }, ['in/2026-03-04/a.csv', 'in/2026-03-05/a.csv']],
    ['in', { regex: '03-05/.*csv$' }, ['in/2026-03-05/a.csv', 'in/2026-03-05/sub/c.csv']],
    ['nowhere', { pattern: '*' }, []],
  ])('finds %s with %j', async (path, more, keys) => {
    const parameters = { path: at(path), ...more };
    const listed = await list(parameters);
    const chosen = chooseFiles({ name: 'ads', parameters, dates: null, timezone: 'UTC', now: 0 }, listed);
    expect(chosen.files.map((file) => file.path)).toEqual(keys.map(at));
  });

  it('lists the path of each report date, with size, time and etag', async () => {
    const listed = await list({ path: at('in/{YYYY-MM-DD}/a.csv') }, { dates: ['2026-03-04', '2026-03-05'] });
    expect(listed.map((file) => [file.path, file.reportDate, file.size])).toEqual([
      [at('in/2026-03-04/a.csv'), '2026-03-04', 22],
      [at('in/2026-03-05/a.csv'), '2026-03-05', 22],
    ]);
    expect(listed[0]?.checksum).toMatch(/[0-9a-f]{32}/);
    expect(Math.abs((listed[0]?.modified ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  it('gives the bytes of what was listed, in that order', async () => {
    const files = await list({ path: at('in/2026-03-04/*') });
    const bytes: number[] = [];
    const context = buildContext({ onBytes: (count) => bytes.push(count) });
    expect(await read(at('in/2026-03-04/*'), [...files].reverse(), context)).toEqual([
      'b.json: of in/2026-03-04/b.json',
      'a.csv: of in/2026-03-04/a.csv',
    ]);
    expect(bytes.reduce((sum, count) => sum + count, 0)).toBe(45);
  });

  it('does not take another content, another bucket or what is gone for what was listed', async () => {
    const path = at('other.csv');
    const [file] = (await list({ path })) as [ListedFile];
    await write('other.csv', 'something else');
    await expect(read(path, [file])).rejects.toMatchObject({ code: 'SOURCE_FILE_CHANGED' });
    await store.bucket.remove('other.csv');
    await expect(read(path, [file])).rejects.toMatchObject({ code: 'SOURCE_FILE_MISSING' });
    const foreign = { ...file, path: 's3://somebody-elses/other.csv' };
    await expect(read(path, [foreign])).rejects.toMatchObject({ code: 'SOURCE_FILE_MISSING' });
  });

  it('a failure is never an empty list', {
    tags: ['case:wrong-key', 'case:denied', 'case:missing', 'case:refused'],
  }, async () => {
    const path = at('in/*');
    await expect(list({ path }, { key: store.deniedKey })).rejects.toMatchObject({
      code: 'SOURCE_AUTH_FAILED',
      class: 'authentication',
    });
    await expect(list({ path: 's3://missing-bucket/x' })).rejects.toMatchObject({ code: 'SOURCE_NOT_FOUND' });
    await expect(list({ path }, { key: null })).rejects.toMatchObject({ code: 'KEY_MISSING' });
    const kind = { answer: { status: 503, code: 'SlowDown' } };
    await store.plant({ method: 'GET', url: '.', times: 99, kind });
    await expect(list({ path })).rejects.toMatchObject({ code: 'SOURCE_HTTP_ERROR', class: 'transient' });
    await store.plant({ method: 'GET', url: '.', times: 99, kind: 'cut-before' });
    await expect(list({ path })).rejects.toMatchObject({ code: 'SOURCE_UNREACHABLE' });
    for (const code of ['NoSuchKey', 'NotFound', 'Nowhere']) {
      await store.plant({ method: 'GET', url: '.', times: 99, kind: { answer: { status: 404, code } } });
      await expect(list({ path })).rejects.toMatchObject({
        code: 'SOURCE_BAD_REQUEST',
        message: expect.stringContaining(code) as unknown,
      });
    }
  });

  it.each([{}, { path: 'in/x.csv' }, { path: 's3://bucket/a/../b' }, { path: 's3://bucket/{YYYY}.csv' }])(
    'refuses the parameters %j',
    async (parameters: Parameters) => {
      await expect(list(parameters)).rejects.toMatchObject({ code: 'PARAMETER_INVALID' });
    },
  );

  it('stops when it is cancelled', { tags: 'case:silent' }, async () => {
    const abort = new AbortController();
    await store.plant({ method: 'GET', url: '.', times: 99, kind: 'hang' });
    const listing = list({ path: at('in/*') }, {}, buildContext({ signal: abort.signal }));
    await expect.poll(async () => (await store.asked()).length).toBeGreaterThan(0);
    abort.abort(new Error('cancelled'));
    await expect(listing).rejects.toThrow('cancelled');
  });
});
