import { compilePattern } from '../../check/expressions/patterns.ts';
import type { Expression } from '../../syntax/tree/expression-tree.ts';
import { queryForm, type WrittenOutputs } from '../query-form.ts';
import { checkSelect } from './check-select.ts';
import { nestedIn, tablesRead } from './nested-in.ts';
import { parseSelect } from './parse-select.ts';
import { isNameTemplate } from './pattern-names.ts';
import { selectContextAt } from './select-at-cursor.ts';
import { patternIn, selectColumnSources } from './select-column-sources.ts';
import { SELECT_GRAMMAR } from './select-grammar.ts';
import type { SelectNode } from './select-node.ts';
import { SelectReader } from './select-reader.ts';
import { SELECT_KEYWORDS } from './select-words.ts';
import { sourcesOf } from './sources.ts';
import { visitSelect } from './visit-select.ts';

/** The name that a column takes from its expression; null when it needs an alias. */
function bareName(node: Expression): string | null {
  if (node.kind === 'name') return node.name.text;
  if (node.kind === 'field') return node.field.text;
  return node.kind === 'quoted' ? node.value : null;
}

function outputsOf({ items }: SelectNode): WrittenOutputs {
  const values = items.flatMap((item) => (item.kind === 'value' ? [item] : []));
  return {
    names: values.flatMap(({ alias }) => alias ?? []),
    bare: values.flatMap(({ value, alias }) => {
      const name = alias ? null : bareName(value);
      const { start, end } = value.kind === 'field' ? value.field : value;
      return name === null ? [] : [{ name, start, end }];
    }),
  };
}

/** `select items from table`, with joins, conditions, implicit grouping and order. */
export const SELECT = queryForm<SelectNode>({
  kind: 'select',
  keywords: SELECT_KEYWORDS,
  grammar: SELECT_GRAMMAR,
  snippet: 'select ${2:*}$0\nfrom ${1:source}',
  parse: parseSelect,
  nested: nestedIn,
  tables: tablesRead,
  check: checkSelect,
  visitNames: visitSelect,
  outputs: outputsOf,
  columnSources: selectColumnSources,
  patterns: ({ items }) =>
    items.flatMap((item) => (item.kind === 'value' ? (patternIn(item.value)?.pattern ?? []) : [])),
  isNameData: ({ items }, column) =>
    items.some((item) => {
      const pattern = item.kind === 'value' && item.alias && isNameTemplate(item.alias) ? patternIn(item.value) : null;
      const compiled = pattern ? compilePattern(pattern.pattern) : null;
      return compiled !== null && 'matches' in compiled && compiled.matches(column);
    }),
  clauses: (node) => node.clauses,
  contextAt: selectContextAt,
  framesAt: (before) => new SelectReader(before).frames,
  tablesIn: (tokens) => sourcesOf(tokens).map((source) => source.table),
});
