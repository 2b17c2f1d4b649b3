/** A word that is a keyword in some context. */
export type Keyword = { readonly word: string; readonly doc: string; readonly example: string };

/** A table of keywords: what each means, then an example. */
export function keywordsOf(rows: Readonly<Record<string, readonly [doc: string, example: string]>>): Keyword[] {
  return Object.entries(rows).map(([word, [doc, example]]) => ({ word, doc, example }));
}

const CASE = { doc: 'Written as a condition here.', example: "clicks > 0 ? 'some' : 'none'" };

/** Keywords of expressions, and those that several declarations or query forms share. */
export const CORE_KEYWORDS: readonly Keyword[] = [
  ...keywordsOf({
    bundle: ['A download whose files hold several tables.', 'download bundle mail from { … } using { … };'],
    is: ['Starts the query of a table; or a test for null.', 'where site is not null'],
    to: ['The destination of an upload.', 'upload daily to { type: "s3"; };'],
    from: ['The source of a download, or the table a select reads.', 'select site from ads'],
    using: [
      'The columns of a download, the columns that join two tables, or the aggregates of a pivot.',
      'join sites using (site)',
    ],
    as: ['Gives another name.', 'sum(clicks) as clicks'],
    columns: [
      'All columns whose names match a regular expression; \\0 in a new name is that of each column.',
      'sum(columns("^m_")) as "total_\\0"',
    ],
    on: ['The condition of a join, or the columns of a pivot or unpivot.', 'join sites on ads.site == sites.id'],
    order: ['The order of the rows.', 'order by date, clicks desc'],
    by: ['Follows order, partition, upsert or snapshot, before the columns.', 'order by date'],
    asc: ['Smallest first; the default.', 'order by date asc'],
    desc: ['Largest first.', 'order by clicks desc'],
    nulls: ['The position of nulls.', 'order by clicks desc nulls last'],
    first: ['Nulls come first.', 'order by clicks nulls first'],
    last: ['Nulls come last.', 'order by clicks nulls last'],
    and: ['True when both conditions are.', 'clicks > 0 and site is not null'],
    or: ['True when one of the conditions is.', 'clicks > 0 or revenue > 0'],
    not: ['Negates a condition; or declares a column without nulls.', "site not in ('a', 'b')"],
    in: ['Whether a value is one of several.', "site in ('a', 'b')"],
    between: ['Whether a value lies in a range, its ends included.', 'clicks between 1 and 10'],
    like: ['Whether a string matches a pattern: % is any text, _ one character.', "site like 'www.%'"],
    ilike: ['Like like, ignoring case.', "site ilike 'WWW.%'"],
    escape: [
      'Behind a pattern of like: the character that makes % and _ stand for themselves.',
      "site like '100!%' escape '!'",
    ],
    null: ['No value.', 'site is null'],
    true: ['The condition that always holds.', 'active == true'],
    false: ['The condition that never holds.', 'active == false'],
    literal: ['A string in double quotes that is never a column; with brackets a constant.', 'literal "site"'],
    cast: ['Converts to a type; fails for a value that cannot be converted.', 'cast(text as integer)'],
    try_cast: ['Converts to a type; null for a value that cannot be converted.', 'try_cast(text as integer)'],
    record: ['Makes a record of values.', 'record(site, clicks * 2 as twice)'],
    over: ['Computes over neighbouring rows.', 'sum(clicks) over (partition by site order by date)'],
    unique: [
      'No two rows have the same values in these columns.',
      'assert one_per_site on daily: unique (date, site);',
    ],
    row_count: [
      'The number of rows, plain or compared with earlier report dates.',
      'assert usual_size on daily: row_count between 50 and 200 percent of last 7 dates;',
    ],
    percent: [
      'Compares a number of rows with the average of earlier report dates.',
      'between 50 and 200 percent of last 7 dates',
    ],
    of: ['Follows percent.', 'between 50 and 200 percent of last 7 dates'],
    dates: [
      'A table of consecutive dates; or ends the number of report dates to compare with.',
      "select date from dates('2026-01-01', today(), 'week')",
    ],
    warn: ['Uploads go on when the assertion fails.', 'assert has_clicks on daily: clicks > 0 else warn;'],
    filter: ['The rows that an aggregate reads.', 'count() filter (where clicks > 0)'],
    ignore: ['Before nulls: leaves out rows whose value is null.', 'lag(clicks ignore nulls) over (order by date)'],
    rows: [
      'A frame of neighbouring rows.',
      'sum(clicks) over (order by date rows between 6 preceding and current row)',
    ],
    range: [
      'A frame of neighbouring values of the order: numbers, or days of a date.',
      'sum(clicks) over (order by date range between 6 preceding and current row)',
    ],
    unbounded: ['Up to the start or end of the partition.', 'rows between unbounded preceding and current row'],
    preceding: ['Before the current row.', 'rows between 6 preceding and current row'],
    following: ['After the current row.', 'rows between current row and 1 following'],
    current: ['Before row: the current row of a frame.', 'rows between 6 preceding and current row'],
    row: ['After current: the current row of a frame.', 'rows between 6 preceding and current row'],
    partition: ['The columns whose equal values make neighbours.', 'rank() over (partition by site order by clicks)'],
  }),
  ...keywordsOf({
    when: [
      'Before empty: what a load without rows does to kept rows. In an expression, a condition with ? and : is written instead.',
      'table latest is upsert daily by site order by at desc when empty replace;',
    ],
  }),
  ...['case', 'then', 'else', 'end'].map((word) => ({ word, ...CASE })),
];
