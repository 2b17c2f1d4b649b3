import { SYMBOL, TOKEN, WORD } from '../tokens/codes.generated.ts';
import { TOO_LARGE } from '../tokens/too-large.ts';
import { exact } from '../tree/exact.ts';
import type { BlockNode, ParameterNode, ValueNode } from '../tree/value-tree.ts';
import type { Cursor } from './cursor.ts';

function parseNumber(cursor: Cursor, start: number, sign: 1 | -1): ValueNode {
  const { index } = cursor;
  if (!cursor.at(TOKEN.number)) cursor.fail('a number');
  cursor.next();
  const text = cursor.textOf(index);
  const value = sign * Number(text);
  if (!Number.isFinite(value) || (!Number.isSafeInteger(value) && /^\d+$/.test(text))) {
    cursor.report('SBS1004', cursor.spanOf(index), { text, ...TOO_LARGE });
    return cursor.stop();
  }
  return { kind: 'constant', value, start, end: cursor.end };
}

function parseConstant(cursor: Cursor, value: string | boolean | null): ValueNode {
  const { start, code } = cursor;
  cursor.take(code);
  return { kind: 'constant', value, start, end: cursor.end };
}

function parseList(cursor: Cursor): ValueNode {
  const { start, index } = cursor;
  cursor.next();
  const items: ValueNode[] = [];
  while (!cursor.at(SYMBOL.squareClose)) {
    cursor.enter();
    items.push(parseValue(cursor));
    cursor.leave();
    if (!cursor.take(SYMBOL.comma)) break;
  }
  cursor.expectClose(index, 'Separate the values of a list by commas.');
  return { kind: 'list', items: exact(items), start, end: cursor.end };
}

function parseObject(cursor: Cursor): ValueNode {
  cursor.enter();
  const { entries, start, end } = parseBlock(cursor);
  cursor.leave();
  return { kind: 'object', entries, start, end };
}

/** A string without its quotation marks. */
function failBare(cursor: Cursor): never {
  const { index } = cursor;
  const span = cursor.spanOf(index);
  const found = cursor.textOf(index);
  const alone = [SYMBOL.semicolon, SYMBOL.comma, SYMBOL.braceClose, SYMBOL.squareClose].some((code) =>
    cursor.ahead(code, 1),
  );
  const fix = { title: 'Add quotation marks', edits: [{ ...span, text: `"${found}"` }] };
  const values = { expected: 'a value', found, advice: 'Put a string in quotation marks.' };
  cursor.report('SBS1007', span, values, alone ? fix : undefined);
  return cursor.stop();
}

/** A parameter's value: text, number, true, false, null, `[list]` or `{ object }`. */
function parseValue(cursor: Cursor): ValueNode {
  const { code, start } = cursor;
  switch (code) {
    case TOKEN.double:
    case TOKEN.single:
      return parseConstant(cursor, cursor.textOf(cursor.index));
    case TOKEN.number:
      return parseNumber(cursor, start, 1);
    case SYMBOL.minus:
      cursor.next();
      return parseNumber(cursor, start, -1);
    case WORD.true:
      return parseConstant(cursor, true);
    case WORD.false:
      return parseConstant(cursor, false);
    case WORD.null:
      return parseConstant(cursor, null);
    case SYMBOL.squareOpen:
      return parseList(cursor);
    case SYMBOL.braceOpen:
      return parseObject(cursor);
    default:
      return cursor.atName ? failBare(cursor) : cursor.fail('a value');
  }
}

function parseParameter(cursor: Cursor): ParameterNode {
  const name = cursor.expectName('a parameter');
  cursor.expectColon('A parameter is written name: value;');
  const value = parseValue(cursor);
  cursor.expectEnd('the parameter', name);
  return { name, value, start: name.start, end: cursor.end };
}

/** `{ name: value; … }`. Broken entries are left out. */
export function parseBlock(cursor: Cursor): BlockNode {
  const { start, index } = cursor;
  cursor.openBlock();
  const entries: ParameterNode[] = [];
  let broken = false;
  while (!cursor.atBlockEnd) {
    const entry = cursor.recovering(parseParameter);
    if (entry) entries.push(entry);
    else broken = true;
  }
  broken ||= !cursor.at(SYMBOL.braceClose);
  cursor.closeBlock(index);
  return { entries: exact(entries), broken, start, end: cursor.end };
}
