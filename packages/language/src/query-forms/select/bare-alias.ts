import type { Cursor } from '../../syntax/parse/cursor.ts';
import { SYMBOL, TOKEN, WORD } from '../../syntax/tokens/codes.generated.ts';
import { codeSet, codesOf } from '../../syntax/tokens/codes.ts';
import type { Expression } from '../../syntax/tree/expression-tree.ts';
import type { Name } from '../../syntax/tree/name.ts';
import { JOIN_KINDS } from './select-words.ts';

/** Tokens that may follow a column alias. */
const AFTER_COLUMN = codeSet([SYMBOL.comma, WORD.from]);
/** * Tokens that start another value and so cannot follow a table alias. */
const VALUES = codeSet([TOKEN.name, TOKEN.number, TOKEN.single, TOKEN.double, SYMBOL.roundOpen]);
/** * Tokens that may follow the table of a select when `from` was left out. */
const AFTER_TABLE = codeSet([
  ...[SYMBOL.semicolon, SYMBOL.roundClose, TOKEN.end],
  ...codesOf(['where', 'having', 'order', 'limit', 'join', 'left', 'right', 'full', 'inner', 'cross', 'asof']),
]);
const CLAUSE_STARTS = codesOf(['from', 'as']);

/** Whether the token at this distance belongs to another value. */
function continues(cursor: Cursor, ahead: number): boolean {
  return AFTER_COLUMN[cursor.codeAhead(ahead)] !== 1;
}

/**
 * Reads an alias after a select item without `as` or a comma. A name that can only be meant as the column's is reported and taken;
 * what is not a name here is left to the caller.
 */
export function bareAlias(cursor: Cursor, value: Expression): Name | null {
  const { code } = cursor;
  if (code < TOKEN.name && !cursor.atText && code !== TOKEN.number) return null;
  if (CLAUSE_STARTS.includes(code)) return null;
  if (code !== TOKEN.name && !cursor.atText && code !== TOKEN.number && !cursor.ahead(SYMBOL.roundOpen, 1)) {
    // A keyword that follows a value is a clause of the query, unless another item starts with it.
    if (continues(cursor, 1)) return null;
  }
  if (cursor.reportedHabit()) return cursor.stop();
  if (code === TOKEN.name && AFTER_TABLE[cursor.codeAhead(1)] === 1 && !cursor.ahead(SYMBOL.roundOpen, 2)) {
    cursor.reportMissing('from', 'Every select reads a table.');
    return cursor.stop();
  }
  const column = value.kind === 'name' || value.kind === 'field' || value.kind === 'quoted';
  if (continues(cursor, 1)) {
    cursor.failTypo(cursor.nameAhead(1) ? ['from', 'as', 'and', 'or', 'in', 'is', 'like', 'between'] : []);
    cursor.reportSideBySide({ title: 'Add ,', edits: [{ start: cursor.end, end: cursor.end, text: ',' }] });
    return cursor.stop();
  }
  if (code === TOKEN.number || column) {
    cursor.reportSideBySide(undefined, 'Write a comma between two columns, or as before another name.');
    return cursor.stop();
  }
  cursor.reportMissing('as', 'A column gets another name with as.');
  return cursor.expectName('a name for the column');
}

/** Reports a word behind a table that is not its alias: one of another dialect, or a mistyped one. */
export function refuseAfterTable(cursor: Cursor): void {
  if (cursor.reportedHabit()) cursor.stop();
  if (VALUES[cursor.codeAhead(1)] === 1) cursor.failUnexpected('the table');
  if (cursor.ahead(WORD.join, 1)) cursor.failTypo(JOIN_KINDS);
  if (cursor.ahead(WORD.by, 1)) cursor.failTypo(['order', 'group']);
}
