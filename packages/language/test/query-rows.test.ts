import { describe, expect, test } from 'vitest';
import { openDatabase } from './open-database.ts';
import { rowsOf, sqlOf } from './rows-of.ts';

describe('qualify', () => {
  test('keeps the rows whose window value fits', async () => {
    expect(
      await rowsOf(
        'select site, clicks from ads qualify row_number() over (partition by site order by clicks desc) == 1 order by site',
      ),
    ).toEqual([
      { site: 'a', clicks: '3' },
      { site: 'b', clicks: '5' },
    ]);
  });

  test('reads the columns of the select list and groups', async () => {
    expect(
      await rowsOf(
        'select site, sum(clicks) as n, rank() over (order by sum(clicks) desc) as place from ads qualify place == 1',
      ),
    ).toEqual([{ site: 'b', n: '5', place: '1' }]);
  });

  test('works beside the columns of an open download', async () => {
    expect(await rowsOf('select * from anything qualify count() over (partition by kind) == 1 order by kind')).toEqual([
      { kind: 'x', surprise: 's1' },
      { kind: 'y', surprise: 's2' },
    ]);
  });
});

test('offset leaves out the first rows of a limit', async () => {
  expect(await rowsOf('select clicks from ads order by clicks limit 2 offset 1')).toEqual([
    { clicks: '3' },
    { clicks: '5' },
  ]);
});

describe('queries in from', () => {
  test('queries in from are read as tables', async () => {
    expect(
      await rowsOf(
        'select s.site, sites.country from (select site, sum(clicks) as n from ads) as s left join sites on sites.id == s.site where n > 3 order by site',
      ),
    ).toEqual([
      { site: 'a', country: 'FR' },
      { site: 'b', country: null },
    ]);
  });

  test('carry the columns of an open download along', async () => {
    expect(await rowsOf('select * from (select * from anything where kind == "x") as s')).toEqual([
      { kind: 'x', surprise: 's1' },
    ]);
    expect(await rowsOf('select upper(columns("^sur")) from (select * from anything) as s order by kind')).toEqual([
      { surprise: 'S1' },
      { surprise: 'S2' },
    ]);
  });
});

describe('the clause with', () => {
  test('defines tables that later ones read, several times', async () => {
    expect(
      await rowsOf(
        'with n as (select site, sum(clicks) as clicks from ads), top as (select max(clicks) as clicks from n) select n.site from n join top using (clicks)',
      ),
    ).toEqual([{ site: 'b' }]);
  });

  test('hides a table of the same name, also one that differs in case only', async () => {
    expect(await rowsOf("with ads as (select 'x' as site from ads limit 1) select site from ads")).toEqual([
      { site: 'x' },
    ]);
    expect(
      await rowsOf(
        "with Ads as (select 'x' as site from ads limit 1) select ads.site from ads join Ads as o on true limit 1",
      ),
    ).toEqual([{ site: 'a' }]);
  });

  test('stands inside other queries', async () => {
    expect(
      await rowsOf(
        'select count() as n from (with a as (select site from ads), b as (with a as (select id from sites) select id from a) select site from a join b on site == id) as s',
      ),
    ).toEqual([{ n: '2' }]);
  });
});

describe('queries in expressions', () => {
  test.each<[query: string, sites: readonly string[]]>([
    ['exists (select 1 from sites where id == site)', ['a', 'a']],
    ['not exists (select 1 from sites where id == site)', ['b']],
    ['exists (select * from sites)', ['a', 'a', 'b']],
    ['site in (select id from sites)', ['a', 'a']],
    ['site not in (select id from sites)', ['b']],
    ['site not in (select id == "c" ? null : id from sites)', ['b']],
    ['site not in (select id from sites where false)', ['a', 'a', 'b']],
    ['clicks in (select 1.0 from sites)', ['a']],
    ['clicks == (select max(o.clicks) from ads as o where o.site == ads.site)', ['a', 'b']],
    ['(select count() from sites where id == site) == 0', ['b']],
    ['(select country from sites where id == site limit 1) is null', ['b']],
    ['exists (with s as (select id from sites) select 1 from s where s.id == ads.site)', ['a', 'a']],
    ['exists (select 1 from (select id from sites) as s where s.id == ads.site)', ['a', 'a']],
    [
      'exists (select 1 from ads as o where o.site == ads.site and exists (select 1 from sites where id == o.site and ads.clicks < o.clicks))',
      ['a'],
    ],
  ])('selects the rows where %s', async (condition, sites) => {
    expect(await rowsOf(`select site from ads where ${condition} order by site`)).toEqual(
      sites.map((site) => ({ site })),
    );
  });

  test('give each row and each group a value', async () => {
    expect(
      await rowsOf(
        'select site, sum(clicks) as n, (select max(country) from sites where id == site) as country, site in (select id from sites) as known from ads having (select count() from sites) > 1 order by site',
      ),
    ).toEqual([
      { site: 'a', n: '4', country: 'FR', known: true },
      { site: 'b', n: '5', country: null, known: false },
    ]);
  });

  test('see the nearest table of a name, and by an alias the one around', async () => {
    expect(
      await rowsOf(
        'select ads.clicks from ads where exists (select 1 from ads as o where o.site == ads.site and o.clicks > ads.clicks)',
      ),
    ).toEqual([{ clicks: '1' }]);
    expect(await rowsOf('select clicks from ads where exists (select 1 from ads where clicks > 4)')).toHaveLength(3);
  });

  test('take lists apart by positions of either query', async () => {
    expect(
      await rowsOf(
        `select site, clicks, (select [site, 'x', id][clicks * length(id) - 1] from sites limit 1) as e from ads order by clicks`,
      ),
    ).toEqual([
      { site: 'a', clicks: '1', e: 'a' },
      { site: 'a', clicks: '3', e: 'a' },
      { site: 'b', clicks: '5', e: null },
    ]);
  });
});

describe('values of two queries together', () => {
  test.each<[value: string, expected: unknown]>([
    ['sqrt(ads.clicks * length(id))', 1],
    ["title(site || ' ' || id)", 'A A'],
    ['epoch(from_epoch(clicks * length(id)))', '1'],
    ['(clicks + length(id)) in (2, null)', true],
    ['[site, id][clicks - length(id)]', 'a'],
    ['(select [id, site][length(id) - clicks])', 'a'],
  ])('gives the value of %s', async (value, expected) => {
    const query = value.startsWith('(select')
      ? `${value.slice(0, -1)} from sites order by id limit 1)`
      : `(select ${value} from sites order by id limit 1)`;
    expect(await rowsOf(`select ${query} as v from ads order by clicks limit 1`)).toEqual([{ v: expected }]);
  });

  test('nest twelve deep without growing more than with their text', async () => {
    const nested = (depth: number): string =>
      depth === 0
        ? 'clicks in (1, null)'
        : `exists (select 1 from ads as t${depth} where t${depth}.clicks == ads.clicks and [1, ads.clicks][t${depth}.clicks - t${depth}.clicks] == 1 and ${nested(depth - 1)})`;
    expect(await rowsOf(`select clicks from ads where ${nested(12)}`)).toEqual([{ clicks: '1' }]);
    const size = (depth: number): number => sqlOf(`select clicks from ads where ${nested(depth)}`).length;
    expect(size(12) - size(11)).toBeLessThan(1.2 * (size(3) - size(2)));
  });
});

describe('asof join', () => {
  test('joins each row with the nearest earlier row of the same key', async () => {
    expect(
      await rowsOf(
        'select ads.clicks, later.clicks as before from ads asof join ads as later on ads.site == later.site and ads.day > later.day order by before',
      ),
    ).toEqual([{ clicks: '3', before: '1' }]);
  });

  test('keeps rows without a match when it is a left join', async () => {
    expect(
      await rowsOf(
        'select site, clicks, country from ads asof left join sites on id == site and since <= day order by clicks',
      ),
    ).toEqual([
      { site: 'a', clicks: '1', country: 'FR' },
      { site: 'a', clicks: '3', country: 'FR' },
      { site: 'b', clicks: '5', country: null },
    ]);
  });

  test('reads a query in brackets', async () => {
    expect(
      await rowsOf(
        'select clicks, country from ads asof join (select * from sites where country == "FR") as s on day >= s.since order by clicks',
      ),
    ).toEqual([
      { clicks: '1', country: 'FR' },
      { clicks: '3', country: 'FR' },
      { clicks: '5', country: 'FR' },
    ]);
  });
});

describe('except and intersect', () => {
  const declared =
    'table a is select site as x, clicks as n from ads; table b is select 3.0 as N, site as x from ads where site == "a";';

  test('compare distinct rows by the names of columns', async () => {
    const others = 'table a is select site as x from ads; table b is select id as X from sites;';
    expect(await rowsOf(`${others} table t is except a, b;`)).toEqual([{ x: 'b' }]);
    expect(await rowsOf(`${others} table t is intersect a, b;`)).toEqual([{ x: 'a' }]);
  });

  test('match columns in any order, and find nulls equal', async () => {
    const swapped =
      'table b is select null as c, site as x from ads; table a is select site as x, string(null) as c from ads;';
    expect(await rowsOf(`${swapped} table t is except a, b;`)).toEqual([]);
    expect((await rowsOf(`${swapped} table t is intersect a, b;`)).length).toBe(2);
    const left = await rowsOf(`${declared} table t is except a, b;`);
    expect(left.map(({ x, n }) => `${String(x)} ${Number(n)}`).toSorted()).toEqual(['a 1', 'b 5']);
  });

  test('take any number of tables from left to right', async () => {
    const three =
      'table a is select site as x from ads; table b is select id as x from sites; table c is select "b" as x from ads;';
    expect(await rowsOf(`${three} table t is except a, b, c;`)).toEqual([]);
    expect(await rowsOf(`${three} table t is intersect a, b, c;`)).toEqual([]);
  });
});

describe('dates', () => {
  const datesOf = async (source: string): Promise<unknown[]> =>
    (await rowsOf(`select d.date from dates(${source}) as d cross join sites where sites.id == 'a' order by date`)).map(
      ({ date }) => date,
    );

  test.each<[source: string, dates: readonly string[]]>([
    ["'2026-01-30', '2026-02-02'", ['2026-01-30', '2026-01-31', '2026-02-01', '2026-02-02']],
    ["'2026-01-01', '2026-01-14', 'week'", ['2026-01-01', '2026-01-08']],
    ["'2026-01-01', '2026-01-15', 'week'", ['2026-01-01', '2026-01-08', '2026-01-15']],
    ["'2026-01-31', '2026-05-30', 'month'", ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']],
    ["'2025-11-30', '2026-12-31', 'quarter'", ['2025-11-30', '2026-02-28', '2026-05-30', '2026-08-30', '2026-11-30']],
    ["'2024-02-29', '2026-02-28', 'year'", ['2024-02-29', '2025-02-28', '2026-02-28']],
    ["'2026-01-01', '2026-01-01'", ['2026-01-01']],
    ["date_add(today(), -1, 'day'), today()", ['2026-11-19', '2026-11-20']],
    ["today(), '2026-11-18'", []],
  ])('lists the dates of %s', async (source, dates) => {
    expect(await datesOf(source)).toEqual(dates);
  });

  test('stop the run where they are too many, or a bound is null', async () => {
    await expect(datesOf("date_add(today(), -40000, 'day'), today()")).rejects.toThrow('~dates~36600~');
    await expect(datesOf("today(), parse_date(lower('x'), 'YYYY')")).rejects.toThrow('~dates~36600~2026-11-20 to null');
  });

  test('fill the days without rows', async () => {
    expect(
      await rowsOf(
        "select date, coalesce(sum(clicks), 0) as n from dates('2026-01-01', '2026-01-03') left join ads on ads.day == dates.date order by date",
      ),
    ).toEqual([
      { date: '2026-01-01', n: '1' },
      { date: '2026-01-02', n: '8' },
      { date: '2026-01-03', n: '0' },
    ]);
  });
});

describe('queries in brackets', () => {
  test('queries in brackets are united with all their rows, each with its own order and limit', async () => {
    expect(
      await rowsOf(
        '(select site, clicks from ads order by clicks desc limit 1) union (select site, clicks from ads order by clicks limit 1)',
      ),
    ).toEqual(
      expect.arrayContaining([
        { site: 'b', clicks: '5' },
        { site: 'a', clicks: '1' },
      ]),
    );
    expect(await rowsOf('(select site from ads) union (select site from ads)')).toHaveLength(6);
  });

  test('match columns by name', async () => {
    expect(
      await rowsOf(
        "(select 1 as one, 'x' as two from sites limit 1) union (select 'y' as two, 2 as one from sites limit 1)",
      ),
    ).toEqual(
      expect.arrayContaining([
        { one: '1', two: 'x' },
        { one: '2', two: 'y' },
      ]),
    );
  });

  test('queries in brackets are compared from left to right, or as brackets say', async () => {
    const sites = "(select 'a' as s from sites) except (select site as s from ads)";
    expect(await rowsOf(sites)).toEqual([]);
    expect(await rowsOf(`(select 'x' as s from sites) except (${sites})`)).toEqual([{ s: 'x' }]);
    expect(
      await rowsOf(
        '((select site from ads) union (select id as site from sites)) intersect (select id as site from sites)',
      ),
    ).toEqual(expect.arrayContaining([{ site: 'a' }, { site: 'c' }]));
  });

  test('queries in brackets are read as tables, and carry columns of open downloads along', async () => {
    expect(
      await rowsOf(
        'with both as ((select site from ads) union (select id as site from sites)) select count() as n, count_distinct(site) as d from both',
      ),
    ).toEqual([{ n: '5', d: '3' }]);
    expect(await rowsOf("(select * from anything where kind == 'x') union (select kind from anything)")).toHaveLength(
      3,
    );
  });
});

describe('pivot', () => {
  const daily = 'table daily is select site, day, clicks from ads;';
  const on = "on day in (date('2026-01-01') as first_day, date('2026-01-02') as second)";

  test('pivot has a row for each group and columns for each listed value', async () => {
    expect(await rowsOf(`${daily} table t is pivot daily ${on} using sum(clicks);`)).toEqual(
      expect.arrayContaining([
        { site: 'a', first_day: '1', second: '3' },
        { site: 'b', first_day: null, second: '5' },
      ]),
    );
  });

  test('names the columns of several aggregates by both', async () => {
    expect(
      await rowsOf(
        `${daily} table p is pivot daily ${on} using sum(clicks) as n, count() as c; table t is select * from p order by site;`,
      ),
    ).toEqual([
      { site: 'a', first_day_n: '1', first_day_c: '1', second_n: '3', second_c: '1' },
      { site: 'b', first_day_n: null, first_day_c: '0', second_n: '5', second_c: '1' },
    ]);
  });

  test('keeps groups without any of the listed values', async () => {
    expect(
      await rowsOf("table p is pivot ads on site in ('b') using sum(clicks); table t is select * from p order by day;"),
    ).toEqual([
      { day: '2026-01-01', b: null },
      { day: '2026-01-02', b: '5' },
    ]);
  });

  test('finds null where it is listed, and combines its condition with a filter', async () => {
    expect(
      await rowsOf(
        "table s is select clicks > 1 ? site : null as site, clicks from ads; table t is pivot s on site in (null as none, 'a') using sum(clicks) filter (where clicks < 9);",
      ),
    ).toEqual([{ none: '1', a: '3' }]);
  });

  test('keeps the columns of an open download as keys', async () => {
    expect(await rowsOf("pivot anything on kind in ('x', 'y') using count()")).toEqual(
      expect.arrayContaining([
        { surprise: 's1', x: '1', y: '0' },
        { surprise: 's2', x: '0', y: '1' },
      ]),
    );
  });

  test('pivot is read by other queries', async () => {
    expect(
      await rowsOf(
        "with s as (select site, clicks from ads) select a + b as n from (pivot s on site in ('a', 'b') using sum(clicks)) as p",
      ),
    ).toEqual([{ n: '9' }]);
  });

  test('gives what DuckDB gives', async () => {
    const database = await openDatabase();
    await database.run(
      "CREATE TABLE pairs AS SELECT 'k' || (i % 4) AS k, 'v' || (i % 7) AS v, i AS n FROM range(50) AS r(i)",
    );
    const own = sqlOf(
      `download pairs from { type: "web"; url: "https://example.com/k"; } using { k: string; v: string; n: integer; }; table t is pivot pairs on v in ('v1', 'v3', 'none') using sum(n);`,
    );
    const theirs = "PIVOT pairs ON v IN ('v1', 'v3', 'none') USING sum(n)";
    const rows = await database.run(`SELECT * FROM (${own}) ORDER BY k`);
    expect(rows).toHaveLength(4);
    expect(rows).toEqual(await database.run(`SELECT * FROM (${theirs}) ORDER BY k`));
  });
});
