import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Parameters } from '@switchboard/model/plan';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseFiles } from '../../listing/date-files.ts';
import type { ConnectorContext, ListedFile, SourceRequest, WantedFile } from '../../spec.ts';
import { buildContext } from '../../testing/context.ts';
import { changeKey } from '../../testing/harness.ts';
import { createStandIn, type TestStandIn } from '../../testing/sftp.ts';
import { source } from './source.ts';

let server: TestStandIn;
beforeEach(async () => {
  server = await createStandIn();
  for (const path of ['in/2026-03-04/a.csv', 'in/2026-03-04/b.json', 'in/2026-03-05/a.csv', 'in/2026-03-05/sub/c.csv'])
    write(path, `of ${path}`);
  write('in/2026-03-04/.a.csv.u1.1.part', 'half');
  write('other.csv', 'another');
});
afterEach(() => server.close());

function write(path: string, body: string | Buffer): void {
  mkdirSync(dirname(join(server.folder, path)), { recursive: true });
  writeFileSync(join(server.folder, path), body);
}

type Asked = { readonly dates?: readonly string[] | null; readonly key?: SourceRequest['key'] };

function list(parameters: Parameters, { dates = null, key = server.key }: Asked = {}, context = buildContext()) {
  if (source.list === undefined) throw new Error('it cannot list');
  return source.list({ name: 'ads', parameters, key, dates }, context);
}

async function read(files: readonly WantedFile[], context: ConnectorContext = buildContext()) {
  const parameters = { path: 'in/*' };
  const answer = await source.fetch(
    { name: 'ads', parameters, key: server.key, reportDate: null, state: null, files },
    context,
  );
  if (answer.kind !== 'files') throw new Error('expected files');
  const texts: string[] = [];
  for await (const file of answer.files) texts.push(`${file.url.replace(/^.*\//, '')}: ${await text(file.body)}`);
  return texts;
}

describe('sftp source', () => {
  it.each([
    ['other.csv', {}, ['other.csv']],
    ['/other.csv', {}, ['/other.csv']],
    ['in/*/a.csv', {}, ['in/2026-03-04/a.csv', 'in/2026-03-05/a.csv']],
    ['in/2026-03-04/*', {}, ['in/2026-03-04/a.csv', 'in/2026-03-04/b.json']],
    ['in/**/*.csv', {}, ['in/2026-03-04/a.csv', 'in/2026-03-05/a.csv', 'in/2026-03-05/sub/c.csv']],
    ['in', { pattern: '*/a.*' }, ['in/2026-03-04/a.csv', 'in/2026-03-05/a.csv']],
    ['in', { regex: '03-05/.*csv$' }, ['in/2026-03-05/a.csv', 'in/2026-03-05/sub/c.csv']],
    ['nowhere', { pattern: '*' }, []],
    ['nowhere/x.csv', {}, []],
  ])('finds %s with %j', async (path, more, paths) => {
    const parameters = { path, ...more };
    const listed = await list(parameters);
    const chosen = chooseFiles({ name: 'ads', parameters, dates: null, timezone: 'UTC', now: 0 }, listed);
    expect(chosen.files.map((file) => file.path)).toEqual(paths);
  });

  it('a link and its target count once, and a transfer under way does not', async () => {
    symlinkSync('a.csv', join(server.folder, 'in/2026-03-05/link.csv'));
    symlinkSync('link.csv', join(server.folder, 'in/2026-03-05/again.csv'));
    symlinkSync('gone.csv', join(server.folder, 'in/2026-03-05/dangling.csv'));
    for (const suffix of ['tmp', 'part', 'filepart', 'crdownload']) write(`in/2026-03-05/a.csv.${suffix}`, 'A,');
    const parameters = { path: 'in/2026-03-05/*' };
    const chosen = chooseFiles(
      { name: 'ads', parameters, dates: null, timezone: 'UTC', now: 0 },
      await list(parameters),
    );
    expect(chosen.files.map(({ path }) => path)).toEqual(['in/2026-03-05/a.csv']);
    expect(chosen.leftOut.map(({ path }) => path).sort()).toEqual([
      'in/2026-03-05/again.csv',
      'in/2026-03-05/link.csv',
    ]);
  });

  it('lists the path of each report date, with size and time', async () => {
    utimesSync(join(server.folder, 'in/2026-03-04/a.csv'), 1_772_000_000, 1_772_000_000);
    const listed = await list({ path: 'in/{YYYY-MM-DD}/a.csv' }, { dates: ['2026-03-04', '2026-03-05'] });
    expect(listed.map((file) => [file.path, file.reportDate, file.size])).toEqual([
      ['in/2026-03-04/a.csv', '2026-03-04', 22],
      ['in/2026-03-05/a.csv', '2026-03-05', 22],
    ]);
    expect(listed[0]).toMatchObject({ modified: 1_772_000_000_000, checksum: null });
  });

  it('gives the bytes of what was listed, in that order, and of big files all in order', async () => {
    const big = Array.from({ length: 200_000 }, (_, row) => `row ${row}\n`).join('');
    write('in/2026-03-04/b.json', big);
    const files = await list({ path: 'in/2026-03-04/*' });
    const bytes: number[] = [];
    const context = buildContext({ onBytes: (count) => bytes.push(count) });
    const texts = await read([...files].reverse(), context);
    expect(texts[0] === `b.json: ${big}`).toBe(true);
    expect(texts[1]).toBe('a.csv: of in/2026-03-04/a.csv');
    expect(bytes.reduce((sum, count) => sum + count, 0)).toBe(big.length + 22);
  });

  it('does not take another content or what is gone for what was listed', { tags: 'case:missing' }, async () => {
    const [file] = (await list({ path: 'other.csv' })) as [ListedFile];
    write('other.csv', 'something else');
    await expect(read([file])).rejects.toMatchObject({ code: 'SOURCE_FILE_CHANGED' });
    rmSync(join(server.folder, 'other.csv'));
    await expect(read([file])).rejects.toMatchObject({ code: 'SOURCE_FILE_MISSING' });
    await expect(read([{ ...file, path: '../etc/passwd' }])).rejects.toMatchObject({ code: 'SOURCE_FILE_MISSING' });
  });

  it('notices a file that is written to while it is read', async () => {
    const files = await list({ path: 'other.csv' });
    server.server.trouble = (operation) => {
      if (operation === 'read') utimesSync(join(server.folder, 'other.csv'), 1_000_000, 1_000_000);
      return undefined;
    };
    await expect(read(files)).rejects.toMatchObject({ code: 'SOURCE_FILE_CHANGED' });
  });

  it('reports a connection that is cut in the middle, and reads the file whole afterwards', {
    tags: 'case:cut',
  }, async () => {
    write('other.csv', Buffer.alloc(3_000_000, 'x'));
    const files = await list({ path: 'other.csv' });
    let reads = 0;
    server.server.trouble = (operation) => {
      if (operation !== 'read') return undefined;
      reads += 1;
      return reads === 50 ? 'cut' : undefined;
    };
    await expect(read(files)).rejects.toMatchObject({ code: 'SOURCE_ENDED_EARLY', class: 'transient' });
    expect((await read(files))[0]?.length).toBe(3_000_000 + 'other.csv: '.length);
  });

  it('a failure is never an empty list', { tags: ['case:refused', 'case:wrong-key', 'case:denied'] }, async () => {
    const path = 'in/*/a.csv';
    for (const key of server.wrongKeys)
      await expect(list({ path }, { key })).rejects.toMatchObject({
        code: 'SOURCE_AUTH_FAILED',
        class: 'authentication',
      });
    await expect(list({ path }, { key: null })).rejects.toMatchObject({ code: 'KEY_MISSING' });
    const refused = changeKey(server.key, { port: 1 });
    await expect(list({ path }, { key: refused })).rejects.toMatchObject({ code: 'SOURCE_UNREACHABLE' });
    const unknown = changeKey(server.key, { host: 'nowhere.invalid' });
    await expect(list({ path }, { key: unknown })).rejects.toMatchObject({ code: 'SOURCE_UNREACHABLE' });
    const inside = changeKey(server.key, { host: '10.0.0.1' });
    await expect(list({ path }, { key: inside })).rejects.toMatchObject({ code: 'HOST_NOT_ALLOWED' });
    server.server.trouble = () => 'denied';
    await expect(list({ path })).rejects.toMatchObject({
      code: 'SOURCE_BAD_REQUEST',
      message: 'ads: sftp://127.0.0.1/in answered 3: permission denied. Check the parameters.',
    });
    server.server.trouble = () => 'cut';
    await expect(list({ path })).rejects.toMatchObject({ code: 'SOURCE_UNREACHABLE', class: 'transient' });
  });

  it('accepts the server with the pinned host key, and no other', async () => {
    const { fingerprint } = server;
    const pinned = changeKey(server.key, { host_fingerprint: fingerprint });
    expect(await list({ path: 'other.csv' }, { key: pinned })).toHaveLength(1);
    const expected = `SHA256:${'A'.repeat(43)}`;
    const other = changeKey(server.key, { host_fingerprint: expected });
    await expect(list({ path: 'other.csv' }, { key: other })).rejects.toMatchObject({
      code: 'HOST_KEY_CHANGED',
      class: 'authentication',
      message: `ads: the host key of 127.0.0.1 is ${fingerprint}, not ${expected}. Ask its administrator whether it was replaced, then edit the key exchange and unsuspend it.`,
    });
  });

  it.each([{}, { path: 'in/../x' }, { path: 'in/' }, { path: 'in' }, { path: '{YYYY}.csv' }])(
    'refuses the parameters %j',
    async (parameters: Parameters) => {
      await expect(list(parameters)).rejects.toMatchObject({ code: 'PARAMETER_INVALID' });
    },
  );

  it('stops when it is cancelled at a silent server', { tags: 'case:silent' }, async () => {
    const abort = new AbortController();
    const asked: string[] = [];
    server.server.trouble = (_, path) => {
      asked.push(path);
      return 'silent';
    };
    const listing = list({ path: 'in/*' }, {}, buildContext({ signal: abort.signal }));
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    abort.abort(new Error('cancelled'));
    await expect(listing).rejects.toThrow('cancelled');
  });
});
