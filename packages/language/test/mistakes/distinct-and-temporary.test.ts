import { describe, expect, test } from 'vitest';
import { applyFix } from '../apply-fix.ts';
import { rowsOf } from '../rows-of.ts';
import { errorsOf } from './errors-of.ts';

describe('count(distinct …) has one message', () => {
  const FILTER = 'filter (where site is not null and kind is not null)';
  test.each([
    ['count(distinct site)', 'count_distinct(site)'],
    ['count(distinct lower(site))', 'count_distinct(lower(site))'],
    ['count(distinct site, kind)', `count_distinct(record(site as site, kind as kind)) ${FILTER}`],
    ['COUNT(DISTINCT site, kind)', `count_distinct(record(site as site, kind as kind)) ${FILTER}`],
    ['count(distinct site, kind) over (partition by day)', null],
    ['count(distinct site, kind) filter (where active)', null],
    ['count(distinct lower(site), kind)', null],
    ['count(distinct site, site)', null],
    ['count(distinct *)', null],
    ['sum(distinct clicks, 2)', null],
    ['avg(distinct clicks)', null],
    ["string_agg(distinct site, ',')", null],
  ])('%s', (call, here) => {
    const text = `table t is select kind, ${call} as n from ads;`;
    const [error, ...others] = errorsOf(text).filter(({ code }) => code !== 'SBS5004');
    expect(others.map(({ message }) => message)).toEqual([]);
    expect(error?.code).toBe('SBS1016');
    expect(error?.fix ? applyFix(text, error.fix) : null).toBe(
      here === null ? null : `table t is select kind, ${here} as n from ads;`,
    );
    if (here !== null) expect(errorsOf(`table t is select kind, ${here} as n from ads;`)).toEqual([]);
  });

  test('the combinations without null are counted, each once', async () => {
    const rows =
      "table r is values ('a', 1), ('a', 1), ('a', 2), ('b', 1), (null, 1), ('a', null), (null, null) as (site, n);";
    const count = 'count_distinct(record(site as site, n as n)) filter (where site is not null and n is not null)';
    expect(await rowsOf(`${rows} table t is select ${count} as v from r;`)).toEqual([{ v: '3' }]);
  });
});

describe('a temporary table has one message, and no other declaration is lost', () => {
  test.each([
    ['select site from #tmp;', 'Declare table tmp is select'],
    ['select site from ##tmp where clicks > 1;', 'Declare table tmp is select'],
    ['select site from ads join #tmp on a == b;', 'Declare table tmp is select'],
    ['select site into #tmp from ads;', 'A table is named before its query'],
    ['upsert #tmp by site;', 'Declare table tmp is select'],
    ['union #a, #b;', 'Declare table a is select'],
  ])('%s', (query, advice) => {
    const text = `table t is ${query}\ntable u is select nothing from ads;\n`;
    const [error, other, ...more] = errorsOf(text);
    expect(error?.code).toBe('SBS1040');
    expect(error?.message).toContain(advice);
    expect(text.split('\n')[0]?.slice((error?.startColumn ?? 0) - 1)).toMatch(/^#/);
    expect(other?.code).toBe('SBS2004');
    expect(more).toEqual([]);
  });

  test('a comment between from and a table is a comment', () => {
    expect(errorsOf('table t is select site from # the rows\nads;')).toEqual([]);
    expect(errorsOf('table t is select site from\n#tmp\nads;')).toEqual([]);
  });
});
