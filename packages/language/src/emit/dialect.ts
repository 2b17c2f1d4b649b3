import type { Span } from '../text/span.ts';
import type { CheckedQuery, CheckedSnapshot, CheckedUpsert } from '../typed/typed.ts';
import type { SqlWords } from './sql-fence.ts';

/**
 * A statement of one row: for each conversion the number of values that it is given, then how many of them it makes null.
 * `spans` are where the conversions are written.
 */
export type LostValues = { readonly sql: string; readonly spans: readonly Span[] };

/**
 * Turns checked queries into one database's SQL. Nothing of a script reaches the SQL but through quoted names, escaped texts
 * and numbers; the result is one SELECT, and the same query always gives the same text.
 */
export type Dialect = {
  readonly name: string;
  /** One SELECT statement over tables named as in the script. */
  readonly select: (query: CheckedQuery) => string;
  /** Statements that count how many values conversions make null. */
  readonly lostValues: (query: CheckedQuery) => readonly LostValues[];
  /** The rows that such a table keeps, over its input and the rows kept before. */
  readonly merge: (query: CheckedUpsert | CheckedSnapshot) => string;
  /** Everything that its statements may hold; a plan is checked against it. */
  readonly words: SqlWords;
};
