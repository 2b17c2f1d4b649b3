import type { DiagnosticDefinition } from './diagnostic-definition.ts';

/** SBS1xxx: syntax errors. */
export const SYNTAX_DIAGNOSTICS = {
  SBS1001: {
    severity: 'error',
    text: 'Unexpected character {char}. {advice}',
    wrong: 'table t is select site from ads where clicks > 1 && clicks < 9;',
    right: 'table t is select site from ads where clicks > 1 and clicks < 9;',
  },
  SBS1002: {
    severity: 'error',
    text: 'String is not closed. Close it with {quote} on the same line.',
    wrong: "table t is select 'abc as label from ads;",
    right: "table t is select 'abc' as label from ads;",
  },
  SBS1003: {
    severity: 'error',
    text: 'Comment is not closed. Close it with */.',
    wrong: 'table t is select site from ads; /* to do',
    right: 'table t is select site from ads; /* to do */',
  },
  SBS1004: {
    severity: 'error',
    text: 'Number {text} is {problem}. {advice}',
    wrong: 'table t is select 9223372036854775808 as big from ads;',
    right: 'table t is select 9223372036854775807 as big from ads;',
  },
  SBS1005: {
    severity: 'error',
    text: '{text} is neither a number nor a name. Separate the number from the letters, or quote it.',
    wrong: 'table t is select 12abc as x from ads;',
    right: 'table t is select 12 as abc from ads;',
  },
  SBS1006: {
    severity: 'error',
    text: 'String contains a control character or an unpaired surrogate. Remove it.',
    wrong: "table t is select 'a\u0001b' as label from ads;",
    right: "table t is select 'a b' as label from ads;",
  },
  SBS1007: {
    severity: 'error',
    text: 'Expected {expected}, found {found}. {advice}',
    wrong: 'table t is select site ads;',
    right: 'table t is select site from ads;',
  },
  SBS1008: {
    severity: 'error',
    text: 'Missing semicolon after {what}. Add ; here.',
    wrong: 'table t is select site from ads',
    right: 'table t is select site from ads;',
  },
  SBS1009: {
    severity: 'error',
    text: '{open} is not closed. Add {close} after its last entry.',
    wrong: 'table t is select sum((clicks) as n from ads;',
    right: 'table t is select sum((clicks)) as n from ads;',
  },
  SBS1010: {
    severity: 'error',
    text: 'Expected a download, table or upload declaration, found {found}. {advice}',
    wrong: 'tabel t is select site from ads;',
    right: 'table t is select site from ads;',
  },
  SBS1011: {
    severity: 'error',
    text: 'Expression is nested too deeply. Compute a part of it in a table of its own.',
    wrong: `table t is select ${'('.repeat(500)}1${')'.repeat(500)} as x from ads;`,
    right: 'table t is select ((1)) as x from ads;',
  },
  SBS1012: {
    severity: 'error',
    text: 'case is not supported. Write condition ? value : otherwise.',
    wrong: "table t is select case when clicks > 0 then 'yes' else 'no' end as clicked from ads;",
    right: "table t is select clicks > 0 ? 'yes' : 'no' as clicked from ads;",
  },
  SBS1013: {
    severity: 'error',
    text: 'group by is not supported: every item without an aggregate is a key. {advice}',
    wrong: 'table t is select site, sum(clicks) as n from ads group by site;',
    right: 'table t is select site, sum(clicks) as n from ads;',
  },
  SBS1014: {
    severity: 'error',
    text: 'A query is not allowed here. Write it in brackets of its own, as in (select …), or declare it as a table.',
    wrong: 'table t is select upper(select max(site) from ads) as s from ads;',
    right: 'table t is select upper((select max(site) from ads)) as s from ads;',
  },
  SBS1015: {
    severity: 'error',
    text: 'Tables cannot be joined by a comma. Write join {table} on a condition, or cross join {table}.',
    wrong: 'table t is select ads.site from ads, sites;',
    right: 'table t is select ads.site from ads cross join sites;',
  },
  SBS1016: {
    severity: 'error',
    text: '{name}(distinct …) is not supported. {advice}',
    wrong: 'table t is select count(distinct site) as sites from ads;',
    right: 'table t is select count_distinct(site) as sites from ads;',
  },
  SBS1017: {
    severity: 'error',
    text: 'Clause {clause} is out of order. Write from, join, where, having, qualify, order by, limit in this order.',
    wrong: 'table t is select site from ads order by site where clicks > 0;',
    right: 'table t is select site from ads where clicks > 0 order by site;',
  },
  SBS1018: {
    severity: 'error',
    text: 'Name is empty. Write at least one character between the quotation marks.',
    wrong: 'table t is select site as "" from ads;',
    right: 'table t is select site as "name" from ads;',
  },
  SBS1019: {
    severity: 'error',
    text: 'The condition of the {join} is missing. {advice}',
    wrong: 'table t is select ads.site from ads left join sites;',
    right: 'table t is select ads.site from ads left join sites on ads.site == sites.id;',
  },
  SBS1020: {
    severity: 'error',
    text: 'A cross join cannot have a condition. Remove it, or write join.',
    wrong: 'table t is select ads.site from ads cross join sites on ads.site == sites.id;',
    right: 'table t is select ads.site from ads join sites on ads.site == sites.id;',
  },
  SBS1024: {
    severity: 'warning',
    text: 'Character {code} is hidden and changes the order in which the text around it is shown. Remove it.',
    wrong: "table t is select 'a\u202eb' as label from ads;",
    right: "table t is select 'ab' as label from ads;",
  },
  SBS1040: {
    severity: 'error',
    text: '{written} is not supported. {advice}',
    wrong: 'table t is select top 10 site from ads order by site;',
    right: 'table t is select site from ads order by site limit 10;',
  },
  SBS1041: {
    severity: 'error',
    text: '{written} is not supported. {advice}',
    wrong: 'table t is select clicks::float as n from ads;',
    right: 'table t is select cast(clicks as float) as n from ads;',
  },
  SBS1042: {
    severity: 'error',
    text: '{written} is not supported. {advice}',
    wrong: "table t is select day + interval '7 days' as n from ads;",
    right: "table t is select date_add(day, 7, 'day') as n from ads;",
  },
  SBS1043: {
    severity: 'error',
    text: '{written} is not supported. {advice}',
    wrong: 'table t as select site from ads;',
    right: 'table t is select site from ads;',
  },
  SBS1044: {
    severity: 'error',
    text: 'A comma stands behind {what}. Write a semicolon.',
    wrong: 'upload ads to { type: "disk", path: "a.csv"; };',
    right: 'upload ads to { type: "disk"; path: "a.csv"; };',
  },
  SBS1045: {
    severity: 'error',
    text: 'Unexpected {found} after {what}. Remove it, or write a semicolon before it.',
    wrong: 'table t is select site from ads == sites;',
    right: 'table t is select site from ads;',
  },
  SBS1046: {
    severity: 'error',
    text: '{left} and {right} stand side by side. {advice}',
    wrong: "table t is select site from ads where site in ('a' 'b');",
    right: "table t is select site from ads where site in ('a', 'b');",
  },
  SBS1047: {
    severity: 'error',
    text: 'Two dashes do not start a comment. Write //.',
    wrong: 'table t is select site from ads; -- all sites',
    right: 'table t is select site from ads; // all sites',
  },
  SBS1048: {
    severity: 'error',
    text: '{char} is not a quotation mark of the language. Write {mark}.',
    wrong: 'table t is select `site` from ads;',
    right: 'table t is select "site" from ads;',
  },
  SBS1049: {
    severity: 'error',
    text: '{word} is not a declaration. {advice}',
    wrong: 'create table t as select site from ads;',
    right: 'table t is select site from ads;',
  },
} as const satisfies Readonly<Record<string, DiagnosticDefinition>>;

/** The reason behind each of them. */
export const SYNTAX_EXPLANATIONS: Readonly<Record<keyof typeof SYNTAX_DIAGNOSTICS, string>> = {
  SBS1001:
    'The language does not use this character. Conditions are combined with and, or, not; names with other characters are written in double quotes.',
  SBS1002: 'A string starts and ends on one line, with the same quotation mark.',
  SBS1003:
    'A comment that starts with /* extends to the next */. Without it, the rest of the file is part of the comment.',
  SBS1004:
    'Integers have 64 bits, as in the databases that receive the rows. Write a larger number as a string, or with a decimal point.',
  SBS1005: 'A name starts with a letter or _. Write a column whose header starts with a digit in double quotes.',
  SBS1006:
    'A string contains printable characters and tabs. Other control characters usually come from copying and are invisible.',
  SBS1007:
    'The parser cannot continue here. The message names what it expected; the cause may be just before this place.',
  SBS1008:
    'Declarations, parameters and columns end with a semicolon, also after a closing bracket. The compiler continues as if it were there.',
  SBS1009:
    'Brackets come in pairs. The message is at the opening bracket; the closing one belongs after its last entry.',
  SBS1010: 'At the top level a script has download (or import), table and upload (or export) declarations.',
  SBS1011: 'Expressions can be nested 150 levels deep. Compute a part of a deeper one in a table of its own.',
  SBS1012: 'A choice is written condition ? value : otherwise. Further conditions can follow after the colon.',
  SBS1013:
    'A select with an aggregate is grouped by all items without one, so a list of the same keys is redundant. Other keys would give other rows.',
  SBS1014: 'A query stands in brackets of its own: behind from and join, in conditions, and as a value.',
  SBS1015: 'Joins are explicit, because a forgotten condition multiplies the rows.',
  SBS1016:
    'Distinct values are counted with count_distinct. For other aggregates of distinct values, aggregate a select distinct.',
  SBS1017: 'The clauses of a select have a fixed order: the order in which they are evaluated.',
  SBS1018: 'A quoted name has at least one character.',
  SBS1019: 'A join pairs matching rows, so it needs a condition. All pairs are a cross join.',
  SBS1020: 'A cross join pairs every row with every row. With a condition, it is a join.',
  SBS1024:
    'With such characters in a string or a comment, a script can be shown as something else than it is, also to those who approve it.',
  SBS1040:
    'A SQL dialect has this clause. The message says what to write here; what has no counterpart can be left out.',
  SBS1041: 'A SQL dialect has this operator. The language has another one, or a function, for the same.',
  SBS1042:
    'A SQL dialect writes values this way. The language has functions and casts for them, with ordinary arguments.',
  SBS1043:
    'A SQL dialect declares tables or columns this way. Here a table is a query, and columns have a name and a type.',
  SBS1044: 'Parameters, columns and declarations end with semicolons. Commas separate the items of a list.',
  SBS1045:
    'The declaration could end here, and nothing of it can follow here. A word may be mistyped, or something removed.',
  SBS1046: 'Two values need a comma or an operator between them, and a new name needs as before it.',
  SBS1047: 'In SQL, two dashes start a comment. Here comments start with // or #, or stand between /* and */.',
  SBS1048:
    'Names and strings stand between straight quotation marks, " or \'. Text processors and other dialects have other marks.',
  SBS1049: 'SQL has statements that create, change and remove. A script only declares downloads, tables and uploads.',
};
