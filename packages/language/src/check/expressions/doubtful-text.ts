import type { Fix } from '../../diagnostics/diagnostics.ts';
import { closest } from '../../suggest/suggest.ts';
import { quotedText, writtenName } from '../../syntax/tokens/written-name.ts';
import { childrenOf, type Expression } from '../../syntax/tree/expression-tree.ts';
import type { Context } from '../context.ts';

type Quoted = Extract<Expression, { kind: 'quoted' }>;
type Doubt = { readonly node: Quoted; readonly column: string; readonly fix: Fix };

/** A text in double quotes that is spelt like a column, but names none. */
function doubtIn(node: Expression, { aliases, scope }: Context): Doubt | null {
  if (node.kind !== 'quoted' || aliases.has(node.value) || scope.has(node.value)) return null;
  const names = scope.columnNames();
  const near = closest(node.value, aliases.size === 0 ? names : [...names, ...aliases.keys()]);
  if (near === null) return null;
  const column = writtenName(near);
  const edits = [{ start: node.start, end: node.end, text: column }];
  return { node, column, fix: { title: `Write ${column}`, edits } };
}

/** Warns of an operand in double quotes that is spelt like a column. */
export function warnOfText(operand: Expression, context: Context): void {
  const doubt = doubtIn(operand, context);
  if (!doubt) return;
  const { node, column, fix } = doubt;
  const values = { name: node.value, column, text: quotedText(node.value, "'") };
  context.report('SBS3030', node, values, fix);
}

/** The same of a side of a comparison. If no side reads a column, every text inside them is in doubt. */
export function warnOfTexts(side: Expression, fixed: boolean, context: Context): void {
  warnOfText(side, context);
  if (fixed) for (const child of childrenOf(side)) warnOfTexts(child, fixed, context);
}

/** Reports as an unknown column a text whose type fits no other operand; false if none is spelt like a column. */
export function reportMisspelt(sides: readonly Expression[], context: Context): boolean {
  const doubt = sides.map((side) => doubtIn(side, context)).find((each) => each !== null);
  if (!doubt) return false;
  const table = context.scope.tables.map(({ info }) => info.name).join(' or ');
  const advice = `Did you mean ${doubt.column}?`;
  context.report('SBS2004', doubt.node, { name: doubt.node.value, table, advice }, doubt.fix);
  return true;
}
