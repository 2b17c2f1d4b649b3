/** The language's keywords, for the colours that are there before the language server answers. A test keeps them complete. */
export const WORDS: readonly string[] = (
  'all and anti as asc asof assert between bundle by case cast columns cross current dates desc distinct download else end ' +
  'except exists export false filter first following from full group having ignore ilike import in inner intersect into is ' +
  'join last left let like limit literal not null nulls of offset on or order outer over partition percent pivot preceding ' +
  'qualify range record replace right row row_count rows select semi table then to true try_cast unbounded union unique ' +
  'unpivot upload upsert using warn when where with'
).split(' ');

/** The names of the language's types. */
export const TYPE_WORDS: readonly string[] = [
  'string',
  'json',
  'date',
  'integer',
  'number',
  'boolean',
  'datetime',
  'time',
];
