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
    text: 'Number {text} is too large. Write at most 9223372036854775807, or use a decimal point.',
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
    text: 'group by is not supported: every item without an aggregate is a key. Remove it.',
    wrong: 'table t is select site, sum(clicks) as n from ads group by site;',
    right: 'table t is select site, sum(clicks) as n from ads;',
  },
  SBS1014: {
    severity: 'error',
    text: 'Subqueries are not supported. Declare the query as a table and name that table here.',
    wrong: 'table t is select site from (select site from ads);',
    right: 'table part is select site from ads; table t is select site from part;',
  },
  SBS1015: {
    severity: 'error',
    text: 'Tables cannot be joined by a comma. Write join {table} on a condition, or cross join {table}.',
    wrong: 'table t is select ads.site from ads, sites;',
    right: 'table t is select ads.site from ads cross join sites;',
  },
  SBS1016: {
    severity: 'error',
    text: '{name}(distinct …) is not supported. Write count_distinct(…), or select distinct in a table of its own.',
    wrong: 'table t is select count(distinct site) as sites from ads;',
    right: 'table t is select count_distinct(site) as sites from ads;',
  },
  SBS1017: {
    severity: 'error',
    text: 'Clause {clause} is out of order. Write from, join, where, having, qualify, order by, limit in this order.',
    wrong: 'table t is select site from ads limit 10 where clicks > 0;',
    right: 'table t is select site from ads where clicks > 0 limit 10;',
  },
  SBS1018: {
    severity: 'error',
    text: 'Name is empty. Write at least one character between the quotation marks.',
    wrong: 'table t is select site as "" from ads;',
    right: 'table t is select site as "name" from ads;',
  },
  SBS1019: {
    severity: 'error',
    text: 'A {join} join requires a condition. Write on a == b, or using (column).',
    wrong: 'table t is select ads.site from ads left join sites;',
    right: 'table t is select ads.site from ads left join sites on ads.site == sites.id;',
  },
  SBS1020: {
    severity: 'error',
    text: 'A cross join cannot have a condition. Remove it, or write join.',
    wrong: 'table t is select ads.site from ads cross join sites on ads.site == sites.id;',
    right: 'table t is select ads.site from ads join sites on ads.site == sites.id;',
  },
  SBS1040: {
    severity: 'error',
    text: '{written} is not supported. {advice}',
    wrong: 'table t is select top 10 site from ads;',
    right: 'table t is select site from ads limit 10;',
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
} as const satisfies Readonly<Record<string, DiagnosticDefinition>>;
