import type { DiagnosticDefinition } from './diagnostic-definition.ts';

/** Mistakes in the clauses and parts of queries. */
export const QUERY_DIAGNOSTICS = {
  SBS1021: {
    severity: 'error',
    text: 'offset stands behind a limit. Write limit n offset m.',
    wrong: 'table t is select site from ads order by site offset 10;',
    right: 'table t is select site from ads order by site limit 100 offset 10;',
  },
  SBS1022: {
    severity: 'error',
    text: 'A query in brackets has no name here. Write (select …) as name.',
    wrong: 'table t is select site from (select site from ads);',
    right: 'table t is select site from (select site from ads) as part;',
  },
  SBS2018: {
    severity: 'error',
    text: 'with defines {name} twice. Rename one of them.',
    wrong: 'table t is with a as (select site from ads), a as (select site from ads) select site from a;',
    right: 'table t is with a as (select site from ads), b as (select site from a) select site from b;',
  },
  SBS2019: {
    severity: 'warning',
    text: 'Nothing reads {name}, which with defines. Read it, or remove it.',
    wrong: 'table t is with a as (select site from ads) select site from ads;',
    right: 'table t is with a as (select site from ads) select site from a;',
  },
  SBS3040: {
    severity: 'error',
    text: 'The condition of qualify contains no window function. Write where, or having for groups.',
    wrong: 'table t is select site from ads qualify clicks > 5;',
    right: 'table t is select site from ads qualify row_number() over (partition by site order by clicks desc) == 1;',
  },
  SBS3041: {
    severity: 'error',
    text: 'A query is not allowed in {clause}. Compute it in a table of its own, or move it to where.',
    wrong: 'table t is select ads.site from ads join sites on ads.site == (select max(id) from sites);',
    right: 'table t is select ads.site from ads where ads.site == (select max(id) from sites);',
  },
  SBS3042: {
    severity: 'error',
    text: 'A query that is used as a value must have one column, got {count}. Select one column.',
    wrong: 'table t is select site from ads where site in (select id, kind from sites);',
    right: 'table t is select site from ads where site in (select id from sites);',
  },
  SBS3043: {
    severity: 'error',
    text: 'A query that is used as a value must have at most one row. Select an aggregate without keys, or add limit 1.',
    wrong: 'table t is select site, (select id from sites) as id from ads;',
    right: 'table t is select site, (select max(id) from sites) as id from ads;',
  },
  SBS3044: {
    severity: 'error',
    text: '{name} contains column {column} of the query around it. Use columns of this query in it, or write {name} outside.',
    wrong: 'table t is select site from ads where clicks > (select sum(ads.clicks) from sites);',
    right: 'table t is select site from ads where clicks > (select sum(other.clicks) from ads as other);',
  },
  SBS3059: {
    severity: 'error',
    text: 'The columns cannot be called {name}: {reason}. {advice}',
    wrong: String.raw`table t is select columns("^m_(.*)") as "\2" from ads;`,
    right: String.raw`table t is select columns("^m_(.*)") as "\1" from ads;`,
  },
  SBS3045: {
    severity: 'error',
    text: '{form} keeps rows from run to run and must be the whole query of a table. Declare it as a table of its own.',
    wrong: 'table t is select site from (upsert ads by site order by day desc) as latest;',
    right: 'table latest is upsert ads by site order by day desc; table t is select site from latest;',
  },
  SBS3084: {
    severity: 'error',
    text: 'A snapshot compares all columns from date to date, and {table} takes some that are known only when a file is read. Select its columns in a table before.',
    wrong:
      'download raw from { type: "web"; url: "https://example.com/raw"; } using { id: string; * }; table t is snapshot raw by id; upload t to { type: "disk"; path: "t.csv"; };',
    right:
      'download raw from { type: "web"; url: "https://example.com/raw"; } using { id: string; * }; table v is select id, string(status) as status from raw; table t is snapshot v by id; upload t to { type: "disk"; path: "t.csv"; };',
  },
  SBS3085: {
    severity: 'error',
    text: 'A snapshot adds the columns valid_from and valid_to, and {table} has a column {name}. Rename it in a table before.',
    wrong: 'table v is select site, day as valid_from from ads; table t is snapshot v by site;',
    right: 'table v is select site, day as since from ads; table t is snapshot v by site;',
  },
  SBS3049: {
    severity: 'error',
    text: 'The condition of an asof join must have one comparison by >=, >, <= or <, which finds the nearest row, got {count}. Write equalities and one such comparison.',
    wrong: 'table t is select ads.site from ads asof join sites on ads.site == sites.id;',
    right: 'table t is select ads.site from ads asof join sites on ads.site >= sites.id;',
  },
  SBS3050: {
    severity: 'error',
    text: 'An asof join compares columns of {table} with columns of the tables before it, by ==, >=, >, <= or <, combined with and. Write other conditions in a query that is joined: (select …) as name.',
    wrong: "table t is select ads.site from ads asof join sites on ads.site >= sites.id and sites.kind == 'x';",
    right:
      "table t is select ads.site from ads asof join (select id from sites where kind == 'x') as s on ads.site >= s.id;",
  },
  SBS3051: {
    severity: 'error',
    text: 'An asof join has no using, because it needs an inequality. Write on with equalities and one inequality.',
    wrong: 'table t is select ads.site from ads asof join sites using (kind);',
    right: 'table t is select ads.site from ads asof join sites on ads.site >= sites.id;',
  },
  SBS3052: {
    severity: 'error',
    text: "A pivot lists constants, because its columns are known before any row. Write values such as 'search', 2026 or null.",
    wrong: 'table t is pivot ads on kind in (site) using sum(clicks);',
    right: "table t is pivot ads on kind in ('search', 'social' as soc) using sum(clicks);",
  },
  SBS3053: {
    severity: 'error',
    text: 'Behind using, a pivot has aggregates, and this is not one. Write one such as sum(clicks), and calculate with its columns in a table after it.',
    wrong: "table t is pivot sites on kind in ('search') using id;",
    right: "table t is pivot sites on kind in ('search') using max(id);",
  },
  SBS3054: {
    severity: 'error',
    text: '{problem} {advice}',
    wrong:
      "table t is select clicks from dates('2026-02-01', '2026-01-01') as days left join ads on ads.day == days.date;",
    right: "table t is select clicks from dates('2026-01-01', today()) as days left join ads on ads.day == days.date;",
  },
  SBS3055: {
    severity: 'error',
    text: '{first} and {second} stand side by side, and the order of the two is open. Write brackets: ((…) {first} (…)) {second} (…).',
    wrong:
      'table t is (select kind from ads) union (select kind from sites) except (select kind from sites where id is null);',
    right:
      'table t is ((select kind from ads) union (select kind from sites)) except (select kind from sites where id is null);',
  },
  SBS3056: {
    severity: 'error',
    text: '{what} has no {clause}. {advice}',
    wrong: "table t is pivot ads on kind in ('search') using sum(clicks) group by site;",
    right: "table a is select site, kind, clicks from ads; table t is pivot a on kind in ('search') using sum(clicks);",
  },
  SBS3057: {
    severity: 'error',
    text: '{form} compares all columns, and only the data knows those of {table}. In a table before, select columns of it and convert them to a type.',
    wrong: 'table t is except anything, sites;',
    right:
      'table a is select string(kind) as kind from anything; table b is select kind from sites; table t is except a, b;',
  },
  SBS3058: {
    severity: 'error',
    text: '{form} matches columns by name, but {name} of {first} is missing in {second}. Select columns of the same names in both.',
    wrong: 'table t is intersect ads, sites;',
    right: 'table a is select kind from ads; table b is select kind from sites; table t is intersect a, b;',
  },
  SBS3064: {
    severity: 'error',
    text: '{form} combines several tables, got only {table}. Name another one after it, or write {select} for the rows of {table}.',
    wrong: 'table t is except sites;',
    right: "table a is select * from sites where kind == 'x'; table t is except sites, a;",
  },
  SBS3068: {
    severity: 'error',
    text: '{table} reads no download, so no flow would build it. Upload a table that joins it with one that reads a download.',
    wrong: 'table days is dates(\'2026-01-01\', today()); upload days to { type: "disk"; path: "days.csv"; };',
    right:
      "table days is dates('2026-01-01', today()); table t is select days.date from days join ads on ads.day == days.date;",
  },
  SBS3069: {
    severity: 'error',
    text: '{problem} {advice}',
    wrong: "table t is values (1, 'a'), (2) as (id, name);",
    right: "table t is values (1, 'a'), (2, null) as (id, name);",
  },
} as const satisfies Readonly<Record<string, DiagnosticDefinition>>;

/** The reason behind each of them. */
export const QUERY_EXPLANATIONS: Readonly<Record<keyof typeof QUERY_DIAGNOSTICS, string>> = {
  SBS1021: 'offset leaves out the first rows of a limit. Without a limit it has no meaning here.',
  SBS1022: 'The columns of a query in brackets are found by its name.',
  SBS2018: 'The tables of a with have distinct names, also when case is ignored.',
  SBS2019: 'A part of a with that nothing reads has no effect.',
  SBS3040: 'where filters rows, having filters groups, and qualify filters rows by the value of a window function.',
  SBS3041: 'Queries stand in where, having and qualify, in items and in order by. Joins are computed before them.',
  SBS3042: 'Such a query stands for a value or for a list of values.',
  SBS3043: 'Each row needs one value. A query with several rows would fail when it runs.',
  SBS3044:
    'An aggregate folds the rows of its own query. Over a column of a query around it, it would belong to that query and mean something else.',
  SBS3059:
    'In the name of columns(…), \\0 is the name of each column and \\1 to \\9 are the groups of the pattern. The names must be known when the script is compiled.',
  SBS3045: 'The rows that an upsert or a snapshot keeps are stored under the name of its table.',
  SBS3084: 'Which columns a file has may change from date to date. A column that comes or goes would end all periods.',
  SBS3085: 'valid_from is the first report date with these values, valid_to the first one without them.',
  SBS3049:
    'An asof join pairs each row with the nearest one, such as the last price before a sale. Exactly one inequality says which is nearest.',
  SBS3050:
    'The nearest row is searched in the order of the joined table, so each comparison has that table on one side and the others on the other.',
  SBS3051: 'using means equality of columns. The nearest row is found by an inequality.',
  SBS3052: 'Other tables and uploads need the columns of a table before it has rows, so the values are listed.',
  SBS3053: 'Each row of a pivot stands for several rows. An aggregate makes one value of them.',
  SBS3054:
    'dates(first, last) is a table of consecutive dates, in steps of a day, or of the unit that is its third argument. It has at most 36,600 of them.',
  SBS3055: 'SQL dialects compute different ones of union, except and intersect first. Brackets leave no doubt.',
  SBS3056: 'Such a query has no clauses of its own. A query that reads it, or one that it reads, has them.',
  SBS3057: 'Two rows are equal when all their columns are, so all columns must be declared.',
  SBS3058:
    'except, intersect and union of queries in brackets match columns by name; their order does not matter. SQL matches them by place.',
  SBS3064:
    'A single table has nothing to be united or compared with. Its distinct rows are those of select distinct *.',
  SBS3068:
    'A flow starts when its downloads have arrived. A table of dates or of values alone waits for none, so nothing would start it.',
  SBS3069:
    'Each row of values holds a constant for each column, and the values of a column have one type. It has at most 1,000 rows: longer lists change more often than the script and are downloaded.',
};
