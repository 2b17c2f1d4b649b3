import type { DiagnosticDefinition } from './diagnostic-definition.ts';

/** Mistakes in calls and their modifiers. */
export const EXPRESSION_DIAGNOSTICS = {
  SBS1026: {
    severity: 'error',
    text: 'The frame has one bound. Write {unit} between 6 preceding and current row.',
    wrong: 'table t is select sum(clicks) over (order by day rows 6 preceding) as week from ads;',
    right:
      'table t is select sum(clicks) over (order by day rows between 6 preceding and current row) as week from ads;',
  },
  SBS1027: {
    severity: 'error',
    text: 'ignore nulls stands behind the bracket. Write it before the bracket closes.',
    wrong: 'table t is select lag(clicks) ignore nulls over (order by day) as before from ads;',
    right: 'table t is select lag(clicks ignore nulls) over (order by day) as before from ads;',
  },
  SBS3029: {
    severity: 'error',
    text: 'This value is the same in every row, so it sorts nothing. {advice}',
    wrong: 'table t is select site, sum(clicks) as clicks from ads order by 2 desc;',
    right: 'table t is select site, sum(clicks) as clicks from ads order by clicks desc;',
  },
  SBS3030: {
    severity: 'warning',
    text: 'There is no column {name}, so this is a string. If the column is meant, write {column}; if the string is meant, write {text}.',
    wrong: 'table t is select clicks from ads where "stie" == \'a\';',
    right: 'table t is select clicks from ads where "site" == \'a\';',
  },
  SBS3033: {
    severity: 'error',
    text: 'The product of {left} and {right} has {places} decimal places, more than the 38 of a decimal. Write float(…) around one side, or decimal(…, 38, 10) for fewer places.',
    wrong: 'table t is select decimal(price, 38, 20) * decimal(price, 38, 20) as n from ads;',
    right: 'table t is select decimal(price, 18, 6) * decimal(price, 18, 6) as n from ads;',
  },
  SBS3060: {
    severity: 'error',
    text: '{name} does not accept {what}. {advice}',
    wrong: 'table t is select sum(clicks order by day) as clicks from ads;',
    right: "table t is select string_agg(site, ', ' order by day) as sites from ads;",
  },
  SBS3061: {
    severity: 'error',
    text: 'The frame {problem}. {advice}',
    wrong:
      'table t is select sum(clicks) over (order by day rows between current row and 6 preceding) as week from ads;',
    right:
      'table t is select sum(clicks) over (order by day rows between 6 preceding and current row) as week from ads;',
  },
  SBS3062: {
    severity: 'error',
    text: 'This field of the record has no name. Add as and a name.',
    wrong: 'table t is select record(clicks + 1) as r from ads;',
    right: 'table t is select record(clicks + 1 as more) as r from ads;',
  },
  SBS3063: {
    severity: 'error',
    text: 'The record has the field {name} twice. Rename one with as.',
    wrong: 'table t is select record(site, kind as site) as r from ads;',
    right: 'table t is select record(site, kind as category) as r from ads;',
  },
  SBS3067: {
    severity: 'error',
    text: 'Number {text} has {digits} digits, more than the 38 of a decimal. Shorten it, or add e0 for the nearest float.',
    wrong: 'table t is select clicks * 1.00000000000000000000000000000000000001 as n from ads;',
    right: 'table t is select clicks * 1.0000000000000000000000000000000000001 as n from ads;',
  },
} as const satisfies Readonly<Record<string, DiagnosticDefinition>>;
