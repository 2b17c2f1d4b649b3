import type { MarkupContent } from 'vscode-languageserver-types';
import { type Occurrence, WITHIN } from '../../check/names/occurrence.ts';
import { writtenName } from '../../syntax/tokens/written-name.ts';
import type { ValueType } from '../../typed/typed.ts';
import { shown } from '../../typed/types.ts';
import type { Workspace } from '../../workspace.ts';
import { describeTable } from '../describe/describe-table.ts';
import { code, codeBlock, markdown } from '../describe/markdown.ts';

/** A column of a query in brackets or of a part of a `with`. */
export function describeLocalColumn(
  table: string,
  column: { readonly name: string; readonly type: ValueType; readonly nullable: boolean },
): MarkupContent {
  const { name, type, nullable } = column;
  const typed = type.kind === 'unknown' ? '' : `: ${shown(type)}${nullable ? '' : ' not null'}`;
  return markdown(codeBlock(`${writtenName(name)}${typed}`), `Column of the query ${code(table)}`);
}

/** The description of a name that belongs to a query inside another; null for all other names. */
export function describeLocal(
  workspace: Workspace,
  path: string,
  { symbol, type, nullable }: Occurrence,
): MarkupContent | null {
  if ((symbol.kind !== 'column' && symbol.kind !== 'alias') || !symbol.table.includes(WITHIN)) return null;
  const query = workspace
    .occurrences(path)
    .find((each) => each.rows && each.symbol.kind === 'alias' && each.symbol.table === symbol.table);
  if (symbol.kind === 'column') {
    const facts = { type: type ?? { kind: 'unknown' as const }, nullable: nullable ?? true };
    return describeLocalColumn(query?.symbol.name ?? '', { name: symbol.name, ...facts });
  }
  if (!query?.rows) return null;
  const table = describeTable({ name: query.symbol.name, kind: 'table', ...query.rows });
  if (query.symbol.name === symbol.name) return table;
  return markdown(`${code(symbol.name)} stands for ${code(query.symbol.name)} in this query`, table.value);
}
