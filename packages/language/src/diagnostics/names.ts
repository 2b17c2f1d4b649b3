import type { DiagnosticDefinition } from './diagnostic-definition.ts';

/** Diagnostics of names: SBS2xxx. */
export const NAME_DIAGNOSTICS = {
  SBS2001: {
    severity: 'error',
    text: '{name} is declared twice, also at {where}. Rename one of them.',
    wrong: 'table t is select site from ads; table t is select clicks from ads;',
    right: 'table t is select site from ads; table u is select clicks from ads;',
  },
  SBS2002: {
    severity: 'error',
    text: 'Column {name} is declared twice: names and headers that differ only in case, spaces or dashes are the same. Remove one, or rename it with as.',
    wrong: 'download d from { type: "web"; url: "https://example.com/d"; } using { a: string; A: integer; };',
    right: 'download d from { type: "web"; url: "https://example.com/d"; } using { a: string; b: integer; };',
  },
  SBS2003: {
    severity: 'error',
    text: 'There is no table {name}. {advice}',
    wrong: 'table t is select site from adds;',
    right: 'table t is select site from ads;',
  },
  SBS2004: {
    severity: 'error',
    text: 'There is no column {name} in {table}. {advice}',
    wrong: 'table t is select click from ads;',
    right: 'table t is select clicks from ads;',
  },
  SBS2005: {
    severity: 'error',
    text: 'Column {name} is ambiguous: it is in {tables}. Write {choices}.',
    wrong: 'table t is select kind from ads join sites on site == id;',
    right: 'table t is select ads.kind from ads join sites on site == id;',
  },
  SBS2006: {
    severity: 'error',
    text: 'Tables form a cycle at {name}: {path}. Remove one of these steps.',
    wrong: 'table a is select * from b; table b is select * from a;',
    right: 'table a is select * from ads; table b is select * from a;',
  },
  SBS2007: {
    severity: 'error',
    text: 'There is no function {name}. {advice}',
    wrong: 'table t is select uper(site) as s from ads;',
    right: 'table t is select upper(site) as s from ads;',
  },
  SBS2008: {
    severity: 'error',
    text: 'The name {name} is used for two tables of this query. Give one of them an alias with as.',
    wrong: 'table t is select ads.site from ads cross join ads;',
    right: 'table t is select ads.site from ads cross join ads as other;',
  },
  SBS2009: {
    severity: 'error',
    text: 'There is no table {name} to upload. {advice}',
    wrong: 'upload nothing_here to { type: "disk"; path: "out.csv"; };',
    right: 'upload ads to { type: "disk"; path: "out.csv"; };',
  },
  SBS2010: {
    severity: 'error',
    text: 'This column has no name. Add as and a name.',
    wrong: 'table t is select clicks + 1 from ads;',
    right: 'table t is select clicks + 1 as more from ads;',
  },
  SBS2011: {
    severity: 'error',
    text: 'The record has no field {name}. It has {fields}.',
    wrong: 'table t is select owner.nam as n from ads;',
    right: 'table t is select owner.name as n from ads;',
  },
  SBS2012: {
    severity: 'error',
    text: 'Upload {name} is declared twice, also at {where}. Rename one of them with as.',
    wrong: 'upload ads to { type: "disk"; path: "a.csv"; }; upload ads to { type: "disk"; path: "b.csv"; };',
    right: 'upload ads to { type: "disk"; path: "a.csv"; }; upload ads as ads_b to { type: "disk"; path: "b.csv"; };',
  },
  SBS2013: {
    severity: 'error',
    text: 'No column matches {pattern}. Change the pattern.',
    wrong: 'table t is select columns("^zz_") from ads;',
    right: 'table t is select columns("^m_") from ads;',
  },
  SBS2014: {
    severity: 'error',
    text: 'Several columns cannot share the name {name}. Write \\0 in it for the name of each column, or remove as.',
    wrong: 'table t is select columns("^m_") as m from ads;',
    right: 'table t is select columns("^m_") from ads;',
  },
  SBS2015: {
    severity: 'error',
    text: 'Two columns of the result have the name {name}. Rename one with as, or exclude it with except.',
    wrong: 'table t is select site, upper(site) as site from ads;',
    right: 'table t is select site, upper(site) as upper_site from ads;',
  },
  SBS2016: {
    severity: 'error',
    text: 'There is no table or column {name} in this query. {advice}',
    wrong: 'table t is select ads.site from ads as a;',
    right: 'table t is select a.site from ads as a;',
  },
  SBS2017: {
    severity: 'error',
    text: 'The name {name} is reserved: names that start with switchboard: belong to the engine. Choose another name.',
    wrong: 'table "switchboard:state:t" is select site from ads;',
    right: 'table state_of_t is select site from ads;',
  },
  SBS2030: {
    severity: 'error',
    text: 'There is no function {name}. {advice}',
    wrong: "table t is select nvl(kind, 'none') as k from ads;",
    right: "table t is select coalesce(kind, 'none') as k from ads;",
  },
  SBS2031: {
    severity: 'error',
    text: '{name} is a column of the result, and has no value yet here. {advice}',
    wrong: 'table t is select clicks * 2 as twice from ads where twice > 10;',
    right: 'table t is select clicks * 2 as twice from ads where clicks * 2 > 10;',
  },
  SBS2032: {
    severity: 'error',
    text: '{name} is not a column. Write {here}.',
    wrong: 'table t is select current_date as day from ads;',
    right: 'table t is select today() as day from ads;',
  },
  SBS2033: {
    severity: 'error',
    text: 'There is no column {name}, so this is a string without a name. {advice}',
    wrong: 'table t is select "sitte" from ads;',
    right: 'table t is select "site" from ads;',
  },
} as const satisfies Readonly<Record<string, DiagnosticDefinition>>;

/** The reason behind each of them. */
export const NAME_EXPLANATIONS: Readonly<Record<keyof typeof NAME_DIAGNOSTICS, string>> = {
  SBS2001:
    'All files of an account share one namespace, so that a table can be used in every file. The other declaration may be in another file.',
  SBS2002:
    'Headers are matched without case, with spaces, dashes and underscores alike. Two columns that match the same header are ambiguous.',
  SBS2003: 'A query reads downloads and tables that some file of the account declares. Their order does not matter.',
  SBS2004:
    'The table does not have this column. Its columns are those that its download declares or its select names. Names are case-sensitive.',
  SBS2005: 'Several tables of the query have this column. Qualify it with the name of the table and a dot.',
  SBS2006: 'A table cannot depend on itself, directly or through other tables.',
  SBS2007: 'The function does not exist. The reference lists all functions by family.',
  SBS2008: 'A table that is used twice in a query needs an alias, so that its columns can be qualified.',
  SBS2009: 'An upload sends the rows of a table or a download that some file of the account declares.',
  SBS2010: 'Every column of a table has a name. A plain column keeps its own; an expression needs one.',
  SBS2011: 'The record is declared with its fields, and this field is not among them.',
  SBS2012:
    'The name of an upload identifies it in lists, events and at its destination. Without as, it is the name of the table.',
  SBS2013:
    'The pattern of columns(…) is a regular expression over column names. A pattern without a match is usually a mistake.',
  SBS2014:
    'columns(…) makes a column for each match. Each keeps its own name, unless the name behind as contains that of the column.',
  SBS2015: 'Columns of a table have distinct names, also when case is ignored.',
  SBS2016:
    'A qualified name starts with a table of this query, by its alias if it has one, or with a column that is a record.',
  SBS2017:
    'Names that start with switchboard: are reserved for the engine, which stores the state of upsert and snapshot tables under them.',
  SBS2030: 'A SQL dialect has a function of this name. The language has it under another name, or in another form.',
  SBS2031:
    'where and on filter rows before the items are computed. having, qualify and order by come after them and know their names.',
  SBS2032: 'Some SQL dialects read this word as a value. The language has a function or a column for it.',
  SBS2033:
    'A name in double quotes is a column if one of that name is in scope, else it is a string. A string needs as and a name.',
};
