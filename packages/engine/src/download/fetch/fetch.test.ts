import { createHash } from 'node:crypto';
import { createServer, get, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import type { Connector, SourceConnector, SourceFile } from '@switchboard/connectors';
import { PipelineError } from '@switchboard/model/errors/errors';
import type { FaultPoint } from '@switchboard/model/faults';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { useBench } from '../../../test/use-bench.ts';
import type { EngineContext } from '../../context.ts';
import type { FetchRequest } from '../../requests.ts';
import { cleanFilename, fetchSource } from './fetch.ts';

const servers: Server[] = [];

const bench = useBench();
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server of this test's own; gives its address. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** One file over HTTP, as its server sends it. */
async function remoteFile(url: string, filename: string, signal: AbortSignal): Promise<SourceFile> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    get(url, { signal }, resolve).on('error', reject),
  );
  const length = answer.headers['content-length'];
  return {
    filename,
    url,
    body: answer,
    expectedBytes: length === undefined ? null : Number(length),
    contentType: null,
  };
}

const sourceOf = (fetch: SourceConnector['fetch']): Connector => ({
  spec: { name: 'remote', displayName: 'Remote', keyTypes: [], keyRequired: false, source: { parameters: [] } },
  source: async () => ({ fetch }),
});

/** A source of these paths of one server, in order. */
const filesAt = (origin: string, ...paths: readonly string[]): Connector =>
  sourceOf((_request, context) =>
    Promise.resolve({
      kind: 'files',
      files: (async function* () {
        for (const path of paths) yield await remoteFile(origin + path, path.slice(1), context.signal);
      })(),
    }),
  );

let prefixes = 0;
function request(): FetchRequest {
  prefixes += 1;
  const source = { name: 'ads', connector: 'remote', parameters: {} };
  return { source, key: null, reportDate: '2026-11-19', state: null, prefix: `raw/${prefixes}` };
}
const contextOf = (connector: Connector, more: Partial<EngineContext> = {}): Promise<EngineContext> =>
  bench.context({ connectors: new Map([['remote', connector]]), ...more });

const body = (length: number): Buffer => Buffer.alloc(length, 'some,row,of,a,report\n');

describe('fetchSource', () => {
  test('keeps the charset that an answer names, except UTF-8', async () => {
    const types = [
      'text/csv; charset=ISO-8859-1',
      'text/csv;Charset="utf-16le"',
      'text/csv; charset=utf-8',
      'text/csv',
      null,
    ];
    const source = sourceOf(() =>
      Promise.resolve({
        kind: 'files',
        files: (async function* () {
          for (const contentType of types)
            yield { filename: 'a.csv', url: '', body: Readable.from(['a']), expectedBytes: null, contentType };
        })(),
      }),
    );
    const fetched = await fetchSource(request(), await contextOf(source));
    if (fetched.kind !== 'fetched') throw new Error('expected files');
    expect(fetched.files.map(({ charset }) => charset)).toEqual([
      'windows-1252',
      'utf-16le',
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('streams every file into the store, in order, with length, hash and progress', async () => {
    const large = body(3_000_000);
    const origin = await serve((asked, answer) => {
      if (asked.url === '/b.csv') return void answer.end(large);
      answer.write('small');
      answer.end();
    });
    const fetched = request();
    const faults: FaultPoint[] = [];
    bench.progress.length = 0;
    const fault = (point: FaultPoint): Promise<void> => Promise.resolve(void faults.push(point));
    const answer = await fetchSource(fetched, await contextOf(filesAt(origin, '/a.csv', '/b.csv'), { fault }));
    const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
    expect(answer).toEqual({
      kind: 'fetched',
      files: [
        {
          key: `${fetched.prefix}/00000;bytes=5;sha256=${sha256('small')}`,
          filename: 'a.csv',
          url: `${origin}/a.csv`,
          bytes: 5,
          sha256: sha256('small'),
        },
        {
          key: `${fetched.prefix}/00001;bytes=${large.length};sha256=${sha256(large)}`,
          filename: 'b.csv',
          url: `${origin}/b.csv`,
          bytes: large.length,
          sha256: sha256(large),
        },
      ],
    });
    const stored = Buffer.concat(await (await bench.store.open(`${fetched.prefix}/00001`)).toArray());
    expect(stored.equals(large)).toBe(true);
    expect(faults).toEqual(['mid-fetch', 'after-stream', 'after-stream']);
    expect(bench.progress[0]).toEqual({ bytes: 5 });
    expect(bench.progress.at(-1)).toEqual({ bytes: 5 + large.length, estimatedBytes: 5 + large.length });
    expect(bench.progress.length).toBeGreaterThan(10);
  });

  test('a report still being made is passed on, and its state comes back', async () => {
    const connector = sourceOf((asked) =>
      Promise.resolve(
        asked.state === null
          ? { kind: 'requested', state: { report: 7 }, checkAfterSeconds: 3 }
          : {
              kind: 'files',
              files: Readable.from([
                {
                  filename: JSON.stringify(asked.state),
                  url: 'x:',
                  body: Readable.from(['1']),
                  expectedBytes: 1,
                  contentType: null,
                },
              ]),
            },
      ),
    );
    const first = await fetchSource(request(), await contextOf(connector));
    expect(first).toEqual({ kind: 'requested', state: { report: 7 }, checkAfterSeconds: 3 });
    const second = await fetchSource({ ...request(), state: { report: 7 } }, await contextOf(connector));
    expect(second).toMatchObject({ kind: 'fetched', files: [{ filename: '{"report":7}', bytes: 1 }] });
  });

  test('no file is an answer; a failure is none', { tags: 'proof:fetch-failure-is-not-empty' }, async () => {
    expect(await fetchSource(request(), await contextOf(filesAt('http://127.0.0.1:1')))).toEqual({
      kind: 'fetched',
      files: [],
    });
    const broken = sourceOf(() =>
      Promise.reject(new PipelineError('SOURCE_FILE_MISSING', { name: 'ads', file: 'a.csv' })),
    );
    await expect(fetchSource(request(), await contextOf(broken))).rejects.toMatchObject({
      code: 'SOURCE_FILE_MISSING',
    });
  });

  test('a connection cut in the middle is a file that ended early', async () => {
    const origin = await serve((_asked, answer) => {
      answer.setHeader('content-length', 1_000_000);
      answer.write(body(10_000), () => answer.destroy());
    });
    const cut = request();
    await expect(fetchSource(cut, await contextOf(filesAt(origin, '/a.csv')))).rejects.toMatchObject({
      code: 'SOURCE_ENDED_EARLY',
      message: expect.stringMatching(
        /^Source file a\.csv ended early \(\d+ of 1000000 bytes\)\. Will retry\.$/,
      ) as unknown,
    });
    for await (const object of bench.store.list(cut.prefix)) expect(object).toBeNull();
  });

  test('a cut without a declaredRecords length is unreachable, never short', async () => {
    const origin = await serve((_asked, answer) => {
      answer.write(body(10_000), () => answer.destroy());
    });
    await expect(fetchSource(request(), await contextOf(filesAt(origin, '/a.csv')))).rejects.toMatchObject({
      code: 'SOURCE_UNREACHABLE',
    });
  });

  test('fewer and more bytes than declaredRecords both fail', async () => {
    for (const [text, expectedBytes] of [
      ['12345', 6],
      ['12345', 4],
    ] as const) {
      const file = { filename: 'a', url: 'x:', body: Readable.from([text]), expectedBytes, contentType: null };
      const connector = sourceOf(() => Promise.resolve({ kind: 'files', files: Readable.from([file]) }));
      await expect(fetchSource(request(), await contextOf(connector))).rejects.toMatchObject({
        code: 'SOURCE_ENDED_EARLY',
        message: expect.stringContaining(`(5 of ${expectedBytes} bytes)`) as unknown,
      });
    }
  });

  test('a source that falls silent in the middle is given up, and its connection closed', async () => {
    let closed = false;
    const origin = await serve((asked, answer) => {
      asked.socket.once('close', () => {
        closed = true;
      });
      answer.write(body(5_000));
    });
    await expect(
      fetchSource(request(), await contextOf(filesAt(origin, '/a.csv')), { stallTimeout: 150 }),
    ).rejects.toMatchObject({
      code: 'SOURCE_TIMEOUT',
      message: expect.stringContaining(new URL(origin).host) as unknown,
    });
    await expect.poll(() => closed).toBe(true);
  });

  test('a source that never answers, deaf to its signal, is given up', async () => {
    const deaf = sourceOf(() => new Promise(() => undefined));
    await expect(fetchSource(request(), await contextOf(deaf), { stallTimeout: 50 })).rejects.toMatchObject({
      code: 'SOURCE_TIMEOUT',
    });
  });

  test('slow is not silent', async () => {
    // Time passes only here: 300 of the 400 ms before each byte, which is sent once the one before it has arrived.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let left = 8;
    let sendByte = (): void => undefined;
    const origin = await serve((_asked, answer) => {
      sendByte = () => {
        vi.advanceTimersByTime(300);
        answer.write('x');
        left -= 1;
        if (left === 0) answer.end();
      };
      sendByte();
    });
    const onProgress = (): void => {
      if (left > 0) sendByte();
    };
    const context = await contextOf(filesAt(origin, '/a.csv'), { onProgress });
    const answer = await fetchSource(request(), context, { stallTimeout: 400 });
    expect(answer).toMatchObject({ files: [{ bytes: 8 }] });
  });

  test('an abort closes the connection and gives its reason', {
    tags: 'proof:fetch-abort-closes-connection',
  }, async () => {
    const abort = new AbortController();
    const origin = await serve((_asked, answer) => answer.write(body(5_000)));
    const fault = (): Promise<void> => Promise.resolve(abort.abort(new Error('cancelled by a person')));
    const context = await contextOf(filesAt(origin, '/a.csv'), { signal: abort.signal, fault });
    await expect(fetchSource(request(), context)).rejects.toThrow('cancelled by a person');
    await expect(fetchSource(request(), context)).rejects.toThrow('cancelled by a person');
  });

  test('closes a file that is opened after an abort, and ignores its errors', async () => {
    const abort = new AbortController();
    const late = new PassThrough();
    const opening = Promise.withResolvers<void>();
    const connector = sourceOf(() =>
      Promise.resolve({
        kind: 'files',
        files: (async function* () {
          abort.abort(new Error('cancelled by a person'));
          await opening.promise;
          yield { filename: 'a', url: 'x:', body: late, expectedBytes: null, contentType: null };
        })(),
      }),
    );
    await expect(fetchSource(request(), await contextOf(connector, { signal: abort.signal }))).rejects.toThrow(
      'cancelled',
    );
    opening.resolve();
    await expect.poll(() => late.destroyed).toBe(true);
  });

  test('a fault in the middle passes through', async () => {
    const origin = await serve((_asked, answer) => answer.end('x'));
    const context = await contextOf(filesAt(origin, '/a.csv'), { fault: () => Promise.reject(new Error('planted')) });
    await expect(fetchSource(request(), context)).rejects.toThrow('planted');
  });

  test('refuses too much, promised or not', async () => {
    const origin = await serve((asked, answer) => {
      if (asked.url === '/declaredRecords') return void answer.end(body(20_000));
      answer.write(body(20_000));
      answer.end();
    });
    for (const path of ['/declaredRecords', '/endless']) {
      await expect(
        fetchSource(request(), await contextOf(filesAt(origin, path)), { bytes: 10_000 }),
      ).rejects.toMatchObject({
        code: 'SOURCE_TOO_LARGE',
        message: `Source file ${path.slice(1)} is larger than 10000 bytes. Have it delivered in smaller files.`,
      });
    }
    await expect(
      fetchSource(request(), await contextOf(filesAt(origin, '/1', '/2')), { bytes: 30_000 }),
    ).rejects.toMatchObject({
      code: 'SOURCE_TOO_LARGE',
    });
  });

  test('an unknown connector is named', async () => {
    await expect(fetchSource(request(), await bench.context())).rejects.toMatchObject({ code: 'PARAMETER_INVALID' });
  });
});

test('file names are shown as they are but for what cannot be shown', () => {
  expect(cleanFilename('Größe 2026.csv')).toBe('Größe 2026.csv');
  expect(cleanFilename('a\u0000b\r\n\u001b[31m.csv')).toBe('ab[31m.csv');
  expect(cleanFilename('\n')).toBe('file');
  expect(cleanFilename(`${'x'.repeat(600)}.csv`)).toHaveLength(512);
});
