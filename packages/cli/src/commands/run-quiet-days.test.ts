import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Ended, runCommand } from '../../test/run-command.ts';
import { uploadToFile } from '../../test/upload-to-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchboard-run-quiet-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function run(files: Readonly<Record<string, string>>, script: string): Promise<Ended> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  await writeFile(join(folder, 'pipeline.sbs'), script);
  return runCommand(['run', 'pipeline.sbs', '--date', '2026-11-19'], folder);
}

const source = (path: string): string => `download d from { type: "file"; path: "${path}"; } using *;\n`;
const written = (path: string): Promise<string> => readFile(join(folder, 'out', path), 'utf8');
const RAW = /Binder|Catalog|COLUMNS\(|Values list|VARCHAR|BIGINT/;

/** Case 17: the queries that people write over a source with undeclared columns, on a day without rows. */
describe('an empty day of a source whose columns are not declared', () => {
  const TABLES = [
    'select site, sum(integer(clicks)) as clicks from d',
    'select * from d',
    'select * except (site) from d',
    'select * replace (upper(site) as site) from d',
    'select sum(columns("^m_")) from d',
    'select d.*, report_date as day from d',
    "select site, clicks from d where clicks != '0' order by site limit 3",
    'select extra.name as name from d',
    'select site from (select * from d) as part',
    'with part as (select * from d) select site, country from part',
    'select upper(site) as site, count_distinct(country) as n from d having n > 1',
  ];

  test.each(TABLES)('%s gives no rows', async (query) => {
    const script = `${source('d.json')}table t is ${query};\n${uploadToFile('t')}`;
    const { code, out, err } = await run({ 'd.json': '[]' }, script);
    expect(`${out}${err}`).not.toMatch(RAW);
    expect(out).toMatch(/^t +empty +0/m);
    expect(code).toBe(0);
  });

  test('tables that take all columns of others hand the names on', async () => {
    const script = `${source('d.json')}table all_rows is select * from d;\ntable two is union all_rows, d;
table t is select site, integer(clicks) as clicks from two;\n${uploadToFile('t')}`;
    const { code, out, err } = await run({ 'd.json': '[]' }, script);
    expect(`${out}${err}`).not.toMatch(RAW);
    expect(out).toMatch(/^t +empty +0/m);
    expect(code).toBe(0);
  });

  test('a count of no rows is a row', async () => {
    const script = `${source('d.json')}table t is select count() as n, sum(integer(clicks)) as clicks from d;\n${uploadToFile('t')}`;
    const { code } = await run({ 'd.json': '[]' }, script);
    expect(await written('t-2026-11-19.csv')).toBe('n,clicks\n0,\n');
    expect(code).toBe(0);
  });

  test.each([
    'select site, clicks + 1 as more from d',
    'select site, sum(clicks) as clicks from d',
    "select * from d where day > date('2026-01-01')",
  ])('a header without rows fits %s', async (query) => {
    const script = `${source('d.csv')}table t is ${query};\n${uploadToFile('t')}`;
    const { code, out, err } = await run({ 'd.csv': 'site,clicks,day\n' }, script);
    expect(`${out}${err}`).not.toMatch(RAW);
    expect(out).toMatch(/^t +empty +0/m);
    expect(code).toBe(0);
  });

  test('a header without rows keeps its columns', async () => {
    const script = `${source('d.csv')}table t is select site, sum(integer(clicks)) as clicks from d;\n${uploadToFile('t')}`;
    const { code, out } = await run({ 'd.csv': 'site,clicks\n' }, script);
    expect(out).toMatch(/^t +empty +0/m);
    expect(code).toBe(0);
  });

  test('a column that files with rows do not have is an error that names it', async () => {
    const script = `${source('d.csv')}table t is select site, clicks from d;\n${uploadToFile('t')}`;
    const { code, out, err } = await run({ 'd.csv': 'site,click\na,1\n' }, script);
    expect(`${out}${err}`).toContain(
      'it names the column clicks of d, which has no such column on this report date. Did you mean click?',
    );
    expect(`${out}${err}`).not.toMatch(RAW);
    expect(code).toBe(1);
  });

  test('an expression that a type of the day does not fit names its column', async () => {
    const script = `${source('d.json')}table t is select site, site.name as n from d;\n${uploadToFile('t')}`;
    const { code, out, err } = await run({ 'd.json': '[{"site": "a"}]' }, script);
    expect(`${out}${err}`).toContain('does not fit its inputs on this report date: column n: ');
    expect(`${out}${err}`).not.toMatch(RAW);
    expect(code).toBe(1);
  });
});

/** Case 13. */
describe('values that conversions make null', () => {
  const D = `download d from { type: "file"; path: "d.csv"; } using { site: string; amount: string; };\n`;
  const ROWS = 'site,amount\na,12.50\nb,7\nc,abc\nd,"1,234.00"\ne,\n';

  test('each expression has its count', async () => {
    const script = `${D}table t is select count() as rows, sum(integer(amount)) as i, sum(decimal(amount, 12, 1)) as d,
  sum(float(amount)) as f, count(try_cast(amount as boolean)) as c from d where site != 'x';\n${uploadToFile('t')}`;
    const { code, out } = await run({ 'd.csv': ROWS }, script);
    expect(out).toContain('integer(amount) in table t: 3 of 4 values became null');
    expect(out).toContain('decimal(amount, 12, 1) in table t: 2 of 4 values became null');
    expect(out).toContain('float(amount) in table t: 2 of 4 values became null');
    expect(out).toContain('try_cast(amount as boolean) in table t: 4 of 4 values became null');
    expect(await written('t-2026-11-19.csv')).toBe('rows,i,d,f,c\n5,7,19.5,19.5,0\n');
    expect(code).toBe(0);
  });

  test('conditions, parts of a with and tables of tables count too', async () => {
    const script = `${D}table plain is select site, integer(amount) as n from d;
table t is with part as (select site, n, float(site) as x from plain) select site, n from part where n > 1 or date(site) is null or integer(site) > 0;
${uploadToFile('t')}`;
    const { out } = await run({ 'd.csv': ROWS }, script);
    expect(out).toContain('integer(amount) in table plain: 3 of 4 values became null');
    expect(out).toContain('float(site) in table t: 5 of 5 values became null');
    expect(out).toContain('integer(site) in table t: 5 of 5 values became null');
    expect(out).not.toContain('date(site)');
  });

  test('a value counts only where a condition lets it through', async () => {
    const script = `${D}table t is select site, site == 'b' ? integer(amount) : 0 as n, if(site in ('b', 'c'), integer(amount)) as m from d;
${uploadToFile('t')}`;
    const { out } = await run({ 'd.csv': ROWS }, script);
    expect(out.match(/became null/g)).toHaveLength(1);
    expect(out).toContain('integer(amount) in table t: 1 of 2 values became null');
  });

  test('nothing is said where all values can be converted', async () => {
    const script = `${D}table t is select integer(amount) as n from d;\n${uploadToFile('t')}`;
    const { out } = await run({ 'd.csv': 'site,amount\na,1\nb, 2 \nc,\n' }, script);
    expect(out).not.toContain('became null');
  });
});
