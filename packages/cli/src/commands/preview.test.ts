import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Ended, runCommand } from '../../test/run-command.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchboard-preview-'));
  await writeFile(
    join(folder, 'ads-2026-11-19.csv'),
    'site,clicks,cost,day\neu,3,1.10,2026-11-18\nus,12,,2026-11-19\nus,x,1,2026-11-19\n',
  );
  await writeFile(join(folder, 'a.sbs'), SCRIPT);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const SCRIPT = `download ads from { type: "file"; path: "ads-{YYYY-MM-DD}.csv"; format: "csv"; } using {
  site: string; clicks: integer; cost: decimal(18, 2); day: date;
};
download broken from { type: "file"; path: "nowhere-{YYYY-MM-DD}.csv"; format: "csv"; } using { n: integer; };
table big is select site, clicks * 1000000000000000 as clicks, cost, day, [clicks, 1] as pair from ads order by clicks;
table latest is upsert ads by site order by clicks desc;
upload big to { type: "file"; path: "big.csv"; };
`;

const preview = (args: readonly string[]): Promise<Ended> =>
  runCommand(['preview', ...args, '--date', '2026-11-19'], folder);

test('shows the first rows of a table, aligned, and delivers nothing', async () => {
  const { code, out, err } = await preview(['ads']);
  expect(out).toBe(
    ['site  clicks  cost  day', 'eu         3  1.10  2026-11-18', 'us        12  null  2026-11-19', ''].join('\n'),
  );
  expect(err).toContain('2 rows of ads, report date 2026-11-19\n');
  expect(err).toContain('1 of 3 rows of ads are dirty and left out; switchboard run shows them\n');
  expect((await readdir(folder)).sort()).toEqual(['a.sbs', 'ads-2026-11-19.csv']);
  expect(code).toBe(0);
});

test('downloads only what the table needs, and shows as many rows as asked for', async () => {
  const { code, out, err } = await preview(['big', 'a.sbs', '--rows', '1']);
  expect(out.split('\n')[1]).toMatch(/^eu +3000000000000000 +1\.10 +2026-11-18 +\[3, 1\]$/);
  expect(err).toContain('1 of 2 rows of big, report date 2026-11-19');
  expect(err).not.toContain('broken');
  expect(code).toBe(0);
});

test('--json keeps types and all digits', async () => {
  const { code, out } = await preview(['big', '--json']);
  expect(JSON.parse(out)).toEqual({
    table: 'big',
    report_date: '2026-11-19',
    columns: [
      { name: 'site', type: 'string' },
      { name: 'clicks', type: 'integer' },
      { name: 'cost', type: 'decimal(18, 2)' },
      { name: 'day', type: 'date' },
      { name: 'pair', type: '[integer]' },
    ],
    total_rows: 2,
    dirty_rows: { ads: 1 },
    rows: [
      { site: 'eu', clicks: 3_000_000_000_000_000, cost: 1.1, day: '2026-11-18', pair: [3, 1] },
      { site: 'us', clicks: 12_000_000_000_000_000, cost: null, day: '2026-11-19', pair: [12, 1] },
    ],
  });
  expect(out).toContain('"clicks":12000000000000000,"cost":null');
  expect(code).toBe(0);
});

test('an upsert table is shown, and its kept rows do not change', async () => {
  const { code, out, err } = await preview(['latest', '--state', 'kept']);
  expect(out).toMatch(/^eu +3 /m);
  expect(err).not.toContain('starts without rows');
  expect((await readdir(folder)).sort()).toEqual(['a.sbs', 'ads-2026-11-19.csv']);
  expect((await preview(['latest'])).err).toContain('Table latest starts without rows of earlier runs.');
  expect(code).toBe(0);
});

test('a download that fails is explained, and exits with 1', async () => {
  const { code, out, err } = await preview(['broken']);
  expect(err).toContain('there is no file nowhere-2026-11-19.csv yet. Put it there');
  expect(err.match(/nowhere-2026-11-19/g)).toHaveLength(1);
  expect(out).toBe('');
  expect(code).toBe(1);
});

test.each([
  [['bigg'], 'There is no table bigg. Did you mean big?'],
  [['big', '--rows', '0'], '--rows must be a number from 1 to 1,000, got 0.'],
  [['big', '--rows', 'x'], '--rows must be a number from 1 to 1,000, got x.'],
  [[], "missing required argument 'table'"],
])('the wrong call %j exits with 2', async (args, message) => {
  const { code, err } = await preview(args);
  expect(err).toContain(message);
  expect(code).toBe(2);
});

test('a script with errors is a wrong call; --json prints its messages', async () => {
  await writeFile(join(folder, 'b.sbs'), 'table t is select m from ads;\n');
  const { code, out } = await preview(['t', '--json']);
  expect(JSON.parse(out)).toMatchObject({
    messages: expect.arrayContaining([expect.objectContaining({ code: 'SBS2004' })]) as unknown,
  });
  expect(code).toBe(2);
});
