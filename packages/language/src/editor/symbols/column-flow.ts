import { PSEUDO_COLUMNS } from '@switchboard/model';
import { compilePattern } from '../../check/expressions/patterns.ts';
import type { Span } from '../../syntax/tokens/tokens.ts';
import { childrenOf, type Expression } from '../../syntax/tree/expression-tree.ts';
import type { SelectNode, TableReference } from '../../syntax/tree/query-tree.ts';
import { tablesOf } from '../../syntax/tree/query-tree.ts';
import type { TableNode } from '../../syntax/tree/tree.ts';
import type { KnownTable, Workspace } from '../../workspace/workspace.ts';
import { scriptIn, tableNode } from './script-tree.ts';

/** A column of a table, by name. */
export type ColumnOf = { readonly table: string; readonly name: string };

/**
 * A column that goes from one table to the next without getting a name of its own. `at` takes it along; `computed`: what
 * stands before `at` in `* replace (… as at)` is put in its place.
 */
export type ColumnSource = ColumnOf & { readonly at: Span; readonly computed: boolean };

/** The pattern of `columns("…")` inside an expression. */
export function patternIn(node: Expression): { readonly pattern: string } | null {
  if (node.kind === 'columns') return node;
  for (const child of childrenOf(node)) {
    const found = patternIn(child);
    if (found) return found;
  }
  return null;
}

/** The tables whose columns `*` stands for: a semi or anti join only asks whether there are rows. */
function readTables(node: SelectNode): readonly TableReference[] {
  const joined = node.joins.filter((join) => join.kind !== 'semi' && join.kind !== 'anti');
  return [node.from, ...joined.map((join) => join.reference)];
}

function named(table: KnownTable | undefined, name: string): boolean {
  return table?.columns.some((column) => column.name === name) ?? false;
}

function selectSources(node: SelectNode, output: string, workspace: Workspace): ColumnSource[] {
  const references = readTables(node);
  const sources: ColumnSource[] = [];
  const open: ColumnSource[] = [];
  for (const item of node.items) {
    if (item.kind === 'star') {
      const { table } = item;
      const tables =
        table === null ? references : references.filter((each) => (each.alias ?? each.table).text === table.text);
      const replaced = item.replace.find((each) => each.name.text === output);
      if (item.except.some((name) => name.text === output)) continue;
      for (const reference of tables) {
        const info = workspace.table(reference.table.text);
        const source = {
          table: reference.table.text,
          name: output,
          at: replaced?.name ?? item,
          computed: replaced !== undefined,
        };
        if (named(info, output)) sources.push(source);
        else if (info?.open && !PSEUDO_COLUMNS.some((column) => column.name === output)) open.push(source);
      }
      continue;
    }
    const pattern = item.alias === null ? patternIn(item.value) : null;
    const compiled = pattern ? compilePattern(pattern.pattern) : null;
    if (!compiled || 'mistake' in compiled || !compiled.matches(output)) continue;
    for (const { table } of references)
      if (named(workspace.table(table.text), output))
        sources.push({ table: table.text, name: output, at: item.value, computed: false });
  }
  return sources.length > 0 ? sources : open;
}

/**
 * The columns of other tables that an output column of a table is, under the same name, because `*`, a pattern, union,
 * upsert or unpivot takes them along. Empty when the name is written in the declaration.
 */
export function sourcesOf(node: TableNode, output: string, workspace: Workspace): ColumnSource[] {
  const { query } = node;
  if (query.kind === 'select') return selectSources(query, output, workspace);
  const made = query.kind === 'unpivot' ? [query.nameColumn.text, query.valueColumn.text] : [];
  if (made.includes(output)) return [];
  const key = output.toLowerCase();
  return tablesOf(query).flatMap((at): ColumnSource[] => {
    const info = workspace.table(at.text);
    const column = info?.columns.find((each) => each.name.toLowerCase() === key);
    if (column) return [{ table: at.text, name: column.name, at, computed: false }];
    return info?.open ? [{ table: at.text, name: output, at, computed: false }] : [];
  });
}

/** The tables that read a table, each with its declaration. */
export function readersOf(table: string, workspace: Workspace): readonly TableNode[] {
  return workspace
    .usersOf(table)
    .flatMap((path) => scriptIn(workspace, path).declarations)
    .filter(
      (node): node is TableNode => node.kind === 'table' && tablesOf(node.query).some((name) => name.text === table),
    );
}

/** The columns that are one with a column because its name is taken along, upstream and downstream, itself included. */
export function sameColumns(column: ColumnOf, workspace: Workspace): readonly ColumnOf[] {
  const found = new Map<string, ColumnOf>();
  const pending: ColumnOf[] = [];
  const add = ({ table, name }: ColumnOf): void => {
    const key = columnKey({ table, name });
    if (found.has(key)) return;
    found.set(key, { table, name });
    pending.push({ table, name });
  };
  add(column);
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { table, name } = next;
    const own = tableNode(workspace, table);
    for (const source of own ? sourcesOf(own, name, workspace) : []) add(source);
    for (const reader of readersOf(table, workspace)) {
      const info = workspace.table(reader.name.text);
      const outputs = (info?.columns ?? [])
        .map((each) => each.name)
        .filter((each) => each.toLowerCase() === name.toLowerCase());
      for (const output of outputs.length > 0 || !info?.open ? outputs : [name]) {
        const comes = sourcesOf(reader, output, workspace).some(
          (source) => source.table === table && source.name === name,
        );
        if (comes) add({ table: reader.name.text, name: output });
      }
    }
  }
  return [...found.values()];
}

export function columnKey({ table, name }: ColumnOf): string {
  return `${table}\u0000${name}`;
}
