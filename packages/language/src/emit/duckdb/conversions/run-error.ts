import { text } from '../literals.ts';

/** The longest part of a value that an error shows. */
const SHOWN = 200;

/**
 * SQL that stops the query. The engine translates the message `~code~expected~value` into an error of its catalogue.
 * @param value SQL of the value that was found
 */
export function runError(code: 'cast' | 'dates' | 'finite', expected: string, value: string): string {
  return `error(concat(${text(`~${code}~${expected}~`)}, left(CAST(${value} AS VARCHAR), ${SHOWN})))`;
}
