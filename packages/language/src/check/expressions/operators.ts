import type { Fix } from '../../diagnostics/diagnostics.ts';
import type { Expression } from '../../syntax/tree/expression-tree.ts';
import type { Span } from '../../text/span.ts';
import type { Typed } from '../../typed/typed.ts';
import {
  arithmetic,
  FLOAT,
  INTEGER,
  isFlexible,
  isNumeric,
  isScalar,
  MAXIMUM_DIGITS,
  placesOfProduct,
  STRING,
  shown,
} from '../../typed/types.ts';
import type { Context } from '../context.ts';
import { failed, isFailed } from '../names/scope.ts';
import { coerce, fits } from '../types/coerce.ts';
import { compared } from './comparisons.ts';
import { foldSum, isSum, partsOfSum, reportConcatenation } from './concatenation.ts';
import { isFixed } from './constant-order.ts';
import { constantNumber } from './constants.ts';
import { warnOfTexts } from './doubtful-text.ts';
import { fixedText } from './fixed-values.ts';
import { checkBoolean, operation } from './operation.ts';
import { checkPattern } from './patterns.ts';
import { foreignMoment } from './unknown-function.ts';

export function checkUnary(node: Extract<Expression, { kind: 'unary' }>, context: Context): Typed {
  if (node.operator === 'not')
    return operation('not', [checkBoolean(node.operand, 'The operand of not', context)], node);
  if (node.operand.kind === 'number') return constantNumber(`-${node.operand.text}`, node, context.report);
  const operand = context.check(node.operand, context);
  if (!isNumeric(operand.type) && !isFlexible(operand.type)) {
    return unfit(node, context, ['-', shown(operand.type), 'nothing'], 'Only numbers can be negated.');
  }
  const type = operand.type.kind === 'null' ? INTEGER : operand.type;
  const negative = operation('negate', [coerce(operand, type)], node, type);
  // The smallest integer has no negative.
  return operand.type.kind === 'integer' ? { ...negative, nullable: true } : negative;
}

export function checkBinary(node: Extract<Expression, { kind: 'binary' }>, context: Context): Typed {
  switch (node.operator) {
    case 'and':
    case 'or': {
      const what = node.operator === 'and' ? 'A side of and' : 'A side of or';
      return operation(
        node.operator,
        [checkBoolean(node.left, what, context), checkBoolean(node.right, what, context)],
        node,
      );
    }
    case '||': {
      return operation('||', [textual(node.left, context), textual(node.right, context)], node, STRING);
    }
    case 'like':
    case 'ilike':
    case '~':
      return checkMatch(node, node.operator, context);
    case '+':
      return checkForeignDays(node, '+', context) ?? checkSum(node, context);
    case '-':
      return checkForeignDays(node, '-', context) ?? checkArithmetic(node, '-', context);
    case '*':
    case '/':
    case '%':
      return checkArithmetic(node, node.operator, context);
    default:
      return compared(node.operator, node.left, node.right, node, context);
  }
}

/** Reports an operator that does not take these types. */
function unfit(
  node: Span,
  context: Context,
  [operator, left, right]: readonly [operator: string, left: string, right: string],
  advice: string,
  fix?: Fix,
): Typed {
  context.report('SBS3002', node, { operator, left, right, advice }, fix);
  return failed(node);
}

function textual(node: Expression, context: Context): Typed {
  const checked = context.check(node, context);
  if (isScalar(checked.type) || checked.type.kind === 'json') return coerce(checked, STRING);
  return unfit(node, context, ['||', shown(checked.type), 'string'], 'Name one of its parts.');
}

function checkMatch(
  node: Extract<Expression, { kind: 'binary' }>,
  operator: 'like' | 'ilike' | '~',
  context: Context,
): Typed {
  const [left, right] = [context.check(node.left, context), context.check(node.right, context)];
  for (const side of [left, right]) {
    if (fits(side.type, STRING)) continue;
    const sides = [operator, shown(left.type), shown(right.type)] as const;
    return unfit(node, context, sides, 'Convert both sides with string(…).');
  }
  warnOfTexts(node.left, isFixed(left) && isFixed(right), context);
  if (node.escape && operator !== '~') return checkEscaped(node, node.escape, [left, right], context);
  if (operator === '~') {
    if (right.kind !== 'constant' || typeof right.value !== 'string')
      context.report('SBS3011', node.right, { what: 'A regular expression' });
    else checkPattern(right.value, node.right, context.report);
  }
  return operation(operator === '~' ? 'matches' : operator, [coerce(left, STRING), coerce(right, STRING)], node);
}

/** A match whose pattern has an escape character: both are known here, so that no row can fail. */
function checkEscaped(
  node: Extract<Expression, { kind: 'binary' }>,
  mark: Span & { readonly text: string },
  [left, right]: readonly [Typed, Typed],
  context: Context,
): Typed {
  const pattern = fixedText(right);
  const refuse = (at: Span, problem: string, advice: string): Typed => {
    context.report('SBS3071', at, { problem, advice });
    return failed(node);
  };
  if (!/^[!-~ ]$/.test(mark.text)) return refuse(mark, 'must be one ASCII character', "Write escape '!'.");
  if (mark.text === '%' || mark.text === '_')
    return refuse(mark, `is ${mark.text}, which a pattern needs itself`, "Write another character, such as '!'.");
  if (pattern === null)
    return refuse(node.right, 'needs a constant pattern', 'Write the pattern here, or contains(text, …).');
  for (let at = 0; at < pattern.length; at += 1) {
    if (pattern.charAt(at) !== mark.text) continue;
    at += 1;
    if (at === pattern.length)
      return refuse(
        node.right,
        `${mark.text} ends the pattern and stands before nothing`,
        `Write ${mark.text}${mark.text} for the character.`,
      );
  }
  const character: Typed = { kind: 'constant', value: mark.text, type: STRING, nullable: false, span: mark };
  return operation(node.operator as 'like', [coerce(left, STRING), coerce(right, STRING), character], node);
}

function isCountable(side: Typed): boolean {
  return isNumeric(side.type) || isFlexible(side.type);
}

function isMoment({ type }: Typed): boolean {
  return type.kind === 'date' || type.kind === 'datetime';
}

function arithmeticAdvice(left: Typed, right: Typed): string {
  return isMoment(left) || isMoment(right)
    ? 'Calculate with date_add, date_sub and date_diff.'
    : 'Convert both sides to numbers, for example with integer(…) or float(…).';
}

/** Days added to a date, or the days between two. */
function momentFix(node: Span, operator: string, left: Typed, right: Typed): Fix | undefined {
  const days = right.type.kind === 'integer' && isMoment(left) && (operator === '+' || operator === '-');
  const between = operator === '-' && isMoment(left) && isMoment(right);
  if (!days && !between) return undefined;
  const name = between ? 'date_diff' : operator === '+' ? 'date_add' : 'date_sub';
  const [first, second] = between ? [right, left] : [left, right];
  const parts = [`${name}(`, spanOf(first), ', ', spanOf(second), ", 'day')"];
  return { title: `Write ${name}`, edits: [{ start: node.start, end: node.end, text: '', parts }] };
}

function spanOf({ span }: Typed): Span {
  return { start: span.start, end: span.end };
}

/** `getdate() - 7`: the function of a dialect and the days are one mistake. Null for anything else. */
function checkForeignDays(
  node: Extract<Expression, { kind: 'binary' }>,
  operator: '+' | '-',
  context: Context,
): Typed | null {
  const moment = foreignMoment(node.left, context);
  if (moment === null) return null;
  const days = context.check(node.right, context);
  const isDays = days.type.kind === 'integer';
  const name = operator === '+' ? 'date_add' : 'date_sub';
  const here = isDays ? `${name}(${moment.here}, days, 'day')` : moment.here;
  const { start, end } = isDays ? node : node.left;
  const parts = [`${name}(${moment.here}, `, spanOf(days), ", 'day')"];
  const edits = [{ start, end, text: moment.here, ...(isDays && { parts }) }];
  const values = { name: moment.name.text, here, advice: `Write ${here}.` };
  context.report(moment.code, moment.name, values, { title: `Write ${isDays ? name : here}`, edits });
  return failed(node);
}

function checkArithmetic(
  node: Extract<Expression, { kind: 'binary' }>,
  operator: '-' | '*' | '/' | '%',
  context: Context,
): Typed {
  return computed(node, operator, context.check(node.left, context), context.check(node.right, context), context);
}

/** A sum. Strings that are added are reported once, however many there are. */
function checkSum(node: Extract<Expression, { kind: 'binary' }>, context: Context): Typed {
  if (!isSum(node.left) && !isSum(node.right)) return checkPair(node, context);
  const { sums, terms } = partsOfSum(node);
  const typed = terms.map((term) => context.check(term, context));
  if (typed.some(isFailed)) return failed(node);
  const textual = typed.some(({ type }) => type.kind === 'string');
  if (textual && typed.every(({ type }) => isScalar(type))) {
    reportConcatenation(node, sums, typed, context);
    return failed(node);
  }
  return foldSum(node, typed.values(), (sum, left, right) => computed(sum, '+', left, right, context));
}

/** A sum of two terms, as most are. */
function checkPair(node: Extract<Expression, { kind: 'binary' }>, context: Context): Typed {
  const left = context.check(node.left, context);
  const right = context.check(node.right, context);
  if (isFailed(left) || isFailed(right)) return failed(node);
  const textual = left.type.kind === 'string' || right.type.kind === 'string';
  if (!textual || !isScalar(left.type) || !isScalar(right.type)) return computed(node, '+', left, right, context);
  reportConcatenation(node, [node], [left, right], context);
  return failed(node);
}

function computed(
  node: Span,
  operator: '+' | '-' | '*' | '/' | '%',
  left: Typed,
  right: Typed,
  context: Context,
): Typed {
  if (!isCountable(left) || !isCountable(right)) {
    if (isFailed(left) || isFailed(right)) return failed(node);
    const sides = [operator, shown(left.type), shown(right.type)] as const;
    const fix = momentFix(node, operator, left, right);
    return unfit(node, context, sides, arithmeticAdvice(left, right), fix);
  }
  if (operator === '/') {
    const operands = [coerce(left, FLOAT), coerce(right, FLOAT)];
    return { kind: 'operator', operator, operands, type: FLOAT, nullable: true, span: node };
  }
  const places = operator === '*' ? placesOfProduct(left.type, right.type) : 0;
  if (places > MAXIMUM_DIGITS) {
    const values = { left: shown(left.type), right: shown(right.type), places: String(places) };
    context.report('SBS3033', node, values);
    return failed(node);
  }
  const type = arithmetic(operator, left.type, right.type);
  const sides =
    type.kind === 'float' || left.type.kind === 'null' || right.type.kind === 'null'
      ? [coerce(left, type), coerce(right, type)]
      : [left, right];
  const result = operation(operator, sides, node, type);
  return operator === '%' ? { ...result, nullable: true } : result;
}
