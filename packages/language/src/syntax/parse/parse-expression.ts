import type { Span } from '../../text/span.ts';
import { SYMBOL, TOKEN, WORD } from '../tokens/codes.generated.ts';
import { codeSet, codesOf } from '../tokens/codes.ts';
import { RESERVED } from '../tokens/reserved-words.ts';
import type { Expression } from '../tree/expression-tree.ts';
import type { Cursor } from './cursor.ts';
import { measured } from './height.ts';
import { isNegatable, MINUS_POWER, NOT_POWER, operatorOf, powerOf } from './operators.ts';
import { parseCall, parseCast, parseColumns, parseForeignCast, parseItems, parseRecord } from './parse-call.ts';
import { parseCase } from './parse-case.ts';
import { parseNested, queryAhead, refuseQuery } from './parse-nested.ts';

const PERCENT = 'A % gives the rest of a division. Write a share as a number: 0.1 for ten percent.';

/** Tighter than every operator. */
const UNBOUND = 10;

const RESERVED_CODES = codeSet(codesOf(RESERVED));

/** An expression, as loose as `cond ? a : b`. */
export function parseExpression(cursor: Cursor): Expression {
  cursor.enter();
  let node = parseOperators(cursor, 2);
  if (cursor.take(SYMBOL.question)) {
    const test = node;
    let tallest = cursor.height;
    const value = parseExpression(cursor);
    tallest = Math.max(tallest, cursor.height);
    cursor.expect(SYMBOL.colon, 'A condition is written test ? value : otherwise.');
    const otherwise = parseExpression(cursor);
    tallest = Math.max(tallest, cursor.height);
    const { start } = test;
    node = measured(cursor, tallest, { kind: 'condition', test, value, otherwise, start, end: otherwise.end });
  }
  cursor.leave();
  return node;
}

function parseOperators(cursor: Cursor, minimum: number): Expression {
  let left = parsePrefix(cursor);
  for (;;) {
    const { code } = cursor;
    const power = powerOf(code);
    if (power < minimum) return left;
    if (code === WORD.not && !isNegatable(cursor.codeAhead(1))) return left;
    if (power > cursor.loosest) return refuseOperator(cursor);
    left = parseOperator(cursor, left, code, power);
    cursor.loosest = Math.min(power, cursor.loosest);
  }
}

/** A tight operator behind a comparison that has ended, as in `a in (1) * 2`: an operand would have taken it. */
function refuseOperator(cursor: Cursor): never {
  const { index } = cursor;
  return cursor.fail(
    'and, or or the end of the expression',
    `Write the comparison before ${cursor.textOf(index)} in brackets.`,
  );
}

const IN_VALUES = 'Write the values in brackets: in (1, 2).';
const IN_NAME =
  'Write values or a query in brackets: in (1, 2), in (select …). For a list, write list_contains(list, value).';

function parseOperator(cursor: Cursor, left: Expression, code: number, power: number): Expression {
  const tall = cursor.height;
  const { start } = left;
  cursor.take(code);
  const negated = code === WORD.not;
  const operation = negated ? cursor.code : code;
  if (negated) cursor.take(operation);
  switch (operation) {
    case WORD.is: {
      const not = cursor.take(WORD.not);
      cursor.expect(WORD.null, 'Write is null or is not null.');
      cursor.loosest = power;
      return measured(cursor, tall, { kind: 'is-null', operand: left, negated: not, start, end: cursor.end });
    }
    case WORD.in: {
      const open = cursor.index;
      const round = cursor.take(SYMBOL.roundOpen);
      if (!round) cursor.expect(SYMBOL.squareOpen, cursor.at(TOKEN.name) ? IN_NAME : IN_VALUES);
      if (round && queryAhead(cursor, 0)) {
        const query = parseNested(cursor, open);
        cursor.loosest = power;
        const parts = Math.max(tall, cursor.height);
        return measured(cursor, parts, { kind: 'in-query', operand: left, query, negated, start, end: cursor.end });
      }
      const close = round ? SYMBOL.roundClose : SYMBOL.squareClose;
      if (cursor.at(close)) cursor.fail('a value');
      const items = parseItems(cursor, open, close, parseExpression);
      cursor.loosest = power;
      const parts = Math.max(tall, cursor.height);
      return measured(cursor, parts, { kind: 'in', operand: left, items, negated, start, end: cursor.end });
    }
    case WORD.between: {
      const low = parseOperators(cursor, power + 1);
      const lower = Math.max(tall, cursor.height);
      cursor.expect(WORD.and, 'A range is written between low and high.');
      const high = parseOperators(cursor, power + 1);
      const parts = Math.max(lower, cursor.height);
      return measured(cursor, parts, { kind: 'between', operand: left, low, high, negated, start, end: high.end });
    }
    default: {
      cursor.enter();
      const right = parseOperators(cursor, power + 1);
      cursor.leave();
      const parts = Math.max(tall, cursor.height);
      const matches = operation === WORD.like || operation === WORD.ilike;
      const marked = matches && cursor.take(WORD.escape) ? parseEscape(cursor) : null;
      const { end } = marked ?? right;
      const node = measured(cursor, parts, {
        kind: 'binary',
        operator: operatorOf(operation),
        left,
        right,
        ...(marked ? { escape: marked } : {}),
        start,
        end,
      });
      if (!negated) return node;
      return measured(cursor, parts + 1, { kind: 'unary', operator: 'not', operand: node, start, end });
    }
  }
}

/** The string behind `escape`. */
function parseEscape(cursor: Cursor): Span & { readonly text: string } {
  const { index } = cursor;
  if (!cursor.atText) cursor.fail('a string of one character', "Write escape '!'.");
  cursor.next();
  cursor.loosest = UNBOUND;
  return { text: cursor.textOf(index), ...cursor.spanOf(index) };
}

function parseUnary(cursor: Cursor, operator: 'not' | '-', power: number): Expression {
  const { start, code } = cursor;
  cursor.take(code);
  cursor.enter();
  const operand = parseOperators(cursor, power);
  cursor.loosest = Math.min(power, cursor.loosest);
  cursor.leave();
  return measured(cursor, cursor.height, { kind: 'unary', operator, operand, start, end: operand.end });
}

function parsePrefix(cursor: Cursor): Expression {
  const { code } = cursor;
  if (code === WORD.not) return parseUnary(cursor, 'not', NOT_POWER);
  if (code === SYMBOL.minus) return parseUnary(cursor, '-', MINUS_POWER);
  const operand = parsePostfix(cursor, parsePrimary(cursor));
  cursor.loosest = UNBOUND;
  return operand;
}

function parsePostfix(cursor: Cursor, primary: Expression): Expression {
  let target = primary;
  for (;;) {
    const { code } = cursor;
    if (code === SYMBOL.dot) {
      if (cursor.ahead(SYMBOL.star, 1)) return target;
      cursor.next();
      const field = cursor.expectName('a column or field');
      const { start } = target;
      target = measured(cursor, cursor.height, { kind: 'field', target, field, start, end: field.end });
    } else if (code === SYMBOL.squareOpen) {
      const open = cursor.index;
      const tall = cursor.height;
      cursor.next();
      const index = parseExpression(cursor);
      cursor.expectClose(open);
      const parts = Math.max(tall, cursor.height);
      target = measured(cursor, parts, { kind: 'index', target, index, start: target.start, end: cursor.end });
    } else if (code === SYMBOL.colon && cursor.ahead(SYMBOL.colon, 1)) target = parseForeignCast(cursor, target);
    else return target;
  }
}

function parsePrimary(cursor: Cursor): Expression {
  const { code, start, index } = cursor;
  switch (code) {
    case TOKEN.number:
      cursor.next();
      return measured(cursor, 0, { kind: 'number', text: cursor.textOf(index), start, end: cursor.end });
    case TOKEN.single:
      cursor.next();
      return measured(cursor, 0, { kind: 'string', value: cursor.textOf(index), start, end: cursor.end });
    case TOKEN.double:
      cursor.next();
      return measured(cursor, 0, { kind: 'quoted', value: cursor.textOf(index), start, end: cursor.end });
    case SYMBOL.roundOpen: {
      cursor.next();
      if (queryAhead(cursor, 0)) {
        const query = parseNested(cursor, index);
        return measured(cursor, cursor.height, { kind: 'query', query, start, end: cursor.end });
      }
      const inner = parseExpression(cursor);
      cursor.expectClose(index, 'Close the bracket before going on.');
      return { ...inner, start, end: cursor.end };
    }
    case SYMBOL.squareOpen: {
      cursor.next();
      const items = parseItems(cursor, index, SYMBOL.squareClose, parseExpression);
      return measured(cursor, cursor.height, { kind: 'list', items, start, end: cursor.end });
    }
    default:
      if (code >= TOKEN.name) return parseWord(cursor, code);
      return cursor.fail(
        'a value, a column or a function',
        behindPercent(cursor)
          ? PERCENT
          : code === SYMBOL.star
            ? 'To count rows, write count().'
            : code === SYMBOL.braceOpen
              ? 'A record is written record(value as name).'
              : '',
      );
  }
}

function parseWord(cursor: Cursor, code: number): Expression {
  if (cursor.ahead(SYMBOL.roundOpen, 1)) {
    if (code === WORD.cast || code === WORD.try_cast) return parseCast(cursor, code, parseExpression);
    if (code === WORD.record) return parseRecord(cursor, parseExpression);
    if (code === WORD.select) return refuseQuery(cursor);
    if (code === WORD.exists && queryAhead(cursor, 2)) return parseExists(cursor);
    if (code === WORD.literal && cursor.codeAhead(2) >= TOKEN.name && cursor.ahead(SYMBOL.roundClose, 3))
      return parseConstantName(cursor);
    return code === WORD.columns ? parseColumns(cursor) : parseCall(cursor, parseExpression);
  }
  if (code === WORD.exists && queryAhead(cursor, 1)) {
    cursor.next();
    cursor.expect(SYMBOL.roundOpen, 'Write exists (select …).');
  }
  if (code === TOKEN.name) return parseColumnName(cursor);
  const { start, index } = cursor;
  switch (code) {
    case WORD.literal:
      if (!isText(cursor.codeAhead(1))) break;
      cursor.take(code);
      cursor.next();
      return measured(cursor, 0, { kind: 'string', value: cursor.textOf(index + 1), start, end: cursor.end });
    case WORD.case:
      if (cursor.ahead(SYMBOL.comma, 1) || cursor.ahead(WORD.from, 1)) break;
      return parseCase(cursor, parseExpression);
    case WORD.true:
    case WORD.false:
    case WORD.null:
      cursor.take(code);
      return measured(cursor, 0, {
        kind: 'word',
        value: code === WORD.null ? null : code === WORD.true,
        start,
        end: cursor.end,
      });
    default:
      if (RESERVED_CODES[code] === 1) return refuseWord(cursor);
  }
  return parseColumnName(cursor);
}

/** `exists (select …)` */
function parseExists(cursor: Cursor): Expression {
  const { start, index } = cursor;
  cursor.take(WORD.exists);
  cursor.next();
  const query = parseNested(cursor, index + 1);
  return measured(cursor, cursor.height, { kind: 'exists', query, start, end: cursor.end });
}

function isText(code: number): boolean {
  return code === TOKEN.double || code === TOKEN.single;
}

/** Whether the word `select` starts a query, and is not meant as the name of a column. */
function queryMeant(cursor: Cursor): boolean {
  return cursor.ahead(WORD.select, 0) && !cursor.ahead(SYMBOL.comma, 1) && !cursor.ahead(WORD.from, 1);
}

/** Whether a number with a percent sign stands before, such as `10%`. */
function behindPercent(cursor: Cursor): boolean {
  return cursor.codeAhead(-1) === SYMBOL.percent && cursor.codeAhead(-2) === TOKEN.number;
}

function refuseWord(cursor: Cursor): never {
  if (queryMeant(cursor)) return refuseQuery(cursor);
  if (behindPercent(cursor)) return cursor.fail('a value, a column or a function', PERCENT);
  const comma = cursor.codeAhead(-1) === SYMBOL.comma;
  const advice = comma
    ? 'Remove the comma before it.'
    : `To name a column ${cursor.textOf(cursor.index)}, put it into quotation marks.`;
  return cursor.fail('a value, a column or a function', advice);
}

/** `literal(name)` */
function parseConstantName(cursor: Cursor): Expression {
  const { start } = cursor;
  cursor.take(WORD.literal);
  cursor.next();
  const name = cursor.expectName('a constant');
  cursor.next();
  return measured(cursor, 0, { kind: 'name', name, constant: true, start, end: cursor.end });
}

function parseColumnName(cursor: Cursor): Expression {
  const { start, index } = cursor;
  cursor.next();
  const { end } = cursor;
  const name = { text: cursor.textOf(index), quoted: false, start, end };
  return measured(cursor, 0, { kind: 'name', name, start, end });
}
