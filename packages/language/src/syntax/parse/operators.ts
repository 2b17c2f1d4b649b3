import { SYMBOL, TEXT_OF, WORD } from '../tokens/codes.generated.ts';
import { CODE_MASK, codeSet } from '../tokens/codes.ts';
import type { BinaryOperator } from '../tree/expression-tree.ts';

/** Binding power of the binary operators; the loosest, `? :`, is 1. */
const POWERS: readonly (readonly [number, readonly number[]])[] = [
  [2, [WORD.or]],
  [3, [WORD.and]],
  [5, [SYMBOL.equal, SYMBOL.singleEqual, SYMBOL.notEqual, SYMBOL.otherNotEqual, SYMBOL.tilde]],
  [5, [SYMBOL.less, SYMBOL.lessOrEqual, SYMBOL.greater, SYMBOL.greaterOrEqual]],
  [5, [WORD.in, WORD.not, WORD.between, WORD.like, WORD.ilike, WORD.is]],
  [6, [SYMBOL.concat]],
  [7, [SYMBOL.plus, SYMBOL.minus]],
  [8, [SYMBOL.star, SYMBOL.slash, SYMBOL.percent]],
];
export const NOT_POWER = 4;
export const MINUS_POWER = 9;

const POWER = new Uint8Array(CODE_MASK + 1);
for (const [power, codes] of POWERS) for (const code of codes) POWER[code] = power;

/** The binding power of a token as a binary operator; 0 for other tokens. */
export function powerOf(code: number): number {
  return POWER[code] ?? 0;
}

const NEGATABLE = codeSet([WORD.in, WORD.between, WORD.like, WORD.ilike]);

/** Whether `not` may stand before this operator, as in `not in`. */
export function isNegatable(code: number): boolean {
  return NEGATABLE[code] === 1;
}

/** The operator of a token; `=` and `<>` are other spellings of `==` and `!=`. */
export function operatorOf(code: number): BinaryOperator {
  if (code === SYMBOL.singleEqual) return '==';
  return code === SYMBOL.otherNotEqual ? '!=' : (TEXT_OF[code] as BinaryOperator);
}
