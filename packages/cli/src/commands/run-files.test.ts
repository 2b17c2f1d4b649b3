import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Ended, runCommand } from '../../test/run-command.ts';
import { uploadToFile } from '../../test/upload-to-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchboard-run-files-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);
const written = (path: string): Promise<string> => readFile(join(folder, 'out', path), 'utf8');
const fileSource = (name: string, path: string, columns: string): string =>
  `download ${name} from { type: "file"; path: "${path}"; format: "csv"; } using { ${columns} };\n`;

async function run(script: string, args: readonly string[]): Promise<Ended> {
  await write('pipeline.sbs', script);
  return runCommand(['run', 'pipeline.sbs', ...args], folder);
}

test('a file whose name holds no date is read for every report date, and its rows have none', async () => {
  await write('sites.csv', 'site,name\n1,Paris\n');
  await write('ads-2026-11-19.csv', 'site,clicks\n1,5\n');
  const script =
    fileSource('sites', 'sites.csv', 'site: integer; name: string;') +
    fileSource('ads', 'ads-{YYYY-MM-DD}.csv', 'site: integer; clicks: integer;') +
    `table daily is select ads.report_date, name, clicks, sites.report_date as changed from ads
       join sites on ads.site == sites.site;\n` +
    uploadToFile('daily') +
    uploadToFile('sites');
  const { code, err } = await run(script, ['--date', '2026-11-19']);
  expect(err).not.toContain('Stopped after');
  expect(await written('daily-2026-11-19.csv')).toBe('report_date,name,clicks,changed\n2026-11-19,Paris,5,\n');
  expect(await written('sites-2026-11-19.csv')).toBe('site,name\n1,Paris\n');
  expect(code).toBe(0);
});

test('a file that is not there fails at once, with the path where it was expected', async () => {
  const { code, err } = await run(fileSource('sites', 'sites.csv', 'site: integer;') + uploadToFile('sites'), []);
  expect(err).toContain('sites.csv');
  expect(err).not.toContain('retry');
  expect(code).toBe(1);
});

const KEPT =
  fileSource('ads', 'ads-{YYYY-MM-DD}.csv', 'site: integer; clicks: integer;') +
  'table latest is upsert ads by site order by clicks desc;\n' +
  uploadToFile('latest');

test('an upsert table starts without rows, and says so', async () => {
  await write('ads-2026-11-19.csv', 'site,clicks\n1,5\n1,7\n2,1\n');
  const { code, out, err } = await run(KEPT, ['--date', '2026-11-19']);
  expect(await written('latest-2026-11-19.csv')).toBe('site,clicks\n1,7\n2,1\n');
  expect(err).toContain('Table latest starts without rows of earlier runs. To keep them, name a folder with --state.');
  expect(out).toMatch(/^latest +completed +2/m);
  expect(code).toBe(0);
});

test('--state keeps the rows of upsert tables from run to run', async () => {
  await write('ads-2026-11-19.csv', 'site,clicks\n1,5\n2,1\n');
  await write('ads-2026-11-20.csv', 'site,clicks\n2,9\n3,4\n');
  expect((await run(KEPT, ['--date', '2026-11-19', '--state', 'kept'])).code).toBe(0);
  const { code, err } = await run(KEPT, ['--date', '2026-11-20', '--state', 'kept']);
  expect(err).not.toContain('starts without rows');
  expect(await written('latest-2026-11-20.csv')).toBe('site,clicks\n1,5\n2,9\n3,4\n');
  expect(code).toBe(0);
});

test('now() lies in today(), which is the report date', async () => {
  await write('ads-2026-11-19.csv', 'site,clicks\n1,5\n');
  const script =
    fileSource('ads', 'ads-{YYYY-MM-DD}.csv', 'site: integer; clicks: integer;') +
    `table clock is select today() as day, now() as at, date(now()) == today() as same from ads;\n${uploadToFile('clock')}`;
  expect((await run(script, ['--date', '2026-11-19'])).code).toBe(0);
  expect(await written('clock-2026-11-19.csv')).toBe('day,at,same\n2026-11-19,2026-11-19 23:59:59.999999,true\n');
});
