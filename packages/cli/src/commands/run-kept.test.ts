import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommand } from '../../test/run-command.ts';
import { uploadToFile } from '../../test/upload-to-file.ts';

/** Tables that keep rows from report date to report date. */

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchboard-run-kept-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const written = (path: string): Promise<string> => readFile(join(folder, 'out', path), 'utf8');

const SOURCE = `download src from { type: "file"; path: "src-{YYYY-MM-DD}.csv"; } using {
  k: string not null; v: integer; at: datetime;
};\n`;

/** Runs a date of November 2026 with these rows of its report. */
async function load(
  query: string,
  day: string,
  rows: readonly string[],
  uploads = uploadToFile('kept'),
): Promise<void> {
  await writeFile(join(folder, 's.sbs'), `${SOURCE}table kept is ${query};\n${uploads}`);
  await writeFile(join(folder, `src-2026-11-${day}.csv`), ['k,v,at', ...rows, ''].join('\n'));
  const { code, err } = await runCommand(['run', 's.sbs', '--date', `2026-11-${day}`, '--state', 'st'], folder);
  expect(err).not.toMatch(/error/i);
  expect(code).toBe(0);
}

const LATEST = 'upsert src by k order by at desc';

test('07-upsert-withdrawn-and-restated-rows: a date loaded again replaces its rows, by any time', async () => {
  await load(LATEST, '01', ['k1,1,2026-11-01T10:00:00Z', 'k2,2,2026-11-01T10:00:00Z']);
  expect(await written('kept-2026-11-01.csv')).toBe('k,v,at\nk1,1,2026-11-01 10:00:00\nk2,2,2026-11-01 10:00:00\n');
  await load(LATEST, '01', ['k1,100,2026-11-01T09:00:00Z']);
  expect(await written('kept-2026-11-01.csv')).toBe('k,v,at\nk1,100,2026-11-01 09:00:00\n');
});

test('a past date that is run again shows no rows of later dates, and a file of all dates shows them', async () => {
  const uploads = `${uploadToFile('kept')}upload kept as newest to { type: "file"; path: "newest.csv"; };\n`;
  await load(LATEST, '02', ['k1,2,2026-11-02T10:00:00Z'], uploads);
  await load(LATEST, '03', ['k1,3,2026-11-03T10:00:00Z', 'k3,3,2026-11-03T10:00:00Z'], uploads);
  await load(LATEST, '02', ['k1,20,2026-11-02T10:00:00Z', 'k2,20,2026-11-02T10:00:00Z'], uploads);
  expect(await written('kept-2026-11-02.csv')).toBe('k,v,at\nk1,20,2026-11-02 10:00:00\nk2,20,2026-11-02 10:00:00\n');
  expect(await written('newest.csv')).toBe(
    'k,v,at\nk1,3,2026-11-03 10:00:00\nk2,20,2026-11-02 10:00:00\nk3,3,2026-11-03 10:00:00\n',
  );
});

test('dates loaded backwards give what dates loaded in order give', async () => {
  const byDay = { '01': ['a,1,', 'b,1,'], '02': ['a,2,'], '03': ['b,3,', 'c,3,'] } as const;
  for (const day of ['03', '01', '02', '03'] as const) await load('upsert src by k order by v desc', day, byDay[day]);
  expect(await written('kept-2026-11-03.csv')).toBe('k,v,at\na,2,\nb,3,\nc,3,\n');
});

test('a key whose first row fulfils delete where is not shown, until a later row does not', async () => {
  const query = `${LATEST} delete where v == 0`;
  await load(query, '01', ['k1,1,2026-11-01T10:00:00Z', 'k2,2,2026-11-01T10:00:00Z']);
  await load(query, '02', ['k1,0,2026-11-02T10:00:00Z']);
  expect(await written('kept-2026-11-02.csv')).toBe('k,v,at\nk2,2,2026-11-01 10:00:00\n');
  await load(query, '03', ['k1,3,2026-11-03T10:00:00Z']);
  expect(await written('kept-2026-11-03.csv')).toBe('k,v,at\nk1,3,2026-11-03 10:00:00\nk2,2,2026-11-01 10:00:00\n');
  // The deletion taken back.
  await load(query, '02', ['k9,9,2026-11-02T10:00:00Z']);
  expect(await written('kept-2026-11-02.csv')).toBe(
    'k,v,at\nk1,1,2026-11-01 10:00:00\nk2,2,2026-11-01 10:00:00\nk9,9,2026-11-02 10:00:00\n',
  );
});

test('a snapshot extends, closes and reopens periods, also when a date between is loaded late', async () => {
  const query = 'snapshot src by k';
  await load(query, '01', ['a,1,', 'b,1,']);
  await load(query, '04', ['a,1,']);
  expect(await written('kept-2026-11-04.csv')).toBe(
    'k,v,at,valid_from,valid_to\na,1,,2026-11-01,\nb,1,,2026-11-01,2026-11-04\n',
  );
  await load(query, '03', ['a,2,', 'b,1,']);
  expect(await written('kept-2026-11-03.csv')).toBe(
    'k,v,at,valid_from,valid_to\na,1,,2026-11-01,2026-11-03\na,2,,2026-11-03,\nb,1,,2026-11-01,\n',
  );
  await load(query, '04', ['a,1,']);
  expect(await written('kept-2026-11-04.csv')).toBe(
    'k,v,at,valid_from,valid_to\na,1,,2026-11-01,2026-11-03\na,2,,2026-11-03,2026-11-04\na,1,,2026-11-04,\nb,1,,2026-11-01,2026-11-04\n',
  );
});

test('a date without rows leaves the rows that were kept of it', async () => {
  await load(LATEST, '01', ['k1,1,2026-11-01T10:00:00Z']);
  await load(LATEST, '01', []);
  expect(await written('kept-2026-11-01.csv')).toBe('k,v,at\nk1,1,2026-11-01 10:00:00\n');
});

test('a date without rows takes back what was kept of it, or fails its uploads, where the table says so', async () => {
  const report = 'src-2026-11-01.csv';
  await load(`${LATEST} when empty replace`, '01', ['k1,1,2026-11-01T10:00:00Z']);
  const uploads = uploadToFile('kept').replace('};', 'when_empty: "replace"; };');
  await load(`${LATEST} when empty replace`, '01', [], uploads);
  expect(await written('kept-2026-11-01.csv')).toBe('k,v,at\n');
  await load(`${LATEST} when empty replace`, '01', ['k2,2,2026-11-01T10:00:00Z']);
  await writeFile(join(folder, 's.sbs'), `${SOURCE}table kept is ${LATEST} when empty fail;\n${uploadToFile('kept')}`);
  await writeFile(join(folder, report), 'k,v,at\n');
  const failed = await runCommand(['run', 's.sbs', '--date', '2026-11-01', '--state', 'st'], folder);
  expect(failed.code).toBe(1);
  expect(failed.err).toContain('the table kept got no rows for 2026-11-01, and says when empty fail.');
  expect(await written('kept-2026-11-01.csv')).toBe('k,v,at\nk2,2,2026-11-01 10:00:00\n');
  await writeFile(join(folder, 's.sbs'), `${SOURCE}table kept is ${LATEST};\n${uploadToFile('kept')}`);
  const kept = await runCommand(['run', 's.sbs', '--date', '2026-11-01', '--state', 'st'], folder);
  expect(kept.code).toBe(0);
  expect(kept.out).toContain('kept: the load for 2026-11-01 has no rows, and 1 row that was kept of it before stays.');
});
