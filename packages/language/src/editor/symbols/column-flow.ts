import type { ColumnOf, ColumnSource } from '../../query-forms/column-source.ts';
import { columnSourcesOf, tablesOf } from '../../query-forms/registry.ts';
import type { TableNode } from '../../syntax/tree/declaration-tree.ts';
import type { Workspace } from '../../workspace.ts';
import { scriptIn, tableNode } from './script-tree.ts';

/**
 * The columns of other tables that an output column of a table is, under the same name, because its query carries them
 * along. Empty when the declaration writes the name.
 */
export function sourcesOf({ query }: TableNode, output: string, workspace: Workspace): ColumnSource[] {
  return columnSourcesOf(query, output, (name) => workspace.table(name));
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
