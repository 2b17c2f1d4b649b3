/** A script of which two runs must give the same bytes. */
export type SameFlow = {
  readonly name: string;
  /** The sources it reads: names of bodies. Their downloads complete in this order, and in the opposite one. */
  readonly sources: readonly string[];
  /** Tables, the last of which is `result`. */
  readonly tables: string;
  /** The delivered file's name, whose extension is its format. */
  readonly file?: string;
  /** Report dates that run one after the other; one by default. */
  readonly dates?: number;
  /** Rows of the result; at least one without. */
  readonly rows?: number;
};

export const FLOWS: readonly SameFlow[] = [
  {
    name: 'sums of floats, grouped',
    sources: ['ads', 'sites'],
    tables: `table result is select site, sum(score) as total, avg(score) as mean, stddev(score) as spread, variance(score) as v, median(score) as middle
      from ads semi join sites using (site);`,
  },
  {
    name: 'sums of floats over many rows',
    sources: ['big'],
    tables: 'table result is select site, name, sum(score) as total, avg(score) as mean, count() as rows from big;',
  },
  {
    name: 'one sum of everything',
    sources: ['big'],
    tables:
      'table result is select sum(score) as total, avg(score) as mean, stddev(score) as spread, approx_count_distinct(id) as ids from big;',
    rows: 1,
  },
  {
    name: 'decimals and their mean',
    sources: ['ads'],
    tables:
      'table result is select day, sum(cost) as cost, avg(cost) as mean, min(cost) as least, sum(cost) / sum(clicks) as each from ads;',
  },
  {
    name: 'windows with ties',
    sources: ['ads'],
    tables: `table result is select site, id, row_number() over (partition by site order by clicks) as n, rank() over (order by clicks desc) as r,
      lag(id, 1, 0) over (partition by site order by day) as before, ntile(7) over (order by clicks) as bucket, sum(score) over (partition by site order by day) as running from ads;`,
  },
  {
    name: 'left, full and anti joins',
    sources: ['ads', 'more', 'sites'],
    tables: `table near is select ads.id as id, ads.site as site, sites.region as region, sites.weight as weight from ads left join sites using (site);
      table far is select near.id as id, near.region as region, more.name as name, more.score as score from near full join more on near.id == more.id;
      table result is select * from far anti join sites on far.region == sites.region and sites.weight > 5;`,
  },
  {
    name: 'a union of sources',
    sources: ['ads', 'more', 'sites'],
    tables: 'table result is union ads, more, sites;',
  },
  {
    name: 'distinct rows',
    sources: ['ads', 'more'],
    tables: 'table both is union ads, more; table result is select distinct site, name, clicks, ok from both;',
  },
  {
    name: 'columns turned into rows',
    sources: ['wide'],
    tables: 'table result is unpivot wide on columns("^m_") into month, amount;',
  },
  {
    name: 'rows kept by key, with ties, over two dates',
    sources: ['ads', 'more'],
    tables: 'table both is union ads, more; table result is upsert both by id order by clicks desc;',
    dates: 2,
  },
  {
    name: 'rows kept by key without an order',
    sources: ['more', 'ads'],
    tables: 'table both is union ads, more; table result is upsert both by site, name;',
    dates: 2,
  },
  {
    name: 'records and lists',
    sources: ['nested'],
    tables: `table result is select id, owner, tags, doc, owner.name as owner_name, list_length(tags) as size from nested;`,
    file: 'result.csv.zst',
  },
  {
    name: 'lists taken apart',
    sources: ['nested', 'ads'],
    tables: `table tags is select id, explode(tags) as tag from nested;
      table result is select tag, count() as rows, string_agg(ads.site, '|') as sites from tags join ads using (id);`,
  },
  {
    name: 'texts of many scripts',
    sources: ['ads'],
    tables: `table result is select name, upper(name) as loud, lower(name) as quiet, title(name) as titled, reverse(name) as back, length(name) as size, md5(name) as hash, part(name || '/x', '/', 1) as head
      from ads order by name;`,
    file: 'result.csv.gz',
  },
  {
    name: 'dates and times',
    sources: ['ads'],
    tables: `table result is select date_trunc(seen_at, 'week') as week, format_date(seen_at, 'dd MMM YYYY HH:mm') as shown, last_day(day) as last, date_diff(today(), day, 'day') as age, now() as at, report_date from ads;`,
  },
  {
    name: 'an order with ties, cut off',
    sources: ['big'],
    tables: 'table result is select id, site, clicks from big order by clicks desc, site limit 12345;',
    rows: 12_345,
  },
  {
    name: 'no order at all, in several row groups',
    sources: ['big', 'sites'],
    tables:
      'table result is select big.id as id, name, score, region, big.filename as file from big left join sites using (site) where clicks > 4;',
    file: 'result.parquet',
  },
  {
    name: 'first, last and any of a group',
    sources: ['ads', 'more'],
    tables: `table both is union more, ads;
      table result is select site, first(id) as a, last(id) as b, any_value(name) as c, arg_min(id, clicks) as d, arg_max(name, clicks) as e from both;`,
  },
  {
    name: 'a source as it is',
    sources: ['big'],
    tables: 'table result is select * from big order by report_date;',
    file: 'result.csv.gz',
    rows: 300_000,
  },
  {
    name: 'nothing',
    sources: ['ads', 'sites'],
    tables: 'table result is select ads.site as site, score from ads join sites using (site) where clicks > 1000;',
    rows: 0,
  },
];
