import type { Column } from '@switchboard/model/schema';
import { beforeAll, describe, expect, test } from 'vitest';
import { readSignature } from '../src/functions/signature.ts';
import { compile, FUNCTIONS } from '../src/index.ts';
import { CATALOG } from './catalog.ts';
import { createSources, type Database, describeInferred, describeQuery, openDatabase } from './open-database.ts';
import { PRELUDE } from './prelude.ts';

const ADS = `SELECT 'A' AS site, 'k' AS kind, DATE '2026-01-31' AS day, TIMESTAMP '2026-01-31 10:20:30' AS at, 5::BIGINT AS clicks,
  1.5::DECIMAL(18,6) AS price, 2.5::DOUBLE AS ratio, 1::BIGINT AS m_one, 2::BIGINT AS m_two, true AS active,
  {'id': 1::BIGINT, 'name': 'n'} AS owner, ['x', 'y'] AS tags, '{"a": [1]}'::JSON AS extra, DATE '2026-01-31' AS date`;

let full: Database;
let empty: Database;

function compileItem(item: string): { sql: string; columns: readonly Column[]; messages: string[] } {
  const { plan, messages } = compile(
    [PRELUDE, { path: 'main.sbs', text: `table t is select ${item} as x from ads;` }],
    CATALOG,
  );
  const table = plan?.tables[0];
  const errors = messages.filter((message) => message.type === 'error').map((message) => message.message);
  return { sql: table?.sql.duckdb ?? '', columns: table?.columns ?? [], messages: errors };
}

async function resultOf(item: string): Promise<unknown> {
  const { sql, messages } = compileItem(item);
  expect(messages).toEqual([]);
  const rows = await full.run(sql);
  return rows[0]?.x;
}

beforeAll(async () => {
  const { plan } = compile([PRELUDE], CATALOG);
  if (!plan) throw new Error('The prelude does not compile.');
  full = await openDatabase();
  await createSources(full, plan, { ads: ADS });
  empty = await openDatabase();
  await createSources(empty, plan);
});

describe.each(FUNCTIONS.map((spec) => [spec.name, spec] as const))('%s', (name, spec) => {
  test('an example runs and gives the promised type', async () => {
    const { sql, columns, messages } = compileItem(spec.example);
    expect(messages).toEqual([]);
    expect(await describeQuery(full, sql)).toEqual(await describeInferred(full, columns));
    await full.run(sql);
    expect(spec.example).toContain(`${name}(`);
    expect(spec.doc).toMatch(/^[-A-Z0-9].*\.$/);
  });

  test('takes nulls', async () => {
    const constants = new Map([
      ['regex', "'a'"],
      ['format', "'YYYY'"],
      ['unit', "'day'"],
      ['zone', "'UTC'"],
      ['path', "'$.a'"],
      ['digits', '1'],
      ['group', '0'],
      ['position', '1'],
      ['positive', '1'],
      ['fraction', '0.5'],
      ['constant', "', '"],
    ]);
    const args = readSignature(spec.signature).parameters.map((parameter) => constants.get(parameter.type) ?? 'null');
    const { sql, columns, messages } = compileItem(
      `${name}(${args.join(', ')})${spec.kind === 'window' ? ' over (order by site)' : ''}`,
    );
    expect(messages).toEqual([]);
    await empty.run(sql);
    expect(columns).toHaveLength(1);
  });
});

test.each([
  ["title('new york')", 'New York'],
  ["part('a/b/c', '/', 2)", 'b'],
  ["concat('a', 1, null)", 'a1'],
  ["regex_extract('id=42', 'id=([0-9]+)', 1)", '42'],
  ["site in ('A', null)", true],
  ["null in ('A', null)", true],
  ["nullif(site, 'A') in ('B', null)", true],
  ["nullif(site, 'A') not in ('B', null)", false],
  ["upper(site) not in ('B', null)", true],
  ["nullif(site, 'A') in ('B')", null],
  ["regex_extract('none', '[0-9]+')", null],
  ["regex_replace('a1b2', '[0-9]', '')", 'ab'],
  ['mod(7, 0)', null],
  ['sqrt(-1)', null],
  ['ln(0)', null],
  ["integer(' 12 ')", '12'],
  ['integer(12.7)', '13'],
  ["integer('')", null],
  ["boolean('NO')", false],
  ['tags[clicks - 4]', 'y'],
  ['tags[0 - clicks]', null],
  ["regex_extract('ab', '(x)?b', 1)", null],
  ["float('1.5e2')", 150],
  ["decimal('1.50', 10, 2)", '1.50'],
  ["boolean('Yes')", true],
  ["date_add(day, 1, 'month')", '2026-02-28'],
  ["date_add(day, 1, 'hour')", '2026-01-31 01:00:00'],
  ['date_sub(day, 7)', '2026-01-24'],
  ["date_diff(day, today(), 'day')", '293'],
  ["date_trunc(at, 'hour')", '2026-01-31 10:00:00'],
  ['last_day(day)', '2026-01-31'],
  ["format_date(day, 'd MMM YY')", '31 Jan 26'],
  ["parse_date('31/01/2026', 'dd/MM/YYYY')", '2026-01-31'],
  ["parse_datetime('2026-01-31T10:00:00+02:00', 'YYYY-MM-ddTHH:mm:ssZ')", '2026-01-31 08:00:00'],
  ["to_timezone(at, 'America/New_York')", '2026-01-31 05:20:30'],
  ['day_of_week(day)', '6'],
  ['epoch(at)', '1769854830'],
  ['today()', '2026-11-20'],
  ['now()', '2026-11-20 23:59:59.999999'],
  ['string(extra.a[0])', '1'],
  ['integer(extra.a[0])', '1'],
  ['tags[0]', 'x'],
  ['tags[-1]', 'y'],
  ['tags[9]', null],
  ['owner.name', 'n'],
  ["list_contains(tags, 'x')", true],
  ["if(clicks > 9, 'many')", null],
  ['greatest(1, null, 3)', '3'],
  ["list_join(tags, '-')", 'x-y'],
  ["list_join(['a', null, 'b'], '-')", 'a-b'],
  ["list_join([null], '-')", ''],
  ['list_slice([1, 2, 3, 4], 1, 3)', ['2', '3']],
  ['list_slice([1, 2, 3, 4], 0, 0)', []],
  ['list_slice([1, 2, 3, 4], -2)', ['3', '4']],
  ['list_slice([1, 2, 3, 4], 1, -1)', ['2', '3']],
  ['list_slice([1, 2, 3, 4], 3, 1)', []],
  ['list_slice([1, 2, 3, 4], -9, 99)', ['1', '2', '3', '4']],
  ['list_slice([1, 2], 5)', []],
  ['list_concat([1], null, [2, null])', ['1', '2', null]],
  ['list_concat(null, [2])', ['2']],
  ['list_flatten([[1], null, [2, 3]])', ['1', '2', '3']],
  ['list_sort([2, null, 10])', ['2', '10', null]],
  ['list_reverse([1, null, 2])', ['2', null, '1']],
  ["list_distinct(['b', 'a', null, 'b'])", ['a', 'b']],
  ['list_sum([1, 2.5, null])', '3.5'],
  ['list_sum([])', null],
  ['list_avg([1, 2])', 1.5],
  ['list_min([date, day])', '2026-01-31'],
  ['list_max([1, null])', '1'],
  ["list_position(tags, 'y')", '1'],
  ["list_position(tags, 'z')", null],
  ["concat_ws('-', site, null, clicks)", 'A-5'],
  ["concat_ws('-', null)", ''],
  ["concat_ws(null, 'a')", null],
  ["regex_extract_all('a1b22', '[0-9]+')", ['1', '22']],
  ["regex_extract_all('a1b22', '([a-z])([0-9]+)', 1)", ['a', 'b']],
  ["regex_extract_all('none', '[0-9]+')", []],
  ["regex_extract('a1', '(?P<digit>[0-9])', 1)", '1'],
  ['day_of_year(day)', '31'],
  ["iso_year(date('2027-01-01'))", '2026'],
  ['day_name(day)', 'Saturday'],
  ['month_name(at)', 'January'],
  ['second(at)', '30'],
  ['hour(make_time(23, 5, 0))', '23'],
  ['make_date(2024, 2, 29)', '2024-02-29'],
  ['make_date(9999, 12, 31)', '9999-12-31'],
  ['make_date(1, 1, 1)', '0001-01-01'],
  ['make_date(2026, null, 1)', null],
  ['make_time(7, 5, 3)', '07:05:03'],
  ['make_datetime(2026, 1, 31, 23, 59, 59)', '2026-01-31 23:59:59'],
  ['from_epoch(1769854830)', '2026-01-31 10:20:30'],
  ['from_epoch(1769854830.25)', '2026-01-31 10:20:30.25'],
  ['from_epoch(-1)', '1969-12-31 23:59:59'],
  ['from_epoch_ms(-62135596800000)', '0001-01-01 00:00:00'],
  ['from_epoch_ms(1769854830500)', '2026-01-31 10:20:30.5'],
  ['epoch_ms(at)', '1769854830000'],
  ["epoch_ms(datetime('1969-12-31 23:59:59.9995'))", '-1'],
  ["to_utc(datetime('2026-07-01 12:00:00'), 'Europe/Paris')", '2026-07-01 10:00:00'],
  ["to_utc(datetime('2026-03-29 02:30:00'), 'Europe/Paris')", '2026-03-29 01:30:00'],
  ["to_utc(datetime('2026-10-25 02:30:00'), 'Europe/Paris')", '2026-10-25 01:30:00'],
])('%s is %j', async (item, expected) => {
  expect(await resultOf(item)).toEqual(expected);
});

test.each([
  "boolean('maybe')",
  "date('2026-02-30')",
  "decimal('1.509', 10, 2)",
  "float('1_000')",
  'from_epoch(1e300)',
  'from_epoch(253402300800)',
  'from_epoch(9223372036854775807)',
  'from_epoch_ms(-62135596800001)',
  "integer('0x1F')",
  "integer('12.7')",
  "json('no json')",
  'make_date(0, 1, 1)',
  'make_date(10000, 1, 1)',
  'make_date(2026, -1, 1)',
  'make_date(2026, 2, 29)',
  'make_datetime(2026, 1, 31, 24, 0, 0)',
  'make_time(24, 0, 0)',
  'make_time(7, 60, 0)',
  "parse_date('2026-01-31', 'dd/MM/YYYY')",
])('the compiler refuses %s, which is null in every row', (item) => {
  expect(compileItem(item).messages).toEqual([expect.stringMatching(/cannot be read as/)]);
});
