import type { Column } from '@switchboard/model';
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
  test('has an example that runs and has the promised type', async () => {
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
  ["integer('12.7')", null],
  ["integer('0x1F')", null],
  ["integer(' 12 ')", '12'],
  ['integer(12.7)', '12'],
  ["float('1_000')", null],
  ["integer('')", null],
  ["boolean('NO')", false],
  ['tags[clicks - 4]', 'y'],
  ['tags[0 - clicks]', null],
  ["regex_extract('ab', '(x)?b', 1)", null],
  ["float('1.5e2')", 150],
  ["decimal('1.509', 10, 2)", '1.51'],
  ["boolean('Yes')", true],
  ["boolean('maybe')", null],
  ["date('2026-02-30')", null],
  ["date_add(day, 1, 'month')", '2026-02-28'],
  ["date_add(day, 1, 'hour')", '2026-01-31 01:00:00'],
  ['date_sub(day, 7)', '2026-01-24'],
  ["date_diff(day, today(), 'day')", '293'],
  ["date_trunc(at, 'hour')", '2026-01-31 10:00:00'],
  ['last_day(day)', '2026-01-31'],
  ["format_date(day, 'd MMM YY')", '31 Jan 26'],
  ["parse_date('31/01/2026', 'dd/MM/YYYY')", '2026-01-31'],
  ["parse_date('2026-01-31', 'dd/MM/YYYY')", null],
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
  ["json('no json')", null],
  ['greatest(1, null, 3)', '3'],
])('%s is %j', async (item, expected) => {
  expect(await resultOf(item)).toEqual(expected);
});
