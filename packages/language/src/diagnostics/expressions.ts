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

/** The reason behind each of them. */
export const EXPRESSION_EXPLANATIONS: Readonly<Record<keyof typeof EXPRESSION_DIAGNOSTICS, string>> = {
  SBS1026: 'A frame is written with both of its bounds, so that a reader need not know which one is left out.',
  SBS1027: 'ignore nulls belongs to the argument whose nulls are left out, so it stands between the brackets.',
  SBS3029:
    'order by 2 sorts by the number 2, not by the second column: columns are named. A text in double quotes is a column only if there is one of that name.',
  SBS3030:
    'A name in double quotes is a column if one of that name is in scope, else it is a string. A string in single quotes is never a column.',
  SBS3033:
    'A product of decimals is exact: it has the decimal places of both sides. It never becomes a float by itself.',
  SBS3060:
    'order by between the brackets is for aggregates that depend on the order of their rows, filter is for aggregates, ignore nulls for functions that pick a row of a window, and a frame for aggregates and nth_value.',
  SBS3061:
    'A frame is a part of the ordered partition around the current row: rows counts rows; range measures distances of an integer, a float or a date, whose distances are days.',
  SBS3062: 'A field without a name takes that of its column. Other values need one, as in select.',
  SBS3063: 'Fields are found by their names, and names that differ only in case are the same.',
  SBS3067:
    'Without an exponent a number with a point is an exact decimal, of at most 38 digits. A float keeps about 16 of them.',
};
