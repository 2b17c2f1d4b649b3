import type { DiagnosticDefinition } from './diagnostic-definition.ts';

/** Diagnostics of assertions. */
export const ASSERTION_DIAGNOSTICS = {
  SBS2022: {
    severity: 'error',
    text: 'There is an assertion {name} already, at {where}. Rename one of them.',
    wrong: 'assert some on ads: clicks > 0; assert some on ads: price > 0;',
    right: 'assert some on ads: clicks > 0; assert other on ads: price > 0;',
  },
  SBS3065: {
    severity: 'error',
    text: 'The row count of a table is asserted by a range. Write row_count between {low} and {high}.',
    wrong: 'assert size on ads: row_count >= 1;',
    right: 'assert size on ads: row_count between 1 and 1e15;',
  },
  SBS3080: {
    severity: 'error',
    text: 'Column {name} is of type {type}, whose values cannot be compared. Name another column, or one of its parts in a table before.',
    wrong: 'assert one on ads: unique (site, owner);',
    right: 'assert one on ads: unique (site, day);',
  },
  SBS3081: {
    severity: 'error',
    text: 'The assertion names {given} of {from} and {expected} of {table}. Name as many columns on both sides.',
    wrong: 'assert known on ads: (site, kind) in sites (id);',
    right: 'assert known on ads: (site, kind) in sites (id, kind);',
  },
  SBS4040: {
    severity: 'error',
    text: 'No row count is between {low} and {high}. Write the smaller number first.',
    wrong: 'assert size on ads: row_count between 200 and 50 percent of last 7 dates;',
    right: 'assert size on ads: row_count between 50 and 200 percent of last 7 dates;',
  },
  SBS4041: {
    severity: 'error',
    text: 'A row count can be compared with 1 to 31 report dates, got {value}. Write a whole number in that range.',
    wrong: 'assert size on ads: row_count between 50 and 200 percent of last 90 dates;',
    right: 'assert size on ads: row_count between 50 and 200 percent of last 31 dates;',
  },
  SBS4042: {
    severity: 'error',
    text: 'A number of rows must be a whole number, got {value}. Round it, or add percent of last 7 dates.',
    wrong: 'assert size on ads: row_count between 0.5 and 10;',
    right: 'assert size on ads: row_count between 1 and 10;',
  },
} as const satisfies Readonly<Record<string, DiagnosticDefinition>>;

/** The reason behind each of them. */
export const ASSERTION_EXPLANATIONS: Readonly<Record<keyof typeof ASSERTION_DIAGNOSTICS, string>> = {
  SBS2022:
    'The name of an assertion stands in events and in the file of its rows. Names that differ only in case are the same.',
  SBS3065:
    'row_count stands for the number of rows only before between. Elsewhere it is the name of a column, and the table has none of that name.',
  SBS3080:
    'Unique values and values of another table are found by comparing them. Records, lists and json have no equality that all databases share.',
  SBS3081: 'The first column is compared with the first of the other table, the second with the second.',
  SBS4040: 'Both numbers belong to the range. With percent, 100 is the average of the earlier report dates.',
  SBS4041:
    'The row counts of the last 31 report dates are kept for each table. Dates without a count are left out of the average.',
  SBS4042: 'Without percent, both numbers are numbers of rows.',
};
