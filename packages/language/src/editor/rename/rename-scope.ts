import { compilePattern } from '../../check/expressions/patterns.ts';
import { type ScriptSymbol, symbolKey, WITHIN } from '../../check/names/occurrence.ts';
import type { ColumnOf } from '../../query-forms/column-source.ts';
import { queryFormOf } from '../../query-forms/registry.ts';
import type { Workspace } from '../../workspace.ts';
import { columnKey, readersOf, sameColumns } from '../symbols/column-flow.ts';
import { tableNode } from '../symbols/script-tree.ts';

/** The symbols to rename, and the files that may contain them. */
export type RenameScope = { readonly symbols: readonly ScriptSymbol[]; readonly paths: readonly string[] };

/** The files that may name a column of a table; of a query inside another, those of the table around it. */
function filesOf(table: string, workspace: Workspace): readonly string[] {
  const [own = table] = table.split(WITHIN);
  return workspace.usersOf(own);
}

/** Columns that one name in a script means at the same time, as the columns of `using (…)` are. */
function namedTogether(column: ColumnOf, workspace: Workspace): ColumnOf[] {
  return filesOf(column.table, workspace).flatMap((path) => {
    const uses = workspace.occurrences(path).filter(({ role, symbol }) => role === 'use' && symbol.kind === 'column');
    const places = new Set(
      uses
        .filter(({ symbol }) => symbol.kind === 'column' && columnKey(symbol) === columnKey(column))
        .map(({ start, end }) => `${start} ${end}`),
    );
    return uses.flatMap(({ start, end, symbol }) =>
      symbol.kind === 'column' && places.has(`${start} ${end}`) ? [{ table: symbol.table, name: symbol.name }] : [],
    );
  });
}

function columnsWith(column: ColumnOf, workspace: Workspace): readonly ColumnOf[] {
  const found = new Map<string, ColumnOf>();
  const pending: ColumnOf[] = [column];
  for (let next = pending.pop(); next; next = pending.pop()) {
    for (const same of found.has(columnKey(next)) ? [] : sameColumns(next, workspace)) {
      if (found.has(columnKey(same))) continue;
      found.set(columnKey(same), same);
      pending.push(...namedTogether(same, workspace).filter((each) => !found.has(columnKey(each))));
    }
  }
  return [...found.values()];
}

/** The symbols that must be renamed together with one, so that the script keeps its meaning. */
export function renameScope(symbol: ScriptSymbol, path: string, workspace: Workspace): RenameScope {
  if (symbol.kind === 'table') return { symbols: [symbol], paths: workspace.usersOf(symbol.name) };
  if (symbol.kind === 'constant') return { symbols: [symbol], paths: workspace.filesNaming(symbol.name) };
  if (symbol.kind !== 'column') return { symbols: [symbol], paths: [path] };
  const columns = columnsWith(symbol, workspace);
  return {
    symbols: columns.map(({ table, name }) => ({ kind: 'column', table, name })),
    paths: [...new Set(columns.flatMap(({ table }) => filesOf(table, workspace)))].sort(),
  };
}

/** Why columns cannot get another name: the form of a query adds them. */
export function addedRefusal(columns: readonly ColumnOf[], workspace: Workspace): string | null {
  for (const { table, name } of columns) {
    const query = tableNode(workspace, table)?.query;
    if (query !== undefined && queryFormOf(query).added.includes(name))
      return `${name} gets its name from ${query.kind} in ${table}. Give it an alias in a table that reads ${table}.`;
  }
  return null;
}

/** Why columns cannot get a name: a pattern would choose others, or their names are values in the rows of a table. */
export function readerRefusal(columns: readonly ColumnOf[], name: string, workspace: Workspace): string | null {
  for (const column of columns) {
    for (const { name: reader, query } of readersOf(column.table, workspace)) {
      const form = queryFormOf(query);
      if (form.isNameData(query, column.name))
        return `${query.kind} in ${reader.text} writes the name ${column.name} into its ${query.kind === 'select' ? 'columns' : 'rows'}. Give it an alias in a table before.`;
      for (const pattern of form.patterns(query)) {
        const compiled = compilePattern(pattern);
        if ('mistake' in compiled) continue;
        const [before, after] = [compiled.matches(column.name), compiled.matches(name)];
        if (before === after) continue;
        const change = before ? `would no longer choose ${column.name}` : `would choose ${name}`;
        return `columns("${pattern}") in ${reader.text} ${change}. Choose a name that leaves it as it is.`;
      }
    }
  }
  return null;
}

/** Why a column that `columns(…) as "\\1"` names cannot get another name. */
export function templateRefusal(columns: readonly ColumnOf[], workspace: Workspace): string | null {
  for (const { table, name } of columns) {
    const path = workspace.declaredIn('table', table);
    const text = path === undefined ? '' : (workspace.text(path) ?? '');
    const key = symbolKey({ kind: 'column', table, name });
    const declared = path === undefined ? [] : workspace.occurrences(path);
    const isTemplate = declared.some(
      ({ role, symbol, start, end }) =>
        role === 'declaration' &&
        symbolKey(symbol) === key &&
        /\\\d/.test(text.slice(start, end)) &&
        !/\\\d/.test(name),
    );
    if (isTemplate) return `columns("…") as … in ${table} names ${name}. Change what stands behind its as.`;
  }
  return null;
}

export function keysOf(symbols: readonly ScriptSymbol[]): ReadonlySet<string> {
  return new Set(symbols.map(symbolKey));
}
