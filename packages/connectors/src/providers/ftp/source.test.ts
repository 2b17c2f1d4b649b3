import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Parameters } from '@switchboard/model/plan';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chooseFiles } from '../../listing/date-files.ts';
import { createEgress } from '../../network/egress.ts';
import type { ConnectorContext, ListedFile, WantedFile } from '../../spec.ts';
import { buildContext } from '../../testing/context.ts';
import { createFtpServer, type FtpServer } from '../../testing/ftp.ts';
import type { FtpOptions, Trouble } from '../../testing/ftp-stand-in.ts';
import { changeKey } from '../../testing/harness.ts';
import { source } from './source.ts';

/** A server with a few files. */
async function serve(options: Partial<FtpOptions> = {}): Promise<FtpServer> {
  const server = await createFtpServer(options);
  onTestFinished(() => server.close());
  for (const path of [
    'in/2026-03-04/a.csv',
    'in/2026-03-04/b c.json',
    'in/2026-03-05/a.csv',
    'in/2026-03-05/sub/c.csv',
  ])
    write(server, path, `of ${path}`);
  write(server, 'in/2026-03-04/.a.csv.u1.1.part', 'half');
  write(server, 'other.csv', 'another');
  return server;
}

function write({ folder }: FtpServer, path: string, body: string | Buffer): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), body);
}

type Asked = { readonly dates?: readonly string[] | null; readonly key?: FtpServer['key'] | null };

function list(
  server: FtpServer,
  parameters: Parameters,
  { dates = null, key = server.key }: Asked = {},
  context = buildContext(),
) {
  if (source.list === undefined) throw new Error('it cannot list');
  return source.list({ name: 'ads', parameters, key, dates }, context);
}

async function read({ key }: FtpServer, files: readonly WantedFile[], context: ConnectorContext = buildContext()) {
  const request = { name: 'ads', parameters: { path: 'in/*' }, key, reportDate: null, state: null, files };
  const answer = await source.fetch(request, context);
  if (answer.kind !== 'files') throw new Error('expected files');
  const texts: string[] = [];
  for await (const file of answer.files) texts.push(`${file.url}: ${await text(file.body)}`);
  return texts;
}

const OLD = { isModern: false } as const;

it('reads from a private host of which one port is allowed, through the ports that it chooses for data', async () => {
  const server = await serve();
  const allowed = `127.0.0.1:${String(server.key.properties['port'])}`;
  const egress = createEgress({ allowPrivate: [allowed], stallTimeoutMs: 3_000, now: Date.now });
  const context = buildContext({ egress });
  const listed = await list(server, { path: 'other.csv' }, {}, context);
  expect(
    await read(
      server,
      listed.map(({ path, size, modified, checksum }) => ({ path, size, modified, checksum })),
      context,
    ),
  ).toEqual([expect.stringContaining('other.csv: another')]);
});

describe.each([
  ['modern', {}],
  ['old', OLD],
  ['encrypted', { tls: 'explicit' }],
  ['old and encrypted from the first byte', { ...OLD, tls: 'implicit' }],
] as const)('an FTP server that is %s', (_, options) => {
  it.each([
    ['other.csv', {}, ['other.csv']],
    ['/other.csv', {}, ['/other.csv']],
    ['in/*/a.csv', {}, ['in/2026-03-04/a.csv', 'in/2026-03-05/a.csv']],
    ['in/2026-03-04/*', {}, ['in/2026-03-04/a.csv', 'in/2026-03-04/b c.json']],
    ['in', { regex: '03-05/.*csv$' }, ['in/2026-03-05/a.csv', 'in/2026-03-05/sub/c.csv']],
    ['nowhere', { pattern: '*' }, []],
    ['nowhere/deep/x.csv', {}, []],
  ])('lists %s with %j', async (path, more, paths) => {
    const server = await serve(options);
    const parameters = { path, ...more };
    const listed = await list(server, parameters);
    const chosen = chooseFiles({ name: 'ads', parameters, dates: null, timezone: 'UTC', now: 0 }, listed);
    expect(chosen.files.map((file) => file.path)).toEqual(paths);
  });

  it('gives the size and the exact time of each file, and the bytes of what was listed', async () => {
    const server = await serve(options);
    const big = Array.from({ length: 200_000 }, (__, row) => `row ${row}\n`).join('');
    write(server, 'in/2026-03-04/b c.json', big);
    utimesSync(join(server.folder, 'in/2026-03-04/a.csv'), 1_772_000_000, 1_772_000_000);
    const listed = await list(server, { path: 'in/{YYYY-MM-DD}/*' }, { dates: ['2026-03-04'] });
    expect(listed[0]).toEqual({
      path: 'in/2026-03-04/a.csv',
      relative: 'in/2026-03-04/a.csv',
      reportDate: '2026-03-04',
      size: 22,
      modified: 1_772_000_000_000,
      checksum: null,
    });
    const scheme = 'tls' in options ? 'ftps' : 'ftp';
    const texts = await read(server, [...listed].reverse());
    expect(texts[0] === `${scheme}://127.0.0.1/in/2026-03-04/b c.json: ${big}`).toBe(true);
    expect(texts[1]).toBe(`${scheme}://127.0.0.1/in/2026-03-04/a.csv: of in/2026-03-04/a.csv`);
  });
});

describe.each([
  ['modern', {}],
  ['old', OLD],
] as const)('links at an FTP server that is %s', (_, options) => {
  it('a link and its target count once, whatever links lead to the link', {
    tags: 'case:sftp-partial-suffix',
  }, async () => {
    const server = await serve(options);
    symlinkSync('a.csv', join(server.folder, 'in/2026-03-05/link.csv'));
    symlinkSync('link.csv', join(server.folder, 'in/2026-03-05/again.csv'));
    const parameters = { path: 'in/2026-03-05/*' };
    const chosen = chooseFiles(
      { name: 'ads', parameters, dates: null, timezone: 'UTC', now: 0 },
      await list(server, parameters),
    );
    expect(chosen.files.map(({ path }) => path)).toEqual(['in/2026-03-05/a.csv']);
    expect(chosen.leftOut.map(({ path, by }) => `${path} ${by}`).sort()).toEqual([
      'in/2026-03-05/again.csv in/2026-03-05/a.csv',
      'in/2026-03-05/link.csv in/2026-03-05/a.csv',
    ]);
  });

  it('a link that leads nowhere is left out of a pattern, in whatever words the server refuses it', {
    tags: 'case:ftp-550-permanent',
  }, async () => {
    const server = await serve(options);
    symlinkSync('gone.csv', join(server.folder, 'in/2026-03-05/dangling.csv'));
    for (const trouble of [undefined, 'vague', 'denied'] as const) {
      server.server.trouble = (operation, path) =>
        operation === 'stat' && path.endsWith('dangling.csv') ? trouble : undefined;
      const listed = await list(server, { path: 'in/2026-03-05/*' });
      expect(listed.map(({ path }) => path)).toEqual(['in/2026-03-05/a.csv']);
    }
  });

  it('an entry that may not be read fails when it is fetched, and does not hide the others', async () => {
    const server = await serve(options);
    write(server, 'in/2026-03-05/b.csv', 'secret');
    server.server.trouble = (operation, path) =>
      path.endsWith('b.csv') && operation !== 'list' ? 'denied' : undefined;
    const listed = await list(server, { path: 'in/2026-03-05/*' });
    expect(listed.map(({ path }) => path).sort()).toEqual(['in/2026-03-05/a.csv', 'in/2026-03-05/b.csv']);
    await expect(
      read(
        server,
        listed.filter(({ path }) => path.endsWith('b.csv')),
      ),
    ).rejects.toMatchObject({
      code: 'SOURCE_BAD_REQUEST',
    });
  });
});

describe('ftp source', () => {
  it('does not take another content or what is gone for what was listed', async () => {
    const server = await serve();
    const [file] = (await list(server, { path: 'other.csv' })) as [ListedFile];
    write(server, 'other.csv', 'something else');
    await expect(read(server, [file])).rejects.toMatchObject({ code: 'SOURCE_FILE_CHANGED' });
    rmSync(join(server.folder, 'other.csv'));
    await expect(read(server, [file])).rejects.toMatchObject({ code: 'SOURCE_FILE_MISSING' });
    await expect(read(server, [{ ...file, path: '../etc/passwd' }])).rejects.toMatchObject({
      code: 'SOURCE_FILE_MISSING',
    });
  });

  it('notices a file that is written to while it is read', async () => {
    const server = await serve();
    const files = await list(server, { path: 'other.csv' });
    server.server.trouble = (operation) => {
      if (operation === 'read') utimesSync(join(server.folder, 'other.csv'), 1_000_000, 1_000_000);
      return undefined;
    };
    await expect(read(server, files)).rejects.toMatchObject({ code: 'SOURCE_FILE_CHANGED' });
  });

  it('reports a connection that is cut, and reads the file whole afterwards', { tags: 'case:cut' }, async () => {
    const server = await serve();
    write(server, 'other.csv', Buffer.alloc(3_000_000, 'x'));
    const files = await list(server, { path: 'other.csv' });
    server.server.trouble = (operation) => (operation === 'read' ? 'cut after' : undefined);
    await expect(read(server, files)).rejects.toMatchObject({ code: 'SOURCE_ENDED_EARLY', class: 'transient' });
    server.server.trouble = () => undefined;
    expect((await read(server, files))[0]?.endsWith('x'.repeat(3_000_000))).toBe(true);
  });

  it('reports a sign-in that is refused, and a server that cannot be reached', {
    tags: ['case:refused', 'case:wrong-key'],
  }, async () => {
    const server = await serve();
    const path = 'in/*/a.csv';
    for (const key of server.wrongKeys)
      await expect(list(server, { path }, { key })).rejects.toMatchObject({
        code: 'SOURCE_AUTH_FAILED',
        class: 'authentication',
      });
    await expect(list(server, { path }, { key: null })).rejects.toMatchObject({ code: 'KEY_MISSING' });
    for (const [change, code] of [
      [{ port: 1 }, 'SOURCE_UNREACHABLE'],
      [{ host: 'nowhere.invalid' }, 'SOURCE_UNREACHABLE'],
      [{ host: '10.0.0.1' }, 'HOST_NOT_ALLOWED'],
      [{ tls_mode: 'explicit' }, 'SOURCE_AUTH_FAILED'],
    ] as const)
      await expect(list(server, { path }, { key: changeKey(server.key, change) })).rejects.toMatchObject({ code });
  });

  it.each<[Trouble, string, string]>([
    ['denied', 'SOURCE_BAD_REQUEST', 'permanent'],
    ['vague', 'SOURCE_BAD_REQUEST', 'permanent'],
    ['cut', 'SOURCE_UNREACHABLE', 'transient'],
  ])('takes no refusal of what is there for its absence: %s', { tags: 'case:denied' }, async (trouble, code, kind) => {
    for (const options of [{}, OLD]) {
      const server = await serve(options);
      server.server.trouble = (operation, path) => (path === '/in' || operation === 'stat' ? trouble : undefined);
      for (const path of ['in/*/a.csv', 'other.csv'])
        await expect(list(server, { path })).rejects.toMatchObject({ code, class: kind });
    }
  });

  it('takes the vague refusal of what no folder lists for its absence', { tags: 'case:missing' }, async () => {
    const server = await serve(OLD);
    server.server.trouble = (_, path) => (path.startsWith('/gone') ? 'vague' : undefined);
    expect(await list(server, { path: 'gone/deep/x.csv' })).toEqual([]);
    expect(await list(server, { path: 'gone/*' })).toEqual([]);
  });

  it('stops when it is cancelled at a silent server', { tags: 'case:silent' }, async () => {
    const server = await serve();
    const abort = new AbortController();
    const asked: string[] = [];
    server.server.trouble = (_, path) => {
      asked.push(path);
      return 'silent';
    };
    const listing = list(server, { path: 'in/*' }, {}, buildContext({ signal: abort.signal }));
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    abort.abort(new Error('cancelled'));
    await expect(listing).rejects.toThrow('cancelled');
  });

  it.each(['a\r\nDELE other.csv', 'a\nb'])('sends no line break of a path: %j', async (path) => {
    const server = await serve();
    await expect(list(server, { path })).rejects.toThrow();
    expect(server.server.commands).not.toContain('DELE');
  });
});
