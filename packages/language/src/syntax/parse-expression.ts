import { type Cursor, SyntaxStop } from './cursor.ts';
import type { BinaryOperator, Expression, OrderNode, WindowNode } from './expression-tree.ts';
import { measured, widened } from './height.ts';
import { RESERVED } from './keywords.ts';
import { parseCase } from './parse-case.ts';
import { parseType } from './parse-schema.ts';
import type { Span, Token } from './tokens.ts';

/** Binding power of the binary operators; the loosest, `? :`, is 1. */
const POWER: Readonly<Record<string, number>> = {
  or: 2,
  and: 3,
  '==': 5,
  '=': 5,
  '!=': 5,
  '<>': 5,
  '<': 5,
  '<=': 5,
  '>': 5,
  '>=': 5,
  '~': 5,
  in: 5,
  not: 5,
  between: 5,
  like: 5,
  ilike: 5,
  is: 5,
  '||': 6,
  '+': 7,
  '-': 7,
  '*': 8,
  '/': 8,
  '%': 8,
};
const NOT_POWER = 4;
const MINUS_POWER = 9;
const SPELLINGS: Readonly<Record<string, BinaryOperator>> = { '=': '==', '<>': '!=' };
/** An expression, as loose as `cond ? a : b`. */
export function parseExpression(cursor: Cursor): Expression {
  return cursor.nested(() => {
    const test = parseOperators(cursor, 2);
    if (!cursor.takeSymbol('?')) return test;
    const value = parseExpression(cursor);
    cursor.expectSymbol(':', 'A condition is written test ? value : otherwise.');
    const otherwise = parseExpression(cursor);
    return measured(cursor, { kind: 'condition', test, value, otherwise, start: test.start, end: otherwise.end });
  });
}

/** Expressions between brackets, a trailing comma allowed; the opening bracket has been taken. */
function parseItems(cursor: Cursor, open: Token): Expression[] {
  const items: Expression[] = [];
  const close = open.text === '(' ? ')' : ']';
  if (cursor.atWord('select')) refuseQuery(cursor);
  while (!cursor.atSymbol(close)) {
    items.push(parseExpression(cursor));
    if (!cursor.takeSymbol(',')) break;
  }
  cursor.expectClose(open, 'Separate the values by commas.');
  return items;
}

function parseOperators(cursor: Cursor, minimum: number): Expression {
  let left = parsePrefix(cursor);
  for (;;) {
    const token = cursor.peek();
    const word = token.kind === 'name' ? token.text.toLowerCase() : token.text;
    const power = token.kind === 'name' || token.kind === 'symbol' ? POWER[word] : undefined;
    if (power === undefined || power < minimum) return left;
    if (word === 'not' && !['in', 'between', 'like', 'ilike'].some((each) => cursor.atWord(each, 1))) return left;
    left = measured(cursor, parseOperator(cursor, left, word, power));
  }
}

function parseOperator(cursor: Cursor, left: Expression, word: string, power: number): Expression {
  const { start } = left;
  const negated = word === 'not';
  if (cursor.peek().kind === 'name') cursor.takeWord(word);
  else cursor.next();
  const operation = negated ? cursor.peek().text.toLowerCase() : word;
  if (negated) cursor.takeWord(operation);
  switch (operation) {
    case 'is': {
      const not = cursor.takeWord('not') !== null;
      const end = cursor.expectWord('null', 'After is stands null or not null.').end;
      return { kind: 'is-null', operand: left, negated: not, start, end };
    }
    case 'in': {
      const open = cursor.peek();
      if (!cursor.takeSymbol('(')) cursor.expectSymbol('[', 'The values stand in brackets: in (1, 2).');
      const items = parseItems(cursor, open);
      if (items.length === 0) cursor.fail('a value');
      return { kind: 'in', operand: left, items, negated, start, end: cursor.previous.end };
    }
    case 'between': {
      const low = parseOperators(cursor, power + 1);
      cursor.expectWord('and', 'A range is written between low and high.');
      const high = parseOperators(cursor, power + 1);
      return { kind: 'between', operand: left, low, high, negated, start, end: high.end };
    }
    default: {
      const right = cursor.nested(() => parseOperators(cursor, power + 1));
      const operator = SPELLINGS[operation] ?? (operation as BinaryOperator);
      const node: Expression = { kind: 'binary', operator, left, right, start, end: right.end };
      return negated
        ? { kind: 'unary', operator: 'not', operand: measured(cursor, node), start, end: right.end }
        : node;
    }
  }
}

function parsePrefix(cursor: Cursor): Expression {
  const token = cursor.peek();
  if (token.kind === 'name' && token.text.toLowerCase() === 'not' && cursor.takeWord('not')) {
    const operand = cursor.nested(() => parseOperators(cursor, NOT_POWER));
    return measured(cursor, { kind: 'unary', operator: 'not', operand, start: token.start, end: operand.end });
  }
  if (cursor.takeSymbol('-')) {
    const operand = cursor.nested(() => parseOperators(cursor, MINUS_POWER));
    return measured(cursor, { kind: 'unary', operator: '-', operand, start: token.start, end: operand.end });
  }
  return parsePostfix(cursor, parsePrimary(cursor));
}

function parsePostfix(cursor: Cursor, primary: Expression): Expression {
  let target = primary;
  for (;;) {
    const token = cursor.peek();
    if (cursor.atSymbol('.') && !cursor.atSymbol('*', 1)) {
      cursor.next();
      const field = cursor.expectName('a column or field');
      target = measured(cursor, { kind: 'field', target, field, start: target.start, end: field.end });
    } else if (cursor.takeSymbol('[')) {
      const index = parseExpression(cursor);
      cursor.expectClose(token);
      target = measured(cursor, { kind: 'index', target, index, start: target.start, end: cursor.previous.end });
    } else return target;
  }
}

function refuseQuery(cursor: Cursor): never {
  cursor.report('SBS1014', cursor.peek(), {});
  throw new SyntaxStop();
}

function parsePrimary(cursor: Cursor): Expression {
  const token = cursor.peek();
  const span: Span = { start: token.start, end: token.end };
  if (token.kind === 'number') {
    cursor.next();
    return measured(cursor, { kind: 'number', text: token.text, ...span });
  }
  if (token.kind === 'string') {
    cursor.next();
    return measured(cursor, { kind: token.quote === "'" ? 'string' : 'quoted', value: token.text, ...span });
  }
  if (cursor.takeSymbol('(')) {
    if (cursor.atWord('select')) refuseQuery(cursor);
    const inner = parseExpression(cursor);
    cursor.expectClose(token, 'Close the bracket before going on.');
    return widened(inner, cursor.spanFrom(token));
  }
  if (cursor.takeSymbol('[')) {
    const items = parseItems(cursor, token);
    return measured(cursor, { kind: 'list', items, ...cursor.spanFrom(token) });
  }
  if (token.kind === 'name') return parseWord(cursor, token);
  return cursor.fail('a value, a column or a function', token.text === '*' ? 'To count rows, write count().' : '');
}

function parseWord(cursor: Cursor, token: Token): Expression {
  const word = token.text.toLowerCase();
  const called = cursor.atSymbol('(', 1);
  if (word === 'literal' && cursor.peek(1).kind === 'string') {
    cursor.takeWord('literal');
    const text = cursor.next();
    return measured(cursor, { kind: 'string', value: text.text, ...cursor.spanFrom(token) });
  }
  if (word === 'case' && !called && !cursor.atSymbol(',', 1) && !cursor.atWord('from', 1))
    return parseCase(cursor, parseExpression);
  if (called && (word === 'cast' || word === 'try_cast')) return parseCast(cursor, word);
  if (called && word === 'columns') return parseColumns(cursor);
  if (called) return parseCall(cursor, token);
  if (
    token.text === 'true' ||
    token.text === 'false' ||
    token.text === 'null' ||
    (token.text !== word && /^(true|false|null)$/.test(word))
  ) {
    cursor.takeWord(word);
    return measured(cursor, {
      kind: 'word',
      value: word === 'null' ? null : word === 'true',
      start: token.start,
      end: token.end,
    });
  }
  if (RESERVED.has(word)) {
    const comma = cursor.previous.kind === 'symbol' && cursor.previous.text === ',';
    const advice = comma
      ? 'Remove the comma before it.'
      : `To name a column ${token.text}, put it into quotation marks.`;
    return cursor.fail('a value, a column or a function', advice);
  }
  cursor.next();
  const name = { text: token.text, quoted: false, start: token.start, end: token.end };
  return measured(cursor, { kind: 'name', name, start: token.start, end: token.end });
}

function parseCast(cursor: Cursor, word: 'cast' | 'try_cast'): Expression {
  const start = cursor.takeWord(word) ?? cursor.fail(word);
  const open = cursor.expectSymbol('(');
  const operand = parseExpression(cursor);
  cursor.expectWord('as', `A cast is written ${word}(value as type).`);
  const type = parseType(cursor);
  cursor.expectClose(open);
  return measured(cursor, { kind: 'cast', operand, type, lenient: word === 'try_cast', ...cursor.spanFrom(start) });
}

function parseColumns(cursor: Cursor): Expression {
  const start = cursor.takeWord('columns') ?? cursor.fail('columns');
  const open = cursor.expectSymbol('(');
  const pattern = cursor.expectString('a regular expression in quotation marks');
  cursor.expectClose(open);
  return measured(cursor, { kind: 'columns', pattern: pattern.text, patternSpan: pattern, ...cursor.spanFrom(start) });
}

function parseCall(cursor: Cursor, token: Token): Expression {
  cursor.next();
  const name = { text: token.text, quoted: false, start: token.start, end: token.end };
  const open = cursor.expectSymbol('(');
  const distinct =
    cursor.atWord('distinct') && !cursor.atSymbol(',', 1) && !cursor.atSymbol(')', 1)
      ? cursor.takeWord('distinct')
      : null;
  // count(*) is what every SQL writer types; it is count().
  if (cursor.atSymbol('*') && cursor.atSymbol(')', 1) && token.text === 'count') cursor.next();
  const items = parseItems(cursor, open);
  if (distinct) {
    const edits = [
      { start: token.start, end: token.end, text: 'count_distinct' },
      { start: distinct.start, end: items[0]?.start ?? distinct.end, text: '' },
    ];
    const fix = token.text.toLowerCase() === 'count' ? { title: 'Write count_distinct', edits } : undefined;
    cursor.report('SBS1016', distinct, { name: token.text }, fix);
  }
  const over = cursor.atWord('over') && cursor.atSymbol('(', 1) ? parseWindow(cursor) : null;
  return measured(cursor, { kind: 'call', name, arguments: items, over, ...cursor.spanFrom(token) });
}

function parseWindow(cursor: Cursor): WindowNode {
  const start = cursor.takeWord('over') ?? cursor.fail('over');
  const open = cursor.expectSymbol('(');
  const partition: Expression[] = [];
  if (cursor.takeWord('partition')) {
    cursor.expectWord('by');
    do partition.push(parseExpression(cursor));
    while (cursor.takeSymbol(','));
  }
  const order = cursor.atWord('order') ? parseOrder(cursor) : [];
  cursor.expectClose(open);
  return { partition, order, ...cursor.spanFrom(start) };
}

/** `order by a desc nulls last, b` */
export function parseOrder(cursor: Cursor): OrderNode[] {
  cursor.expectWord('order');
  cursor.expectWord('by');
  const order: OrderNode[] = [];
  do {
    const by = parseExpression(cursor);
    const descending = cursor.takeWord('desc') !== null;
    if (!descending) cursor.takeWord('asc');
    let nulls: OrderNode['nulls'] = null;
    if (cursor.takeWord('nulls')) {
      nulls = cursor.takeWord('first') ? 'first' : null;
      if (nulls === null && cursor.expectWord('last', 'Write nulls first or nulls last.')) nulls = 'last';
    }
    order.push({ by, descending, nulls, ...cursor.spanFrom(by) });
  } while (cursor.takeSymbol(','));
  return order;
}
