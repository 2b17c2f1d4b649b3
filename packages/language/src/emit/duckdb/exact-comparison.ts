import type { Operator, Typed } from '../../typed/typed.ts';
import { isWhole } from '../../typed/types.ts';
import { boundTogether, isMixed } from './bound.ts';
import { isColumn } from './whole-numbers.ts';

const MIRRORED: Partial<Readonly<Record<Operator, Operator>>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

/** Between these, every whole number is a float of its own. */
const SMALL = (float: string): string => `${float} > -9007199254740992 AND ${float} < 9007199254740992`;

/** A whole number compared with a float. Where it is only the nearest one to it, both are compared in 128 bits. */
function comparison(whole: string, operator: Operator, float: string): string {
  const near = `CAST(${whole} AS DOUBLE)`;
  const exact = (sign: string): string => `CAST(${whole} AS HUGEINT) ${sign} TRY_CAST(${float} AS HUGEINT)`;
  const tie = (sign: string, small: boolean): string =>
    `(${near} = ${float} AND CASE WHEN ${SMALL(float)} THEN ${small} ELSE ${exact(sign)} END)`;
  if (operator === '==') return tie('=', true);
  if (operator === '!=') return `(NOT ${tie('=', true)})`;
  return `(${near} ${operator.charAt(0)} ${float} OR ${tie(operator, operator.endsWith('='))})`;
}

/** SQL of a comparison of a whole number with a float; null for other operands. DuckDB would compare the nearest floats. */
export function exactComparison(
  operator: Operator,
  [left, right]: readonly Typed[],
  [a = 'NULL', b = 'NULL']: readonly string[],
): string | null {
  const mirrored = MIRRORED[operator];
  if (!left || !right || !mirrored) return null;
  const isFirst = isWhole(left.type) && right.type.kind === 'float';
  if (!isFirst && !(left.type.kind === 'float' && isWhole(right.type))) return null;
  const compare = (one: string, other: string): string =>
    isFirst ? comparison(one, operator, other) : comparison(other, mirrored, one);
  const plain = [left, right].every((side, index) => side.kind === 'constant' || isColumn(index === 0 ? a : b));
  // A query cannot be bound with the values of the query around it.
  return plain || isMixed(`${a} ${b}`)
    ? compare(a, b)
    : boundTogether([a, b], (one = '', other = '') => compare(one, other));
}
