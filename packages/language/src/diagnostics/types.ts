import type { DiagnosticDefinition } from './diagnostic-definition.ts';

/** Diagnostics of types, calls and expressions: SBS3xxx. */
export const TYPE_DIAGNOSTICS = {
  SBS3001: {
    severity: 'error',
    text: 'There is no type {name}. {advice}',
    wrong: 'download d from { type: "web"; url: "https://example.com/d"; } using { a: strng; };',
    right: 'download d from { type: "web"; url: "https://example.com/d"; } using { a: string; };',
  },
  SBS3002: {
    severity: 'error',
    text: 'Types conflict at {operator}: {left} and {right}. {advice}',
    wrong: 'table t is select site from ads where site > 5;',
    right: "table t is select site from ads where site > '5';",
  },
  SBS3003: {
    severity: 'error',
    text: 'A value of type {type} has no fields or elements. Use a record, a list or json.',
    wrong: 'table t is select clicks.total as n from ads;',
    right: 'table t is select owner.name as n from ads;',
  },
  SBS3004: {
    severity: 'error',
    text: 'A record cannot contain *. Name its fields, or use the type json.',
    wrong: 'download d from { type: "web"; url: "https://example.com/d"; } using { a: { b: string; * }; };',
    right: 'download d from { type: "web"; url: "https://example.com/d"; } using { a: json; };',
  },
  SBS3005: {
    severity: 'error',
    text: 'Type {type} does not accept this argument. Remove it: only date and datetime columns accept a format, in quotation marks, and only number columns accept separators.',
    wrong: 'download d from { type: "web"; url: "https://example.com/d"; } using { a: string(10); };',
    right: 'download d from { type: "web"; url: "https://example.com/d"; } using { a: date("dd/MM/YYYY"); };',
  },
  SBS3006: {
    severity: 'error',
    text: 'A list index must be an integer, got {type}. Write the position of the element, starting at 0.',
    wrong: 'table t is select tags[1.5] as n from ads;',
    right: 'table t is select tags[1] as n from ads;',
  },
  SBS3007: {
    severity: 'error',
    text: '{name} is not allowed in {clause}. {advice}',
    wrong: 'table t is select site from ads where sum(clicks) > 5;',
    right: 'table t is select site from ads having sum(clicks) > 5;',
  },
  SBS3008: {
    severity: 'error',
    text: '{name} takes {expected}, got {given}. Its signature is {signature}.',
    wrong: 'table t is select upper(site, 1) as s from ads;',
    right: 'table t is select upper(site) as s from ads;',
  },
  SBS3009: {
    severity: 'error',
    text: '{what} must be a boolean, got {type}. Compare it with a value.',
    wrong: 'table t is select site from ads where clicks;',
    right: 'table t is select site from ads where clicks > 0;',
  },
  SBS3010: {
    severity: 'error',
    text: 'Format {format} is not valid at {part}. {advice}Its tokens are YYYY YY MMMM MMM MM M dd d HH H hh h mm ss SSS a Z zzz.',
    wrong: 'download d from { type: "web"; url: "https://example.com/d"; } using { a: date("YYYY-MM-DD"); };',
    right: 'download d from { type: "web"; url: "https://example.com/d"; } using { a: date("YYYY-MM-dd"); };',
  },
  SBS3011: {
    severity: 'error',
    text: '{what} must be a constant. Write the value here.',
    wrong: 'table t is select regex_match(site, kind) as m from ads;',
    right: "table t is select regex_match(site, '^a') as m from ads;",
  },
  SBS3012: {
    severity: 'error',
    text: 'The regular expression {pattern} is not valid: {reason}. Correct it.',
    wrong: "table t is select regex_match(site, '(a') as m from ads;",
    right: "table t is select regex_match(site, '(a)') as m from ads;",
  },
  SBS3013: {
    severity: 'error',
    text: 'Argument {parameter} of {name} must be {expected}, got {type}. {advice}',
    wrong: 'table t is select upper(clicks) as s from ads;',
    right: 'table t is select upper(string(clicks)) as s from ads;',
  },
  SBS3014: {
    severity: 'error',
    text: 'A decimal is decimal(precision, scale), with precision from 1 to 38 and scale from 0 to precision. Correct its arguments.',
    wrong: 'download d from { type: "web"; url: "https://example.com/d"; } using { a: decimal(50, 2); };',
    right: 'download d from { type: "web"; url: "https://example.com/d"; } using { a: decimal(18, 2); };',
  },
  SBS3015: {
    severity: 'error',
    text: 'Column {name} is {left} in {first} and {right} in {second}. Convert one of them in a table before.',
    wrong: 'table a is select site as x from ads; table b is select clicks as x from ads; table t is union a, b;',
    right:
      'table a is select site as x from ads; table b is select string(clicks) as x from ads; table t is union a, b;',
  },
  SBS3016: {
    severity: 'error',
    text: '{name} {problem}. {advice}',
    wrong: 'table t is select row_number() as n from ads;',
    right: 'table t is select row_number() over (order by site) as n from ads;',
  },
  SBS3017: {
    severity: 'error',
    text: 'Column {name} is neither a key nor inside an aggregate. Wrap it in an aggregate such as max({name}), or select it as an item of its own.',
    wrong: 'table t is select sum(clicks) + price as n from ads;',
    right: 'table t is select sum(clicks) + max(price) as n from ads;',
  },
  SBS3018: {
    severity: 'error',
    text: 'explode must be a whole item of a select without aggregates. Move it to a table of its own.',
    wrong: 'table t is select upper(explode(tags)) as tag from ads;',
    right: 'table t is select explode(tags) as tag from ads;',
  },
  SBS3019: {
    severity: 'error',
    text: 'columns(…) is several columns and is allowed in the items of a select only. Name one column here.',
    wrong: 'table t is select site from ads where columns("^m_") > 0;',
    right: 'table t is select site from ads where m_one > 0;',
  },
  SBS3020: {
    severity: 'error',
    text: '{value} is not a valid {parameter} of {name}. {advice}',
    wrong: "table t is select date_trunc(day, 'mont') as m from ads;",
    right: "table t is select date_trunc(day, 'month') as m from ads;",
  },
  SBS3021: {
    severity: 'error',
    text: 'columns(…) needs declared columns here, but the columns of {table} are known at run time only. Declare its columns, or use columns(…) once, in a table that reads only {table}.',
    wrong: 'table t is select columns("a") from anything cross join ads;',
    right: 'table t is select columns("a") from anything;',
  },
  SBS3022: {
    severity: 'error',
    text: 'having without an aggregate. Write {clause}.',
    wrong: 'table t is select site from ads having clicks > 5;',
    right: 'table t is select site from ads where clicks > 5;',
  },
  SBS3023: {
    severity: 'error',
    text: 'Key {name} {reason}. {advice}',
    wrong: 'table t is upsert ads by tags order by day desc; upload t to { type: "disk"; path: "t.csv"; };',
    right: 'table t is upsert ads by site order by day desc; upload t to { type: "disk"; path: "t.csv"; };',
  },
  SBS3025: {
    severity: 'error',
    text: 'The compiler emitted SQL that is not allowed for table {name}: {reason}. This is a defect of the compiler. Report it, and write the table differently.',
    wrong: '',
    right: 'table t is select site from ads;',
  },
  SBS3026: {
    severity: 'error',
    text: 'A value of type {from} cannot be converted to {to}. {advice}',
    wrong: 'table t is select cast(day as integer) as n from ads;',
    right: 'table t is select cast(day as datetime) as n from ads;',
  },
  SBS3027: {
    severity: 'error',
    text: 'Two different columns(…) in one item cannot be paired. Use the same pattern in both, or name the columns.',
    wrong: 'table t is select columns("^m_o") + columns("^m_t") from ads;',
    right: 'table t is select columns("^m_") + columns("^m_") from ads;',
  },
  SBS3031: {
    severity: 'error',
    text: 'The text "{text}" cannot be cast to {type}: {reason}. Correct it, or use try_cast, which gives null.',
    wrong: "table t is select cast('2026-02-30' as date) as n from ads;",
    right: "table t is select cast('2026-02-28' as date) as n from ads;",
  },
  SBS3032: {
    severity: 'error',
    text: 'Date format {format} {gap}. Add what is missing, for example YYYY-MM-dd hh:mm a.',
    wrong: "table t is select parse_date(site, 'HH:mm') as n from ads;",
    right: "table t is select parse_date(site, 'MM/YYYY') as n from ads;",
  },
} as const satisfies Readonly<Record<string, DiagnosticDefinition>>;

/** The reason behind each of them. */
export const TYPE_EXPLANATIONS: Readonly<Record<keyof typeof TYPE_DIAGNOSTICS, string>> = {
  SBS3001: 'The type does not exist. The reference lists all types.',
  SBS3002:
    'Only lossless conversions are implicit: integer to decimal to float, and date to datetime. Convert other values explicitly, so that a wrong comparison is an error and not a wrong result.',
  SBS3003: 'A dot or bracket after a value selects a part of it. Only records, lists and json have parts.',
  SBS3004: 'A record is declared with all its fields. Use json for values whose fields vary from row to row.',
  SBS3005:
    'Only date and datetime columns of a download accept a format, only its numbers accept separators, and only decimal accepts digits.',
  SBS3006: 'List elements are counted from 0, and from the end with -1. Fields of json can also be selected by name.',
  SBS3007:
    'where filters rows before grouping, having filters groups. Aggregates belong in having and cannot be nested.',
  SBS3008: 'A function takes the arguments of its signature. Those with a question mark are optional.',
  SBS3009: 'A condition is true, false or null. Compare numbers and strings with a value.',
  SBS3010:
    'A date format consists of tokens. Note dd for the day of the month and mm for minutes. Other letters, except T, are not allowed.',
  SBS3011: 'The compiler checks this argument, so it must be a literal and not a column.',
  SBS3012:
    'Regular expressions use the RE2 syntax, which runs in linear time and has no lookaround or back-references.',
  SBS3013: 'The function requires a value of another type, and there is no implicit conversion.',
  SBS3014:
    'A decimal is exact, with up to 38 digits. The first argument is the total number of digits, the second those after the point.',
  SBS3015: 'A union combines columns of the same name, so their types must be compatible.',
  SBS3016:
    'Window functions such as row_number require over (partition by … order by …). Of other functions, only aggregates accept it.',
  SBS3017:
    'With an aggregate among the items, each result row represents a group. A column that is not a key has many values in a group.',
  SBS3018:
    'explode makes a row for each element. Inside an expression or beside an aggregate, the number of rows is undefined.',
  SBS3019: 'columns(…) becomes several items. A condition requires one value.',
  SBS3020: 'The function accepts only some values for this argument.',
  SBS3021:
    'The matching columns are known only where all columns are declared. A download with * takes the columns of its files.',
  SBS3022: 'having filters groups, and this select has none. where filters rows, and does so earlier.',
  SBS3023: 'An upsert or a snapshot keeps rows by key. Its keys are columns of the table whose values can be compared.',
  SBS3025:
    'The compiler validates the SQL of every plan before it is used. No script should be able to cause this error.',
  SBS3026: 'There is no conversion between these types.',
  SBS3027: 'Several columns(…) in an item iterate over the same columns together, so they need the same pattern.',
  SBS3031: 'A literal is read when the script is compiled, as the columns of files are read. Nothing is rounded.',
  SBS3032:
    'A text is read as a date only when its format names a day: at least the year. Without a month or day it is the first one. hh counts from 1 to 12 and needs a.',
};
