import type { Cursor } from './cursor.ts';
import type { Token } from './tokens.ts';
import type { BlockNode, ParameterNode, ValueNode } from './tree.ts';

const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

function parseNumber(cursor: Cursor, start: Token, sign: 1 | -1): ValueNode {
  const token = cursor.peek().kind === 'number' ? cursor.next() : cursor.fail('a number');
  const value = sign * Number(token.text);
  if (!Number.isFinite(value) || (/^\d+$/.test(token.text) && !Number.isSafeInteger(value))) {
    cursor.report('SBS1004', token, { text: token.text });
  }
  return { kind: 'constant', value: Number.isFinite(value) ? value : 0, start: start.start, end: token.end };
}

/** A parameter's value: text, number, true, false, null, `[list]` or `{ object }`. */
function parseValue(cursor: Cursor): ValueNode {
  const token = cursor.peek();
  if (token.kind === 'string') {
    cursor.next();
    return { kind: 'constant', value: token.text, start: token.start, end: token.end };
  }
  if (token.kind === 'number') return parseNumber(cursor, token, 1);
  if (cursor.takeSymbol('-')) return parseNumber(cursor, token, -1);
  for (const [word, value] of WORDS) {
    if (cursor.takeWord(word)) return { kind: 'constant', value, start: token.start, end: token.end };
  }
  if (cursor.takeSymbol('[')) {
    const items: ValueNode[] = [];
    while (!cursor.atSymbol(']')) {
      items.push(cursor.nested(() => parseValue(cursor)));
      if (!cursor.takeSymbol(',')) break;
    }
    cursor.expectClose(token, 'Separate the values of a list by commas.');
    return { kind: 'list', items, ...cursor.spanFrom(token) };
  }
  if (cursor.atSymbol('{')) {
    const block = cursor.nested(() => parseBlock(cursor));
    return { kind: 'object', entries: block.entries, start: block.start, end: block.end };
  }
  const advice = token.kind === 'name' ? 'Put a text into quotation marks.' : '';
  return cursor.fail('a value', advice);
}

function parseParameter(cursor: Cursor): ParameterNode {
  const name = cursor.expectName('a parameter');
  cursor.expectSymbol(':', 'A parameter is written name: value;');
  const value = parseValue(cursor);
  cursor.expectEnd(`the parameter ${name.text}`);
  return { name, value, ...cursor.spanFrom(name) };
}

/** `{ name: value; … }`. Broken entries are left out. */
export function parseBlock(cursor: Cursor): BlockNode {
  const open = cursor.expectSymbol('{');
  const entries: ParameterNode[] = [];
  let broken = false;
  while (!cursor.atSymbol('}') && cursor.peek().kind !== 'end' && !cursor.atDeclaration()) {
    const entry = cursor.recovering(() => parseParameter(cursor));
    if (entry) entries.push(entry);
    else broken = true;
  }
  cursor.expectClose(open);
  return { entries, broken, ...cursor.spanFrom(open) };
}
