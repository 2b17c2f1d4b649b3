import { keywordsOf } from '../../syntax/tokens/keywords.ts';

export const JOIN_KINDS = ['inner', 'left', 'right', 'full', 'cross', 'semi', 'anti', 'asof'] as const;

export type JoinKind = (typeof JOIN_KINDS)[number] | 'asof left';

/** Clauses that may follow the tables of a select, in their order. */
export const CLAUSES = ['where', 'group', 'having', 'qualify', 'order', 'limit'] as const;

const NO_GROUP_BY = [
  'Not needed: select groups by all items without an aggregate.',
  'select site, sum(clicks) as clicks from ads',
] as const;

/** The keywords of a select, with those of its clauses and joins. */
export const SELECT_KEYWORDS = keywordsOf({
  select: ['Columns of tables; aggregates group by all other items.', 'select site, count() as rows from ads'],
  distinct: ['Removes duplicate rows.', 'select distinct site from ads'],
  except: ['Columns that * leaves out; or the rows of a table that no other has.', 'select * except (note) from ads'],
  replace: ['Columns of * that are computed instead.', 'select * replace (upper(site) as site) from ads'],
  exists: ['Whether a query has any row.', 'where exists (select id from sites where sites.id == ads.site)'],
  join: ['Pairs of matching rows.', 'from ads join sites on ads.site == sites.id'],
  inner: ['A join that keeps matching rows only; the default.', 'from ads inner join sites using (site)'],
  left: ['A join that keeps all rows of the table before it.', 'from ads left join sites using (site)'],
  right: ['A join that keeps all rows of the table after it.', 'from ads right join sites using (site)'],
  full: ['A join that keeps all rows of both tables.', 'from ads full join sites using (site)'],
  cross: ['A join of every row with every row; it has no condition.', 'from ads cross join sites'],
  semi: ['Keeps the rows that have a match.', 'from ads semi join sites using (site)'],
  anti: ['Keeps the rows that have no match.', 'from ads anti join sites using (site)'],
  asof: [
    'Joins each row with the nearest row of the table after it, by the one inequality of its condition.',
    'from ads asof join prices on ads.site == prices.site and ads.day >= prices.day',
  ],
  outer: ['Optional in left, right and full joins; changes nothing.', 'from ads left outer join sites using (site)'],
  where: ['The rows to read.', 'where clicks > 0'],
  group: NO_GROUP_BY,
  all: NO_GROUP_BY,
  having: ['The groups to keep.', 'having rows >= 10'],
  qualify: [
    'The rows to keep by the value of a window function.',
    'qualify row_number() over (partition by site order by clicks desc) == 1',
  ],
  limit: ['The maximum number of rows.', 'limit 1000'],
  offset: ['The number of rows that limit leaves out first.', 'limit 100 offset 200'],
});
