import type { Occurrence } from '../../check/names/occurrence.ts';
import { symbolOf, wordOf } from '../../syntax/tokens/token-shape.ts';
import type { Token } from '../../syntax/tokens/tokens.ts';
import type { Workspace } from '../../workspace.ts';
import { readsOf } from '../context/reads.ts';

/** A column of a table. */
export type ColumnName = { readonly table: string; readonly column: string };

/** More than these are not followed: a hover is to be there at once. */
const MAX_FILES = 15;
const MAX_COLUMNS = 60;

/** Where the item of a select list starts that ends at an offset. */
function itemStart(tokens: readonly Token[], end: number): number {
  let depth = 0;
  const last = tokens.findLastIndex((token) => token.end <= end);
  for (let index = last; index >= 0; index -= 1) {
    const token = tokens[index];
    const symbol = symbolOf(token);
    if (symbol === ')' || symbol === ']') depth += 1;
    if (symbol === '(' || symbol === '[') depth -= 1;
    const word = wordOf(token);
    if (depth <= 0 && (symbol === ',' || symbol === ';' || word === 'select' || word === 'distinct'))
      return token?.end ?? 0;
  }
  return 0;
}

type File = {
  readonly tokens: readonly Token[];
  readonly occurrences: readonly Occurrence[];
  readonly reads: ReadonlyMap<string, readonly string[]>;
};

/** The columns of its inputs that a column is computed from. */
function inputsOf(file: File, { table, column }: ColumnName, workspace: Workspace): ColumnName[] {
  const declared = file.occurrences.find(
    ({ role, symbol }) =>
      role === 'declaration' && symbol.kind === 'column' && symbol.table === table && symbol.name === column,
  );
  if (!declared) {
    const inputs = file.reads.get(table) ?? [];
    return inputs
      .filter((input) => workspace.table(input)?.columns.some(({ name }) => name === column))
      .map((input) => ({ table: input, column }));
  }
  const start = itemStart(file.tokens, declared.end);
  return file.occurrences.flatMap(({ role, symbol, start: from, end }) =>
    role === 'use' && symbol.kind === 'column' && symbol.table !== table && from >= start && end <= declared.end
      ? [{ table: symbol.table, column: symbol.name }]
      : [],
  );
}

/** The columns of downloads that a column of a table comes from, through all tables between, up to the limits above. */
export function originsOf(workspace: Workspace, start: ColumnName): ColumnName[] {
  const files = new Map<string, File>();
  const fileOf = (path: string): File | undefined => {
    const known = files.get(path);
    if (known || files.size >= MAX_FILES) return known;
    const tokens = workspace.scriptOf(path)?.tokens ?? [];
    const file = { tokens, occurrences: workspace.occurrences(path), reads: readsOf(tokens) };
    files.set(path, file);
    return file;
  };
  const seen = new Map<string, ColumnName>([[`${start.table}\u0000${start.column}`, start]]);
  const origins: ColumnName[] = [];
  for (const each of seen.values()) {
    const kind = workspace.table(each.table)?.kind;
    if (kind === 'source') origins.push(each);
    const path = kind === 'table' ? workspace.declaredIn('table', each.table) : undefined;
    const file = path === undefined ? undefined : fileOf(path);
    if (!file) continue;
    for (const input of inputsOf(file, each, workspace))
      if (seen.size < MAX_COLUMNS) seen.set(`${input.table}\u0000${input.column}`, input);
  }
  return origins;
}
