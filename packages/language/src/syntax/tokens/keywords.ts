/** A word with a meaning of its own in some place of a script. */
export type Keyword = { readonly word: string; readonly doc: string; readonly example: string };

function keyword(word: string, doc: string, example: string): Keyword {
  return { word, doc, example };
}

/** All words that the parser knows: what hover, completion and colouring say and offer. */
export const KEYWORDS: readonly Keyword[] = [
  keyword('download', 'Declares where data comes from.', 'download ads from { … } using { … };'),
  keyword('import', 'The same as download.', 'import ads from { … } using { … };'),
  keyword('upload', 'Declares where the rows of a table go.', 'upload daily to { … };'),
  keyword('export', 'The same as upload.', 'export daily to { … };'),
  keyword('bundle', 'A download whose files hold several tables.', 'download bundle mail from { … } using { … };'),
  keyword('table', 'Declares a table made from others.', 'table daily is select date, clicks from ads;'),
  keyword('is', 'What a table is made of; or a test for null.', 'where site is not null'),
  keyword('to', 'The destination of an upload.', 'upload daily to { type: "s3"; };'),
  keyword('from', 'The source of a download, or the table a select reads.', 'select site from ads'),
  keyword('using', 'The columns of a download, or the columns that join two tables.', 'join sites using (site)'),
  keyword('as', 'Gives another name.', 'sum(clicks) as clicks'),
  keyword(
    'select',
    'Columns of one or more tables; aggregates group by all other items.',
    'select site, count() as rows from ads',
  ),
  keyword('distinct', 'Leaves out rows that are there already.', 'select distinct site from ads'),
  keyword('except', 'Columns that * leaves out.', 'select * except (note) from ads'),
  keyword('replace', 'Columns of * that are computed instead.', 'select * replace (upper(site) as site) from ads'),
  keyword('columns', 'All columns whose names match a regular expression.', 'sum(columns("^m_"))'),
  keyword('join', 'The pairs of rows that fit together.', 'from ads join sites on ads.site == sites.id'),
  keyword('inner', 'A join of rows that fit together; the usual one.', 'from ads inner join sites using (site)'),
  keyword('left', 'A join that keeps all rows of the table before it.', 'from ads left join sites using (site)'),
  keyword('right', 'A join that keeps all rows of the table behind it.', 'from ads right join sites using (site)'),
  keyword('full', 'A join that keeps all rows of both tables.', 'from ads full join sites using (site)'),
  keyword('cross', 'A join of every row with every row; it has no condition.', 'from ads cross join sites'),
  keyword('semi', 'Keeps the rows that have a partner.', 'from ads semi join sites using (site)'),
  keyword('anti', 'Keeps the rows that have no partner.', 'from ads anti join sites using (site)'),
  keyword(
    'outer',
    'May stand in left, right and full join; it changes nothing.',
    'from ads left outer join sites using (site)',
  ),
  keyword('on', 'The condition of a join, or the columns of an unpivot.', 'join sites on ads.site == sites.id'),
  keyword('where', 'Which rows are read.', 'where clicks > 0'),
  keyword(
    'group',
    'Not needed: select groups by all items without an aggregate.',
    'select site, sum(clicks) as clicks from ads',
  ),
  keyword(
    'all',
    'Not needed: select groups by all items without an aggregate.',
    'select site, sum(clicks) as clicks from ads',
  ),
  keyword('having', 'Which groups are kept.', 'having rows >= 10'),
  keyword('order', 'The order of the rows.', 'order by date, clicks desc'),
  keyword('by', 'Stands between order, partition or upsert and columns.', 'order by date'),
  keyword('asc', 'Smallest first; the usual order.', 'order by date asc'),
  keyword('desc', 'Largest first.', 'order by clicks desc'),
  keyword('nulls', 'Where rows without a value come.', 'order by clicks desc nulls last'),
  keyword('first', 'Rows without a value come first.', 'order by clicks nulls first'),
  keyword('last', 'Rows without a value come last.', 'order by clicks nulls last'),
  keyword('limit', 'At most so many rows.', 'limit 1000'),
  keyword('union', 'The rows of several tables, by column name.', 'table all_ads is union ads_eu, ads_us;'),
  keyword(
    'upsert',
    'The rows of all runs so far, one for each key.',
    'table latest is upsert daily by site order by at desc;',
  ),
  keyword('unpivot', 'A row for each chosen column.', 'table long is unpivot wide on columns("^m_") into name, value;'),
  keyword('into', 'The two columns that an unpivot makes.', 'unpivot wide on a, b into name, value'),
  keyword('and', 'True when both conditions are.', 'clicks > 0 and site is not null'),
  keyword('or', 'True when one of the conditions is.', 'clicks > 0 or revenue > 0'),
  keyword('not', 'Turns a condition around; or columns that are never null.', "site not in ('a', 'b')"),
  keyword('in', 'Whether a value is one of several.', "site in ('a', 'b')"),
  keyword('between', 'Whether a value lies in a range, its ends included.', 'clicks between 1 and 10'),
  keyword('like', 'Whether a text fits a pattern: % is anything, _ one character.', "site like 'www.%'"),
  keyword('ilike', 'Like like, whatever the case.', "site ilike 'WWW.%'"),
  keyword('null', 'No value.', 'site is null'),
  keyword('true', 'The condition that always holds.', 'active == true'),
  keyword('false', 'The condition that never holds.', 'active == false'),
  keyword('literal', 'A text in double quotes that is never a column.', 'literal "site"'),
  keyword('cast', 'Converts to a type; an error when a value cannot be.', 'cast(text as integer)'),
  keyword('try_cast', 'Converts to a type; null when a value cannot be.', 'try_cast(text as integer)'),
  keyword('over', 'Computes over neighbouring rows.', 'sum(clicks) over (partition by site order by date)'),
  keyword(
    'partition',
    'The columns whose equal values make neighbours.',
    'rank() over (partition by site order by clicks)',
  ),
  keyword('case', 'Written as a condition here.', "clicks > 0 ? 'some' : 'none'"),
  keyword('when', 'Part of case, which is written as a condition here.', "clicks > 0 ? 'some' : 'none'"),
  keyword('then', 'Part of case, which is written as a condition here.', "clicks > 0 ? 'some' : 'none'"),
  keyword('else', 'Part of case, which is written as a condition here.', "clicks > 0 ? 'some' : 'none'"),
  keyword('end', 'Part of case, which is written as a condition here.', "clicks > 0 ? 'some' : 'none'"),
];

/** Words that follow a declaration's name, as an opening brace does: they tell `table t is` from a column called table. */
export const AFTER_NAME: ReadonlySet<string> = new Set([
  'is',
  'from',
  'to',
  'as',
  'using',
  'select',
  'union',
  'upsert',
  'unpivot',
]);

export const JOIN_KINDS = ['inner', 'left', 'right', 'full', 'cross', 'semi', 'anti'] as const;

/** Clauses that may follow the tables of a select, in their order. */
export const CLAUSES = ['where', 'group', 'having', 'order', 'limit'] as const;

/** Words that start a clause or join conditions, so that none of them is read as a column; quoted they are names. */
export const RESERVED: ReadonlySet<string> = new Set([
  'select',
  'from',
  'where',
  'having',
  'on',
  'using',
  'and',
  'or',
  'in',
  'is',
  'between',
  'like',
  'ilike',
  'as',
  'when',
  'then',
  'else',
]);

const byWord: ReadonlyMap<string, Keyword> = new Map(KEYWORDS.map((each) => [each.word, each]));

export function findKeyword(word: string): Keyword | undefined {
  return byWord.get(word);
}
