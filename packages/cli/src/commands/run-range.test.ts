import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { csv, type ReportServer, startReportServer } from '../../test/report-server.ts';
import { type Ended, runCommand } from '../../test/run-command.ts';
import { uploadToFile } from '../../test/upload-to-file.ts';

let folder: string;
let server: ReportServer;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchboard-run-range-'));
  await mkdir(join(folder, 'in'));
  server = await startReportServer({
    '/sites': csv('site,name\n1,Paris\n'),
    '/locked': (_request, response) => response.writeHead(401).end(),
  });
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const give = (date: string, rows: string): Promise<void> =>
  writeFile(join(folder, 'in', `${date}.csv`), `site,clicks\n${rows}`);
const ADS =
  'download ads from { type: "file"; path: "in/{YYYY-MM-DD}.csv"; format: "csv"; } using { site: integer; clicks: integer; };\n';
const KEPT = `${ADS}table latest is upsert ads by site order by clicks desc;\n${uploadToFile('latest')}`;

async function run(script: string, args: readonly string[]): Promise<Ended> {
  await writeFile(join(folder, 'a.sbs'), script);
  return runCommand(['run', 'a.sbs', '--allow-host', server.host, ...args], folder);
}
const written = (name: string): Promise<string> => readFile(join(folder, 'out', name), 'utf8');

test('each report date runs in turn, with a summary each and one of all', async () => {
  await give('2026-11-18', '1,5\n2,1\nx,1\n');
  await give('2026-11-19', '1,7\n');
  const { code, out, err } = await run(KEPT, ['--from', '2026-11-18', '--to', '2026-11-19']);
  expect(err).toMatch(/^2026-11-18\n✓ download ads: 2 rows.*\n✓ upload latest: 2 rows.*\n2026-11-19\n✓/m);
  expect(out).toMatch(/^2026-11-18\nDownload /m);
  expect(out).toMatch(/^2026-11-19\nDownload /m);
  expect(out).toMatch(
    /^Report date +Status +Downloads +Rows +Dirty +Uploads +Rows sent\n2026-11-18 +completed +1\/1 +2 +1 +1\/1 +2\n2026-11-19 +completed +1\/1 +1 +0 +1\/1 +2$/m,
  );
  expect(await written('latest-2026-11-18.csv')).toBe('site,clicks\n1,5\n2,1\n');
  expect(await written('latest-2026-11-19.csv')).toBe('site,clicks\n1,7\n2,1\n');
  expect(code).toBe(0);
});

test('a report date that fails does not stop the next one', async () => {
  await give('2026-11-17', '1,5\n');
  await give('2026-11-19', '1,7\n');
  const { code, out } = await run(ADS + uploadToFile('ads'), ['--json', '--from', '2026-11-17', '--to', '2026-11-19']);
  expect(JSON.parse(out)).toMatchObject({
    dates: [
      { report_date: '2026-11-17', downloads: [{ status: 'completed', code: null }] },
      {
        report_date: '2026-11-18',
        downloads: [{ status: 'failed', code: 'SOURCE_FILE_MISSING' }],
        uploads: [{ status: 'skipped' }],
      },
      { report_date: '2026-11-19', uploads: [{ status: 'completed', rows: 1 }] },
    ],
    not_run: [],
    not_run_reason: null,
  });
  expect((await readdir(join(folder, 'out'))).filter((name) => name.endsWith('.csv')).sort()).toEqual([
    'ads-2026-11-17.csv',
    'ads-2026-11-19.csv',
  ]);
  expect(code).toBe(1);
});

test('three failed report dates in a row stop the rest', async () => {
  const { code, out } = await run(ADS + uploadToFile('ads'), ['--from', '2026-11-10', '--to', '2026-11-14']);
  expect(out).toMatch(/^2026-11-12 +failed/m);
  expect(out).toMatch(/^2026-11-13 +not run/m);
  expect(out).toContain(
    '2 report dates were not run, because three report dates in a row failed. Fix the cause, then run them again.',
  );
  expect(code).toBe(1);
});

test('a rejected key stops the rest', async () => {
  const script = `download locked from { type: "http"; key: "api"; url: "${server.url}/locked?d={YYYY-MM-DD}"; format: "csv"; } using { n: integer; };\n${uploadToFile('locked')}`;
  const key = { type: 'api_token', api_token: 'wr0ng', hosts: server.host };
  await writeFile(join(folder, 'keys.json'), JSON.stringify({ api: key }));
  const { code, out } = await run(script, ['--keys', 'keys.json', '--from', '2026-11-10', '--to', '2026-11-14']);
  expect(out).toContain('4 report dates were not run, because a key was rejected.');
  expect(server.calls.get('/locked')).toBe(1);
  expect(code).toBe(1);
});

test('a source without dates is downloaded once for all report dates', async () => {
  await give('2026-11-18', '1,5\n');
  await give('2026-11-19', '1,7\n');
  const sites = `download sites from { type: "http"; url: "${server.url}/sites"; format: "csv"; } using { site: integer; name: string; };\n`;
  const daily = 'table daily is select name, clicks from ads join sites on ads.site == sites.site;\n';
  const { code } = await run(ADS + sites + daily + uploadToFile('daily'), [
    '--from',
    '2026-11-18',
    '--to',
    '2026-11-19',
  ]);
  expect(server.calls.get('/sites')).toBe(1);
  expect(await written('daily-2026-11-19.csv')).toBe('name,clicks\nParis,7\n');
  expect(code).toBe(0);
});

test.each([
  [['--date', '2026-11-19', '--from', '2026-11-18'], 'Give either --date, or --from and --to.'],
  [['--to', '2026-11-18'], '--to needs the first report date. Add --from.'],
  [['--from', '2026-11-19', '--to', '2026-11-18'], '--from 2026-11-19 is after --to 2026-11-18. Swap the dates.'],
  [['--from', '2026-11-31'], '2026-11-31 is not a date.'],
])('the wrong call %j exits with 2', async (args, message) => {
  const { code, err } = await run(ADS + uploadToFile('ads'), args);
  expect(err).toContain(message);
  expect(code).toBe(2);
});

test('a script without uploads is run, and the command says that nothing is delivered', async () => {
  await give('2026-11-19', '1,7\n');
  const { code, out, err } = await run(ADS, ['--date', '2026-11-19']);
  expect(err).toContain('note The script declares no upload: its downloads are checked, and nothing is delivered.');
  expect(out).toMatch(/^ads +completed/m);
  expect(code).toBe(0);
});

test('a script without downloads and uploads is a wrong call', async () => {
  const { code, err } = await run('// nothing yet\n', []);
  expect(err).toContain('The script declares no download and no upload, so there is nothing to run.');
  expect(code).toBe(2);
});

test('--json prints the messages of a script with errors as JSON, and exits with 2', async () => {
  const { code, out, err } = await run(`${ADS}table t is select m from ads;\n${uploadToFile('t')}`, ['--json']);
  expect(JSON.parse(out)).toMatchObject({ messages: [{ type: 'error', code: 'SBS2004', path: 'a.sbs' }] });
  expect(err).toBe('');
  expect(code).toBe(2);
});
