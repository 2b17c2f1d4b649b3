import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { Parameters } from '@switchboard/model/plan';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { detectSandbox, SANDBOX_PARTS } from '../../sandbox/detect-sandbox.ts';
import type { ConnectorContext, KeyProperties } from '../../spec.ts';
import { buildContext } from '../../testing/context.ts';
import { serveHttp } from '../../testing/http-server.ts';
import { createTestBucket } from '../../testing/s3.ts';
import { createStandIn } from '../../testing/sftp.ts';
import { fetchDatabase } from './fetch-database.ts';
import { makeDatabase } from './harness.ts';
import { source } from './source.ts';

const folder = useFolder('sqlite-source');
const ORDERS = makeDatabase(`create table orders (id integer, note text, day, at);
  insert into orders values (1, 'first', '2026-03-04', 1772600400), (2, null, '2026-03-04 23:59:59', 1772586000), (3, '', '2026-03-05', 1772672400)`);

type Given = {
  readonly key?: KeyProperties | null;
  readonly reportDate?: string | null;
  readonly context?: Partial<ConnectorContext>;
};

/** The CSV that a declaration gives. */
async function read(
  parameters: Parameters,
  { key = null, reportDate = null, context = {} }: Given = {},
): Promise<string> {
  const answer = await source.fetch(
    { name: 'orders', parameters, key, reportDate, state: null },
    buildContext({ folders: { read: [folder], write: [] }, ...context }),
  );
  if (answer.kind !== 'files') throw new Error('expected files');
  let csv = '';
  for await (const file of answer.files) csv += await text(file.body);
  return csv;
}

/** Rows of a database file in the folder, as CSV. */
function readFrom(bytes: Buffer, parameters: Parameters = { table: 'orders' }, given: Given = {}): Promise<string> {
  writeFileSync(join(folder, 'shop.db'), bytes);
  return read({ path: 'shop.db', ...parameters }, given);
}

type Seen = { readonly program: string; readonly status: string; readonly mounts: string; readonly network: string };

/** The processes that a process has started, and those that they have. */
function descendants(pid: number): readonly Seen[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return children.flatMap((child) => [
    {
      program: readlinkSync(`/proc/${child}/exe`),
      status: readFileSync(`/proc/${child}/status`, 'utf8'),
      mounts: readlinkSync(`/proc/${child}/ns/mnt`),
      network: readlinkSync(`/proc/${child}/ns/net`),
    },
    ...descendants(child),
  ]);
}

describe('sqlite source', () => {
  it('reads a file from HTTP, S3 and SFTP as from a folder', async () => {
    const expected = 'id\n1\n2\n3\n';
    const query = 'select id from orders';
    expect(await readFrom(ORDERS, { query })).toBe(expected);
    const origin = await serveHttp((_, response) => response.end(ORDERS));
    expect(await read({ path: `${origin}/shop.db`, query })).toBe(expected);
    const store = await createTestBucket();
    await store.bucket.write('shop.db', Readable.from([ORDERS]), {
      signal: new AbortController().signal,
      condition: 'any',
    });
    expect(await read({ path: `s3://${store.name}/shop.db`, query }, { key: store.key })).toBe(expected);
    const server = await createStandIn();
    writeFileSync(join(server.folder, 'shop.db'), ORDERS);
    expect(await read({ path: 'shop.db', query }, { key: server.key })).toBe(expected);
    server.close();
  });

  it('names the file by the report date', async () => {
    writeFileSync(join(folder, 'shop-2026-03-04.db'), ORDERS);
    const parameters = { path: 'shop-{YYYY-MM-DD}.db', query: 'select count(*) as n from orders' };
    expect(await read(parameters, { reportDate: '2026-03-04' })).toBe('n\n3\n');
  });

  it('spells each value as it is stored, whatever the type of its column', async () => {
    const bytes = makeDatabase(`create table orders (v integer);
      insert into orders values (9223372036854775807), (-1), (0.1), (1e300), (9e999), ('text'), ('a "quote", and a comma'),
        (x'00ff'), (cast(x'ff41' as text)), (cast(x'61000062' as text)), ('😀 日本語'), (''), (null)`);
    expect(await readFrom(bytes)).toBe(
      'v\n9223372036854775807\n-1\n0.1\n1e+300\nInfinity\ntext\n"a ""quote"", and a comma"\n\\x00ff\n\\xff41\na\0\0b\n😀 日本語\n""\n\n',
    );
  });

  it.each(['UTF-16le', 'UTF-16be'])('reads a database whose texts are %s', async (encoding) => {
    const bytes = makeDatabase(`pragma encoding = '${encoding}'; create table orders (note text);
      insert into orders values ('größe 😀')`);
    expect(await readFrom(bytes)).toBe('note\ngröße 😀\n');
  });

  it('reads a database in the mode of a write-ahead log, as of its last checkpoint', async () => {
    expect(
      await readFrom(
        makeDatabase(`pragma journal_mode = wal; create table orders (id); insert into orders values (1)`),
      ),
    ).toBe('id\n1\n');
  });

  it('reads the rows of a report date by a text, and by seconds in the timezone of the download', async () => {
    const query = 'select id, day, at from orders';
    const given = { reportDate: '2026-03-04' };
    const [byDay, byMoment] = [
      await readFrom(ORDERS, { query, date_column: 'day', timezone: 'UTC' }, given),
      await readFrom(ORDERS, { query, date_column: 'at', timezone: 'America/New_York' }, given),
    ];
    expect(byDay.match(/^\d/gm)).toEqual(['1', '2']);
    expect(byMoment.match(/^\d/gm)).toEqual(['1', '3']);
  });

  it.each([
    [
      'numbers and texts',
      `(1772600400), ('2026-03-04')`,
      'names day, which holds integer and text; convert it in a query',
    ],
    ['other texts', `('3/4/2026')`, 'names day, which holds text that begins otherwise than yyyy-MM-dd, not dates'],
    ['milliseconds', `(1772600400000)`, 'names day, which holds integers that are no seconds since 1970, not dates'],
    ['dates as numbers', `(20260304)`, 'names day, which holds integers that are no seconds since 1970, not dates'],
    ['real numbers', `(2461103.5)`, 'names day, which holds real, not dates'],
  ])('refuses a date column that holds %s, of which rows would be lost', async (_, values, reason) => {
    const bytes = makeDatabase(`create table orders (day); insert into orders values ${values}`);
    const parameters = { table: 'orders', date_column: 'day' };
    await expect(readFrom(bytes, parameters, { reportDate: '2026-03-04' })).rejects.toMatchObject({
      code: 'PARAMETER_INVALID',
      message: expect.stringContaining(reason) as unknown,
    });
  });

  it('reads a table of 1,200 columns', async () => {
    const names = Array.from({ length: 1200 }, (_, index) => `a_column_with_a_long_name_${index}`);
    const bytes = makeDatabase(
      `create table orders (${names.join(', ')}); insert into orders (${names[0]}) values (1)`,
    );
    expect((await readFrom(bytes)).split('\n')).toEqual([names.join(','), `1${','.repeat(1199)}`, '']);
  });

  it('keeps the order of order_by', async () => {
    expect(await readFrom(ORDERS, { query: 'select id from orders', order_by: ['id'] })).toBe('id\n1\n2\n3\n');
  });

  it('reads more than the pipe to the program holds', async () => {
    const bytes =
      makeDatabase(`create table orders (v); with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 50000)
      insert into orders select n || printf('%0100d', 0) from numbers`);
    expect((await readFrom(bytes)).split('\n')).toHaveLength(50_002);
  });
});

describe('sqlite source, of a broken or hostile file', () => {
  it.each([
    ['empty', Buffer.alloc(0), 'it is empty'],
    ['packed', gzipSync(ORDERS), 'it is packed with gzip'],
    ['a web page', Buffer.from('<!doctype html><p>Not found</p>'.repeat(9)), 'it is a web page or XML'],
    ['encrypted', Buffer.alloc(8192, 0x5a), 'it does not begin as one, which is also so when it is encrypted'],
  ])('names a file that is %s', async (_, bytes, reason) => {
    await expect(readFrom(bytes)).rejects.toMatchObject({
      code: 'FORMAT_UNREADABLE',
      message: expect.stringContaining(`shop.db is not a SQLite database: ${reason}.`) as unknown,
    });
  });

  it('reports a file that is cut short', async () => {
    await expect(readFrom(ORDERS.subarray(0, ORDERS.length - 4096))).rejects.toMatchObject({
      code: 'FILE_INCOMPLETE',
      message: expect.stringContaining(`it has ${ORDERS.length - 4096} of ${ORDERS.length} bytes`) as unknown,
    });
  });

  it('reports damage in the middle before it gives a row', async () => {
    const damaged = Buffer.from(ORDERS);
    damaged.fill(0xff, 4096, 4096 + 40);
    await expect(readFrom(damaged)).rejects.toMatchObject({ code: 'FILE_INCOMPLETE' });
  });

  it('reports a missing table and column, and numbers columns of one name', { tags: 'case:missing' }, async () => {
    const refused = (message: string) => ({
      code: 'SOURCE_BAD_REQUEST',
      message: expect.stringContaining(message) as unknown,
    });
    await expect(readFrom(ORDERS, { table: 'nowhere' })).rejects.toMatchObject(refused('no such table: nowhere'));
    await expect(readFrom(ORDERS, { query: 'select nope from orders' })).rejects.toMatchObject(
      refused('no such column: nope'),
    );
    await expect(readFrom(ORDERS, { query: 'select 1; select 2' })).rejects.toMatchObject(refused('syntax error'));
    expect(await readFrom(ORDERS, { query: 'select id, id + 1 as id from orders where id = 1' })).toBe(
      'id,id:1\n1,2\n',
    );
  });

  it('refuses a query that needs more memory than it may have', async () => {
    const query = 'select length(hex(zeroblob(900000000))) as n';
    await expect(readFrom(ORDERS, { query })).rejects.toMatchObject({
      code: 'SOURCE_BAD_REQUEST',
      message: expect.stringContaining('the query needs too much memory') as unknown,
    });
  });

  it('ends the program when nothing reads its rows any more', async () => {
    const query = 'with recursive n (i) as (select 1 union all select i + 1 from n) select count(*) from n';
    vi.stubEnv('TMPDIR', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    writeFileSync(join(folder, 'shop.db'), ORDERS);
    const answer = await source.fetch(
      { name: 'orders', parameters: { path: 'shop.db', query }, key: null, reportDate: null, state: null },
      buildContext({ folders: { read: [folder], write: [] } }),
    );
    if (answer.kind !== 'files') throw new Error('expected files');
    for await (const file of answer.files) file.body.destroy();
    await expect.poll(() => readdirSync(folder).filter((name) => name.startsWith('switchboard-sqlite-'))).toEqual([]);
  });

  it('reads in the sandbox: as another user, in namespaces of its own, under the filter of kernel calls', async (context) => {
    const sandbox = detectSandbox();
    const missing = SANDBOX_PARTS.filter((part) => !sandbox.parts.has(part));
    context.skip(missing.length > 0, `this machine refuses ${missing.join(', ')}: ${sandbox.reason}`);
    writeFileSync(join(folder, 'shop.db'), ORDERS);
    const query = 'with recursive n (i) as (select 1 union all select i + 1 from n) select i from n';
    const answer = await source.fetch(
      { name: 'orders', parameters: { path: 'shop.db', query }, key: null, reportDate: null, state: null },
      buildContext({ folders: { read: [folder], write: [] } }),
    );
    if (answer.kind !== 'files') throw new Error('expected files');
    for await (const file of answer.files) {
      const [first] = (await once(file.body, 'data')) as [Buffer];
      expect(first.toString()).toContain('i\n1\n2\n');
      const readers = descendants(process.pid).filter(({ program }) => program.endsWith('/node'));
      file.body.destroy();
      expect(readers).toHaveLength(1);
      const [reader = { program: '', status: '', mounts: '', network: '' }] = readers;
      expect(reader.status).toMatch(/^Seccomp:\t2$/m);
      expect(reader.status).toMatch(/^CapEff:\t0+$/m);
      expect(reader.mounts).not.toBe(readlinkSync('/proc/self/ns/mnt'));
      expect(reader.network).not.toBe(readlinkSync('/proc/self/ns/net'));
      if (sandbox.ownUser) expect(Number(/^Uid:\t(\d+)/m.exec(reader.status)?.[1])).toBeGreaterThan(1_900_000_000);
    }
  });

  it('refuses a file that is larger than it may be', async () => {
    writeFileSync(join(folder, 'shop.db'), ORDERS);
    const request = { name: 'orders', parameters: { path: 'shop.db', table: 'orders' }, key: null, reportDate: null };
    const context = buildContext({ folders: { read: [folder], write: [] } });
    const copy = fetchDatabase({ ...request, state: null }, context, join(folder, 'copy.db'), 100);
    await expect(copy).rejects.toMatchObject({ code: 'SOURCE_TOO_LARGE' });
  });

  it('reports movement while the file is copied, so that a long copy is not taken for silence', async () => {
    const moved: number[] = [];
    const csv = await readFrom(ORDERS, undefined, { context: { onBytes: (bytes) => void moved.push(bytes) } });
    // Only the rows count.
    expect(moved.slice(0, -1)).toContain(0);
    expect(moved.reduce((sum, bytes) => sum + bytes)).toBe(csv.length);
  });

  it('ends a query that never ends when it is cancelled, and leaves no file', async () => {
    vi.stubEnv('TMPDIR', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    writeFileSync(join(folder, 'shop.db'), ORDERS);
    const abort = new AbortController();
    const query = 'with recursive n (i) as (select 1 union all select i + 1 from n) select i from n';
    const answer = await source.fetch(
      { name: 'orders', parameters: { path: 'shop.db', query }, key: null, reportDate: null, state: null },
      buildContext({ folders: { read: [folder], write: [] }, signal: abort.signal }),
    );
    if (answer.kind !== 'files') throw new Error('expected files');
    const reading = (async () => {
      for await (const file of answer.files)
        for await (const _ of file.body) abort.abort(new Error('cancelled by a person'));
    })();
    await expect(reading).rejects.toThrow('cancelled by a person');
    await expect.poll(() => readdirSync(folder).filter((name) => name.startsWith('switchboard-sqlite-'))).toEqual([]);
  });
});

describe('sqlite source, of a server', () => {
  const key = { name: 'shop', type: 'basic', properties: { username: 'ann', password: 'not-the-password' } };
  const keyFor = (origin: string) => ({ ...key, properties: { ...key.properties, hosts: new URL(origin).host } });

  it.each([
    ['no such file', 404, 'SOURCE_NOT_FOUND'],
    ['a key that is rejected', 401, 'SOURCE_AUTH_FAILED'],
    ['a file that the key may not read', 403, 'SOURCE_AUTH_FAILED'],
  ])('reports %s', { tags: ['case:missing', 'case:wrong-key', 'case:denied'] }, async (_, status, code) => {
    const origin = await serveHttp((__, response) => response.writeHead(status).end('no'));
    await expect(
      read({ path: `${origin}/shop.db`, table: 'orders' }, { key: status === 404 ? null : keyFor(origin) }),
    ).rejects.toMatchObject({
      code,
    });
  });

  it('refuses several files, and a key that leads to no file server', async () => {
    writeFileSync(join(folder, 'one.sqlite'), ORDERS);
    writeFileSync(join(folder, 'two.sqlite'), ORDERS);
    await expect(read({ path: '*.sqlite', table: 'orders' })).rejects.toMatchObject({ code: 'PARAMETER_INVALID' });
    await expect(read({ path: 'missing.sqlite', table: 'orders' })).rejects.toMatchObject({
      code: 'SOURCE_FILE_MISSING',
    });
    await expect(read({ path: 'shop.db', table: 'orders' }, { key })).rejects.toMatchObject({
      code: 'KEY_NOT_SUPPORTED',
    });
  });
});
