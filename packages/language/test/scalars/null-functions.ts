import { LETTERS, SHORT, TEXT } from './argument-texts.ts';
import { BOOLEAN, DATE, DATETIME, decimal, FLOAT, INTEGER, list } from './hostile-arguments.ts';
import { decimalText, of, ofNulls, type SecondFamily } from './second-implementation.ts';

const DAY_MICROS = 86_400_000_000n;

/** The functions about null and conditions. */
export const NULL_FAMILY: SecondFamily = {
  coalesce: [
    ofNulls('coalesce(a, b, c)', [INTEGER, INTEGER, INTEGER], (a, b, c) => a ?? b ?? c),
    ofNulls('coalesce(a, b)', [TEXT, TEXT], (a, b) => a ?? b),
    ofNulls('coalesce(a, b)', [list(INTEGER), list(INTEGER)], (a, b) => a ?? b),
    ofNulls('coalesce(a, b)', [DATE, DATETIME], (day, moment) => (day === null ? moment : BigInt(day) * DAY_MICROS)),
  ],
  ifnull: [
    ofNulls('ifnull(a, b)', [FLOAT, FLOAT], (a, b) => a ?? b),
    ofNulls('ifnull(a, b)', [TEXT, TEXT], (a, b) => a ?? b),
    ofNulls('ifnull(a, b)', [decimal(38, 10), decimal(38, 10)], (a, b) => {
      const value = a ?? b;
      return value === null ? null : decimalText(value, 10);
    }),
  ],
  nullif: [
    ofNulls('nullif(a, b)', [INTEGER, INTEGER], (a, b) => (a === b ? null : a)),
    ofNulls('nullif(a, b)', [SHORT, SHORT], (a, b) => (a === b ? null : a)),
    ofNulls('nullif(a, b)', [FLOAT, FLOAT], (a, b) => (a === b ? null : a)),
  ],
  if: [
    ofNulls('if(a, b, c)', [BOOLEAN, LETTERS, TEXT], (test, then, otherwise) => (test === true ? then : otherwise)),
    of('if(a, a)', [BOOLEAN], (test) => (test ? true : null)),
  ],
};
