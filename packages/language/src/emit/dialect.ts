import type { CheckedQuery } from '../typed/typed.ts';
import type { SqlWords } from './sql-fence.ts';

/**
 * Turns checked queries into one database's SQL. Nothing of a script reaches the SQL but through quoted names, escaped texts
 * and numbers; the result is one SELECT, and the same query always gives the same text.
 */
export type Dialect = {
  readonly name: string;
  /** One SELECT statement over tables named as in the script. */
  readonly select: (query: CheckedQuery) => string;
  /** Everything that its statements may hold; a plan is checked against it. */
  readonly words: SqlWords;
};
