import type { Cursor } from '../../syntax/parse/cursor.ts';
import { parseExpression } from '../../syntax/parse/parse-expression.ts';
import { SYMBOL, WORD } from '../../syntax/tokens/codes.generated.ts';
import type { ConstantNode } from '../../syntax/tree/declaration-tree.ts';
import type { DeclarationSpec } from '../declaration-spec.ts';
import { checkConstant } from './check-constant.ts';

const WRITTEN = 'A constant is written let name is value;';

/** The `is` before the value. Other languages write `=`, `:=` or `:`. */
function expectIs(cursor: Cursor): void {
  const { index } = cursor;
  const first = cursor.at(SYMBOL.singleEqual) || cursor.at(SYMBOL.equal) || cursor.at(SYMBOL.colon);
  if (!first && !cursor.at(WORD.as)) {
    cursor.expect(WORD.is, WRITTEN);
    return;
  }
  cursor.next();
  if (cursor.codeAt(index) === SYMBOL.colon && cursor.at(SYMBOL.singleEqual)) cursor.next();
  const span = { start: cursor.spanOf(index).start, end: cursor.end };
  const found = cursor.textOf(index);
  const fix = { title: 'Write is', edits: [{ ...span, text: 'is' }] };
  cursor.report('SBS1007', span, { expected: 'is', found, advice: WRITTEN }, fix);
}

/** `let name is value;` */
function parseConstant(cursor: Cursor): ConstantNode {
  const keyword = cursor.takeKeyword();
  const name = cursor.expectName('a name', WRITTEN);
  expectIs(cursor);
  const value = parseExpression(cursor);
  cursor.expectEnd('the constant', name);
  return { kind: 'constant', keyword, name, value, start: keyword.start, end: cursor.end };
}

export const CONSTANT: DeclarationSpec = {
  keywords: ['let'],
  followers: ['is'],
  doc: 'Declares a constant, which all expressions of the account can name.',
  example: 'let vat is 0.19;',
  kinds: ['constant'],
  parse: parseConstant,
  tables: () => [],
  reads: () => [],
  check: checkConstant,
};
