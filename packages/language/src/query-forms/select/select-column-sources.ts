import { PSEUDO_COLUMNS } from '@switchboard/model/schema';
import { compilePattern } from '../../check/expressions/patterns.ts';
import { childrenOf, type Expression } from '../../syntax/tree/expression-tree.ts';
import type { ColumnSource, FindTable, ReadTable } from '../column-source.ts';
import type { InnerSources } from '../query-form.ts';
import type { SelectNode, TableReference } from './select-node.ts';

/** The pattern of `columns("…")` inside an expression. */
export function patternIn(node: Expression): { readonly pattern: string } | null {
  if (node.kind === 'columns') return node;
  for (const child of childrenOf(node)) {
    const found = patternIn(child);
    if (found) return found;
  }
  return null;
}

/** The tables whose columns `*` stands for. A semi or anti join contributes no columns. */
function readTables(node: SelectNode): readonly TableReference[] {
  const joined = node.joins.filter((join) => join.kind !== 'semi' && join.kind !== 'anti');
  return [node.from, ...joined.map((join) => join.reference)];
}

function named(table: ReadTable | undefined, name: string): boolean {
  return table?.columns.some((column) => column.name === name) ?? false;
}

/** The columns that `*` and patterns carry along under the same name. */
export function selectColumnSources(
  node: SelectNode,
  output: string,
  findTable: FindTable,
  inner: InnerSources,
): ColumnSource[] {
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
        if (reference.query) {
          const found = inner(reference.query, output, findTable);
          sources.push(...found.map((each) => (replaced ? { ...each, at: replaced.name, computed: true } : each)));
          continue;
        }
        const info = findTable(reference.table.text);
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
    for (const { table, query } of references)
      if (query) sources.push(...inner(query, output, findTable));
      else if (named(findTable(table.text), output))
        sources.push({ table: table.text, name: output, at: item.value, computed: false });
  }
  return sources.length > 0 ? sources : open;
}
