import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Ended, runCommand } from '../../test/run-command.ts';
import { uploadToFile } from '../../test/upload-to-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchboard-run-assertions-'));
  await writeFile(join(folder, '2026-11-18.csv'), 'site,clicks\neu,3\nus,5\n');
  await writeFile(join(folder, '2026-11-19.csv'), 'site,clicks\neu,4\nus,-2\nmars,7\n');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const ADS =
  'download ads from { type: "file"; path: "{YYYY-MM-DD}.csv"; format: "csv"; } using { site: string; clicks: integer; };\n';

async function run(script: string, args: readonly string[]): Promise<Ended> {
  await writeFile(join(folder, 'a.sbs'), ADS + script);
  return runCommand(['run', 'a.sbs', ...args], folder);
}
const deliveries = async (): Promise<readonly string[]> =>
  (await readdir(join(folder, 'out')).catch(() => [])).filter((name) => name.endsWith('.csv')).sort();

test('a failed assertion stops the uploads of its table, and shows the rows', async () => {
  const script = `table daily is select site, clicks from ads;\n${uploadToFile('daily')}${uploadToFile('ads')}assert positive on daily: clicks >= 0;\n`;
  const { code, out, err } = await run(script, ['--date', '2026-11-19']);
  expect(err).toContain('✗ upload daily: Assertion positive on daily failed for 1 row. Nothing was uploaded.');
  expect(out).toMatch(/^Assertion +Table +Status +Rows\npositive +daily +failed +1$/m);
  expect(out).toMatch(/^Rows that contradict positive \(all\)\nsite +clicks\nus +-2$/m);
  expect(await deliveries()).toEqual(['ads-2026-11-19.csv']);
  expect(code).toBe(1);
});

test('an assertion that warns stops nothing', async () => {
  const script = `${uploadToFile('ads')}assert known on ads: site in ('eu', 'us') else warn;\n`;
  const { code, out } = await run(script, ['--date', '2026-11-19', '--json']);
  expect(JSON.parse(out)).toMatchObject({
    uploads: [{ status: 'completed' }],
    assertions: [
      {
        name: 'known',
        table: 'ads',
        severity: 'warn',
        outcome: 'failed',
        rows: 1,
        first_rows: [{ site: 'mars', clicks: '7' }],
      },
    ],
  });
  expect(await deliveries()).toEqual(['ads-2026-11-19.csv']);
  expect(code).toBe(0);
});

test('a stopped date keeps no rows of an upsert table', async () => {
  const script = `table latest is upsert ads by site order by clicks desc;\n${uploadToFile('latest')}assert known on latest: site in ('eu', 'us');\n`;
  const range = ['--from', '2026-11-18', '--to', '2026-11-19', '--state', 'kept'];
  expect((await run(script, range)).code).toBe(1);
  expect(await deliveries()).toEqual(['latest-2026-11-18.csv']);
  await writeFile(join(folder, '2026-11-20.csv'), 'site,clicks\neu,1\n');
  expect((await run(script, ['--date', '2026-11-20', '--state', 'kept'])).code).toBe(0);
  expect(await readFile(join(folder, 'out', 'latest-2026-11-20.csv'), 'utf8')).toBe('site,clicks\neu,3\nus,5\n');
});

test('row counts are compared with the earlier report dates of the range', async () => {
  const script = `${uploadToFile('ads')}assert usual on ads: row_count between 50 and 140 percent of last 7 dates;\n`;
  const { code, out, err } = await run(script, ['--from', '2026-11-18', '--to', '2026-11-19']);
  expect(out).toMatch(/^usual +ads +skipped +2$/m);
  expect(err).toContain('Assertion usual on ads failed: 3 rows, 1 to 2 are allowed. Nothing was uploaded.');
  expect(await deliveries()).toEqual(['ads-2026-11-18.csv']);
  expect(code).toBe(1);
});
