/** A word that is a keyword in some context. */
export type Keyword = { readonly word: string; readonly doc: string; readonly example: string };

const CASE = { doc: 'Written as a condition here.', example: "clicks > 0 ? 'some' : 'none'" };

/** Keywords of expressions, and those that several declarations or query forms share. */
export const CORE_KEYWORDS: readonly Keyword[] = [
  {
    word: 'bundle',
    doc: 'A download whose files hold several tables.',
    example: 'download bundle mail from { … } using { … };',
  },
  { word: 'is', doc: 'Starts the query of a table; or a test for null.', example: 'where site is not null' },
  { word: 'to', doc: 'The destination of an upload.', example: 'upload daily to { type: "s3"; };' },
  { word: 'from', doc: 'The source of a download, or the table a select reads.', example: 'select site from ads' },
  {
    word: 'using',
    doc: 'The columns of a download, or the columns that join two tables.',
    example: 'join sites using (site)',
  },
  { word: 'as', doc: 'Gives another name.', example: 'sum(clicks) as clicks' },
  { word: 'columns', doc: 'All columns whose names match a regular expression.', example: 'sum(columns("^m_"))' },
  {
    word: 'on',
    doc: 'The condition of a join, or the columns of an unpivot.',
    example: 'join sites on ads.site == sites.id',
  },
  { word: 'order', doc: 'The order of the rows.', example: 'order by date, clicks desc' },
  { word: 'by', doc: 'Follows order, partition or upsert, before the columns.', example: 'order by date' },
  { word: 'asc', doc: 'Smallest first; the default.', example: 'order by date asc' },
  { word: 'desc', doc: 'Largest first.', example: 'order by clicks desc' },
  { word: 'nulls', doc: 'The position of nulls.', example: 'order by clicks desc nulls last' },
  { word: 'first', doc: 'Nulls come first.', example: 'order by clicks nulls first' },
  { word: 'last', doc: 'Nulls come last.', example: 'order by clicks nulls last' },
  { word: 'and', doc: 'True when both conditions are.', example: 'clicks > 0 and site is not null' },
  { word: 'or', doc: 'True when one of the conditions is.', example: 'clicks > 0 or revenue > 0' },
  { word: 'not', doc: 'Negates a condition; or declares a column without nulls.', example: "site not in ('a', 'b')" },
  { word: 'in', doc: 'Whether a value is one of several.', example: "site in ('a', 'b')" },
  { word: 'between', doc: 'Whether a value lies in a range, its ends included.', example: 'clicks between 1 and 10' },
  {
    word: 'like',
    doc: 'Whether a string matches a pattern: % is any text, _ one character.',
    example: "site like 'www.%'",
  },
  { word: 'ilike', doc: 'Like like, ignoring case.', example: "site ilike 'WWW.%'" },
  { word: 'null', doc: 'No value.', example: 'site is null' },
  { word: 'true', doc: 'The condition that always holds.', example: 'active == true' },
  { word: 'false', doc: 'The condition that never holds.', example: 'active == false' },
  { word: 'literal', doc: 'A string in double quotes that is never a column.', example: 'literal "site"' },
  {
    word: 'cast',
    doc: 'Converts to a type; fails for a value that cannot be converted.',
    example: 'cast(text as integer)',
  },
  {
    word: 'try_cast',
    doc: 'Converts to a type; null for a value that cannot be converted.',
    example: 'try_cast(text as integer)',
  },
  {
    word: 'over',
    doc: 'Computes over neighbouring rows.',
    example: 'sum(clicks) over (partition by site order by date)',
  },
  {
    word: 'partition',
    doc: 'The columns whose equal values make neighbours.',
    example: 'rank() over (partition by site order by clicks)',
  },
  ...['case', 'when', 'then', 'else', 'end'].map((word) => ({ word, ...CASE })),
];
