import type { Keyword } from '../../syntax/tokens/keywords.ts';

export const JOIN_KINDS = ['inner', 'left', 'right', 'full', 'cross', 'semi', 'anti'] as const;

export type JoinKind = (typeof JOIN_KINDS)[number];

/** Clauses that may follow the tables of a select, in their order. */
export const CLAUSES = ['where', 'group', 'having', 'order', 'limit'] as const;

const NO_GROUP_BY = {
  doc: 'Not needed: select groups by all items without an aggregate.',
  example: 'select site, sum(clicks) as clicks from ads',
};

/** The keywords of a select, with those of its clauses and joins. */
export const SELECT_KEYWORDS: readonly Keyword[] = [
  {
    word: 'select',
    doc: 'Columns of one or more tables; aggregates group by all other items.',
    example: 'select site, count() as rows from ads',
  },
  { word: 'distinct', doc: 'Removes duplicate rows.', example: 'select distinct site from ads' },
  { word: 'except', doc: 'Columns that * leaves out.', example: 'select * except (note) from ads' },
  {
    word: 'replace',
    doc: 'Columns of * that are computed instead.',
    example: 'select * replace (upper(site) as site) from ads',
  },
  { word: 'join', doc: 'Pairs of matching rows.', example: 'from ads join sites on ads.site == sites.id' },
  {
    word: 'inner',
    doc: 'A join that keeps matching rows only; the default.',
    example: 'from ads inner join sites using (site)',
  },
  {
    word: 'left',
    doc: 'A join that keeps all rows of the table before it.',
    example: 'from ads left join sites using (site)',
  },
  {
    word: 'right',
    doc: 'A join that keeps all rows of the table after it.',
    example: 'from ads right join sites using (site)',
  },
  { word: 'full', doc: 'A join that keeps all rows of both tables.', example: 'from ads full join sites using (site)' },
  {
    word: 'cross',
    doc: 'A join of every row with every row; it has no condition.',
    example: 'from ads cross join sites',
  },
  { word: 'semi', doc: 'Keeps the rows that have a match.', example: 'from ads semi join sites using (site)' },
  { word: 'anti', doc: 'Keeps the rows that have no match.', example: 'from ads anti join sites using (site)' },
  {
    word: 'outer',
    doc: 'Optional in left, right and full joins; changes nothing.',
    example: 'from ads left outer join sites using (site)',
  },
  { word: 'where', doc: 'The rows to read.', example: 'where clicks > 0' },
  { word: 'group', ...NO_GROUP_BY },
  { word: 'all', ...NO_GROUP_BY },
  { word: 'having', doc: 'The groups to keep.', example: 'having rows >= 10' },
  { word: 'limit', doc: 'The maximum number of rows.', example: 'limit 1000' },
];
