/** Names that SQL Server has for what PostgreSQL describes. */
const TYPES_BY_OID: Readonly<Record<number, string>> = {
  16: 'bit',
  17: 'varbinary(max)',
  20: 'bigint',
  21: 'smallint',
  23: 'int',
  700: 'real',
  701: 'float',
  790: 'money',
  1082: 'date',
  1083: 'time(7)',
  1114: 'datetime2(7)',
  1184: 'datetimeoffset(7)',
  1700: 'decimal(38,10)',
  2950: 'uniqueidentifier',
};

export const typeOfOid = (oid: number): string => TYPES_BY_OID[oid] ?? 'nvarchar(max)';

/** Types of columns, as PostgreSQL spells them. */
const TYPES: Readonly<Record<string, string>> = {
  'nvarchar(max)': 'text',
  'varchar(max)': 'text',
  datetime2: 'timestamp',
  'datetime2(6)': 'timestamp(6)',
  'datetime2(7)': 'timestamp(6)',
  datetimeoffset: 'timestamptz',
  bit: 'boolean',
  float: 'double precision',
  'float(53)': 'double precision',
  int: 'integer',
  tinyint: 'smallint',
};

function typeOf(type: string): string {
  const known = TYPES[type.toLowerCase()];
  return known ?? type.replace(/^nvarchar/i, 'varchar').replace(/^datetime2/i, 'timestamp');
}

/** Tokens that are not translated: texts and names. */
const TOKEN = /N?'(?:[^']|'')*'|\[(?:[^\]]|\]\])*\]/g;

/** Names and texts as PostgreSQL quotes them. Tables of the session lose their mark. */
const quotes = (sql: string): string =>
  sql.replaceAll(TOKEN, (found) => {
    if (!found.startsWith('[')) return found.replace(/^N/, '');
    const name = found.slice(1, -1).replaceAll(']]', ']');
    return `"${name.replaceAll('"', '""')}"`;
  });

const NAME = String.raw`(?:"(?:[^"]|"")*"\.)?"(?:[^"]|"")*"`;
const ISO = `'YYYY-MM-DD HH24:MI:SS.US'`;

/** Conversions to texts, as SQL Server writes them by their style, and from texts. */
const CONVERSIONS: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(
      String.raw`convert\(nvarchar\(64\), cast\(switchoffset\((${NAME}), '\+00:00'\) as datetime2\(7\)\), 121\) \+ '\+00'`,
      'gi',
    ),
    `to_char($1 at time zone 'UTC', ${ISO}) || '0+00'`,
  ],
  [
    new RegExp(
      String.raw`'\\x' \+ lower\(convert\(nvarchar\(max\), cast\((${NAME}) as varbinary\(max\)\), 2\)\)`,
      'gi',
    ),
    `'\\x' || encode($1, 'hex')`,
  ],
  [new RegExp(String.raw`convert\(nvarchar\(64\), (${NAME}), 121\)`, 'gi'), `iso_text($1)`],
  [new RegExp(String.raw`convert\(nvarchar\((?:64|max)\), (${NAME})(?:, \d+)?\)`, 'gi'), `plain_text($1)`],
  [/convert\(datetimeoffset, ('[^']+'), 127\)/gi, 'cast($1 as timestamptz)'],
  [/convert\(date, ('[^']+'), 23\)/gi, 'cast($1 as date)'],
];

/** A statement of ours as PostgreSQL executes it. */
export function translate(sql: string): string {
  let text = quotes(sql)
    .replaceAll(/ collate \w+/gi, '')
    .replaceAll(
      new RegExp(String.raw`cast\(cast\((${NAME}) as varchar\(max\)\) as nvarchar\(max\)\)`, 'g'),
      'code_page($1)',
    );
  for (const [pattern, replacement] of CONVERSIONS) text = text.replaceAll(pattern, replacement);
  text = text.replaceAll('count_big(*)', 'count(*)').replaceAll('convert(nvarchar(64), count(*))', 'count(*)');
  text = text.replaceAll(
    new RegExp(String.raw`convert\((\w+(?:\([\d, max]+\))?), (${NAME}|'[^']*')(?:, \d+)?\)`, 'gi'),
    (_, type: string, value: string) => `cast(${value} as ${typeOf(type)})`,
  );
  if (/^(?:create|alter) table/i.test(text))
    text = text
      .replace(/^create table (?="#)/i, 'create temporary table ')
      .replaceAll(
        /" ((?:n?varchar|datetime2|time|float|decimal|bit|bigint|int|date)(?:\([^)]*\))?)/g,
        (_, type: string) => `" ${typeOf(type)}`,
      );
  return text
    .replace(
      new RegExp(`^update "held" set (.*) from (${NAME}) "held" inner join (${NAME}) on (.*)$`, 's'),
      'update $2 "held" set $1 from $3 where $4',
    )
    .replace(
      new RegExp(`^delete from "held" from (${NAME}) "held" inner join (${NAME}) on (.*)$`, 's'),
      'delete from $1 "held" using $2 where $3',
    )
    .replace(/^create (unique )?index "\w+" on/i, 'create $1index on')
    .replace(/^begin transaction$/i, 'begin')
    .replace(/^commit transaction$/i, 'commit')
    .replace(/^select top \((\d+)\) (.*)$/is, 'select $2 limit $1')
    .replaceAll(/\bsysutcdatetime\(\)/gi, `(now() at time zone 'UTC')`)
    .replaceAll(/ with \((?:updlock|holdlock|tablock|tablockx|xlock|, )+\)/gi, '')
    .replaceAll(/\bINFORMATION_SCHEMA\.(COLUMNS|TABLES)\b/g, (_, view: string) => `mssql_${view.toLowerCase()}`);
}
