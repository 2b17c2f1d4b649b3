import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { errorText } from '@switchboard/model/errors/errors';
import type { Plan } from '@switchboard/model/plan';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildPlan, buildSource, buildTable, buildUpload, columnsOf } from '../../test/build-plan.ts';
import { csv, gzip, type ReportServer, startReportServer } from '../../test/report-server.ts';
import { type LocalSetup, withLocalEngine } from './local-engine.ts';
import { neededFor } from './needed.ts';
import type { Step } from './pipeline-parts.ts';
import { type DateRun, runDate } from './run-date.ts';

let folder: string;
let server: ReportServer;
let steps: Step[];

const ADS = 'site,clicks\neu,3\nus,5\neu,4\nbad,many\n';
const adsColumns = columnsOf({ site: 'string', clicks: 'integer' });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchboard-cli-'));
  steps = [];
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

function run(plan: Plan, more: Partial<LocalSetup> = {}): Promise<DateRun> {
  const setup = {
    plan,
    keys: new Map(),
    readFolders: [folder],
    writeFolder: join(folder, 'out'),
    stateFolder: null,
    allowHosts: [server.host],
    signal: new AbortController().signal,
    firstRetryDelay: 5,
    report: (step: Step) => void steps.push(step),
    ...more,
  };
  return withLocalEngine(setup, (engine) => runDate(engine, neededFor(plan, []), '2026-11-19'));
}
const written = (path: string): Promise<Buffer> => readFile(join(folder, 'out', path));

const SUM = 'SELECT site, sum(clicks) AS clicks FROM ads GROUP BY ALL';

describe('a pipeline without a server', () => {
  test('goes from a source over HTTP to files, with its dirty rows reported', async () => {
    server = await startReportServer({ '/ads': csv(ADS) });
    const ads = buildSource('ads', adsColumns, { url: `${server.url}/ads?date={YYYY-MM-DD}`, format: 'csv' });
    const daily = buildTable('daily', ['ads'], SUM, adsColumns);
    const plan = buildPlan(
      [ads],
      [daily],
      [
        buildUpload('daily', '{YYYY}/{MM}/{DD}.csv.gz', ['ads'], ['daily'], adsColumns),
        buildUpload('ads', 'ads.csv', ['ads'], [], adsColumns),
      ],
    );
    const { outcome, samples } = await run(plan);
    expect(outcome.downloads).toMatchObject([
      { name: 'ads', status: 'completed', files: 1, bytes: ADS.length, message: null },
    ]);
    expect(outcome.downloads[0]?.tables[0]?.answer).toMatchObject({
      records: 4,
      rows: 3,
      dirtyRows: 1,
      dirtyStatus: 'some',
    });
    expect(outcome.uploads).toMatchObject([
      { name: 'daily', status: 'completed', rows: 2, destination: 'file · 2026/11/19.csv.gz' },
      { name: 'ads', status: 'completed', rows: 3, destination: 'file · ads.csv' },
    ]);
    expect(gunzipSync(await written('2026/11/19.csv.gz')).toString()).toBe('site,clicks\neu,7\nus,5\n');
    expect((await written('ads.csv')).toString()).toBe('site,clicks\neu,3\nus,5\neu,4\n');
    expect(samples.get('ads')).toMatchObject([{ line: '5', column: 'clicks', raw: 'bad,many' }]);
    expect(steps.at(0)).toMatchObject({ kind: 'working', work: { kind: 'download', name: 'ads' }, doing: 'fetching' });
    expect(steps.filter((step) => step.kind === 'ended')).toHaveLength(3);
  });

  test('a second run replaces the first, byte for byte the same', async () => {
    server = await startReportServer({ '/ads': csv(ADS) });
    const ads = buildSource('ads', adsColumns, { url: `${server.url}/ads`, format: 'csv' });
    const plan = buildPlan(
      [ads],
      [buildTable('daily', ['ads'], SUM, adsColumns)],
      [buildUpload('daily', 'd.parquet', ['ads'], ['daily'], adsColumns)],
    );
    await run(plan);
    const first = await written('d.parquet');
    expect((await run(plan)).outcome.uploads).toMatchObject([{ status: 'completed', rows: 2 }]);
    expect((await written('d.parquet')).equals(first)).toBe(true);
  });

  test('a failed source stops only what needs it', async () => {
    server = await startReportServer({ '/ads': csv(ADS), '/dirt': csv('n\nx\ny\n') });
    const n = columnsOf({ n: 'integer' });
    const plan = buildPlan(
      [
        buildSource('ads', adsColumns, { url: `${server.url}/ads`, format: 'csv' }),
        buildSource('gone', n, { url: `${server.url}/gone`, format: 'csv' }),
        buildSource('dirt', n, { url: `${server.url}/dirt`, format: 'csv' }),
      ],
      [],
      [
        buildUpload('ads', 'ads.csv', ['ads'], [], adsColumns),
        buildUpload('gone', 'gone.csv', ['gone'], [], n),
        buildUpload('dirt', 'dirt.csv', ['dirt'], [], n),
      ],
    );
    const { outcome, samples } = await run(plan);
    expect(outcome.downloads.map(({ name, status }) => [name, status])).toEqual([
      ['ads', 'completed'],
      ['gone', 'failed'],
      ['dirt', 'failed'],
    ]);
    expect(outcome.downloads[1]?.message).toContain('404');
    expect(outcome.downloads[2]?.message).toBe(errorText('ALL_ROWS_DIRTY'));
    expect(samples.get('dirt')).toHaveLength(2);
    expect(outcome.uploads.map(({ name, status }) => [name, status])).toEqual([
      ['ads', 'completed'],
      ['gone', 'skipped'],
      ['dirt', 'skipped'],
    ]);
    expect(await readdir(join(folder, 'out'))).toEqual(expect.arrayContaining(['ads.csv']));
    await expect(written('gone.csv')).rejects.toThrow('ENOENT');
  });

  test('a bad table stops only its own upload, and an empty result uploads nothing', async () => {
    server = await startReportServer({ '/ads': csv(ADS) });
    const ads = buildSource('ads', adsColumns, { url: `${server.url}/ads`, format: 'csv' });
    const tables = [
      buildTable('good', ['ads'], SUM, adsColumns),
      buildTable('bad', ['ads'], 'SELECT site, CAST(site AS BIGINT) AS clicks FROM ads', adsColumns),
      buildTable('none', ['ads'], 'SELECT site, clicks FROM ads WHERE clicks > 100', adsColumns),
    ];
    const plan = buildPlan(
      [ads],
      tables,
      tables.map(({ name }) => buildUpload(name, `${name}.csv`, ['ads'], [name], adsColumns)),
    );
    const { outcome } = await run(plan);
    expect(outcome.uploads.map(({ name, status }) => [name, status])).toEqual([
      ['good', 'completed'],
      ['bad', 'failed'],
      ['none', 'empty'],
    ]);
    expect(outcome.uploads[1]?.message).toContain('The table bad could not be built');
  });

  test('an empty result keeps the file with a warning, replaces it or fails, as the upload declares', async () => {
    let rows = ADS;
    server = await startReportServer({ '/ads': (_, response) => void response.end(rows) });
    const ads = buildSource('ads', adsColumns, { url: `${server.url}/ads`, format: 'csv' });
    const build = (name: string, whenEmpty?: 'replace' | 'fail') => ({
      ...buildUpload('ads', `${name}.csv`, ['ads'], [], adsColumns),
      name,
      ...(whenEmpty && { whenEmpty }),
    });
    const uploads = [build('kept'), build('replaced', 'replace'), build('needed', 'fail')];
    const plan = buildPlan([ads], [], uploads);
    await run(plan);
    rows = 'site,clicks\n';
    const { outcome } = await run(plan);
    expect(
      outcome.uploads.map(({ name, status, keepsRows, message, code }) => [name, status, keepsRows, message, code]),
    ).toEqual([
      [
        'kept',
        'empty',
        true,
        'The result has no rows; nothing was uploaded. Rows of 2026-11-19 that were uploaded before stay at file · kept.csv. Set when_empty to "replace" or "fail" to change that.',
        null,
      ],
      ['replaced', 'completed', false, null, null],
      [
        'needed',
        'failed',
        false,
        errorText('EMPTY_RESULT_REFUSED', { name: 'needed', date: '2026-11-19' }),
        'EMPTY_RESULT_REFUSED',
      ],
    ]);
    const ALL = 'site,clicks\neu,3\nus,5\neu,4\n';
    expect(String(await written('kept.csv'))).toBe(ALL);
    expect(String(await written('replaced.csv'))).toBe('site,clicks\n');
    expect(String(await written('needed.csv'))).toBe(ALL);
    // A file that was never written keeps nothing.
    const first = await run(buildPlan([ads], [], [build('first')]));
    expect(first.outcome.uploads).toMatchObject([{ status: 'empty', keepsRows: false }]);
    await expect(written('first.csv')).rejects.toThrow('ENOENT');
  });

  test('what fails for a while is tried again', async () => {
    const good = gzip('ads.csv.gz', ADS);
    server = await startReportServer({
      '/ads': (request, response, call) => {
        if (call === 1) return void response.writeHead(503, { 'retry-after': '0' }).end('busy');
        if (call === 2) {
          response.writeHead(200, { 'content-length': 1000 });
          return void response.write('site', () => response.destroy());
        }
        return good(request, response, call);
      },
    });
    const ads = buildSource('ads', adsColumns, { url: `${server.url}/ads` });
    const { outcome } = await run(buildPlan([ads], [], []));
    expect(outcome.downloads).toMatchObject([{ status: 'completed', files: 1 }]);
    const retries = steps.filter((step) => step.kind === 'retrying');
    expect(retries.map((step) => step.retry)).toEqual([1, 2]);
    expect(retries[1]?.message).toContain('ended early');
    expect(server.calls.get('/ads')).toBe(3);
  });

  test('a private host is out of reach unless it was allowed', async () => {
    server = await startReportServer({ '/ads': csv(ADS) });
    const ads = buildSource('ads', adsColumns, { url: `${server.url}/ads`, format: 'csv' });
    const { outcome } = await run(buildPlan([ads], [], []), { allowHosts: [] });
    expect(outcome.downloads).toMatchObject([
      {
        status: 'failed',
        message: 'Host 127.0.0.1 is not allowed. A private host must be allowed with --allow-host host:port.',
      },
    ]);
    expect(server.calls.size).toBe(0);
  });

  test('a wish to stop ends it, closes the connection and leaves nothing behind', async () => {
    let closed = false;
    const stop = new AbortController();
    server = await startReportServer({
      '/ads': (request, response) => {
        request.socket.once('close', () => {
          closed = true;
        });
        response.writeHead(200).write('site,clicks\n');
        stop.abort(new Error('enough'));
      },
    });
    const ads = buildSource('ads', adsColumns, { url: `${server.url}/ads`, format: 'csv' });
    await expect(run(buildPlan([ads], [], []), { signal: stop.signal })).rejects.toThrow('enough');
    await expect.poll(() => closed).toBe(true);
    expect(await readdir(folder)).toEqual([]);
  });
});

test('only the named uploads run, with what they need', () => {
  const source = (name: string) => buildSource(name, adsColumns, {});
  const plan = buildPlan(
    [source('a'), source('b')],
    [],
    [buildUpload('a', 'a', ['a'], [], adsColumns), buildUpload('b', 'b', ['b'], [], adsColumns)],
  );
  const needed = neededFor(plan, ['b', 'b']);
  expect(needed.sources.map(({ name }) => name)).toEqual(['b']);
  expect(needed.uploads.map(({ name }) => name)).toEqual(['b']);
  expect(() => neededFor(plan, ['c'])).toThrow("There is no upload c. The script's uploads: a, b.");
});
