import { keywordsOf } from '../../syntax/tokens/keywords.ts';
import { isName, symbolOf, wordOf } from '../../syntax/tokens/token-shape.ts';
import type { Token } from '../../syntax/tokens/tokens.ts';
import { visitExpression } from '../../syntax/tree/visit-names.ts';
import { clauseContext } from '../clause-of-one-table.ts';
import { columnsContext, onlySource, type QueryContext, wordsContext } from '../query-context.ts';
import { type QueryAtCursor, queryForm } from '../query-form.ts';
import { SelectReader } from '../select/select-reader.ts';
import type { SourceReference } from '../select/sources.ts';
import { checkPivot } from './check-pivot.ts';
import { parsePivot } from './parse-pivot.ts';
import type { PivotNode } from './pivot-node.ts';

/** Where `using` stands behind the values; -1 if it does not. */
function usingIn(before: readonly Token[]): number {
  return before.findIndex((token, index) => wordOf(token) === 'using' && symbolOf(before[index - 1]) === ')');
}

function aggregateContext(tokens: readonly Token[], next: Token | undefined, source: SourceReference): QueryContext {
  const reader = new SelectReader(tokens);
  if (reader.top.expect === 'new-name') return wordsContext();
  return clauseContext({ clause: 'items', tokens, reader, next, source, clauses: ['from'] });
}

function contextAt({ table, before, after }: QueryAtCursor): QueryContext {
  const [input] = before;
  if (!isName(input)) return { kind: 'tables', reader: table, given: [] };
  if (before.length === 1) return wordsContext('on');
  const source = onlySource(input);
  const using = usingIn(before);
  if (using >= 0) return aggregateContext(before.slice(using + 1), after[0], source);
  if (before.length === 2) return columnsContext(source, []);
  if (before.length === 3) return wordsContext('in');
  const last = before.at(-1);
  if (symbolOf(last) === ')') return wordsContext('using');
  return last?.kind === 'string' || last?.kind === 'number' ? wordsContext('as') : wordsContext();
}

/** `pivot long on channel in ('search', 'social') using sum(clicks)`: columns for each listed value. */
export const PIVOT = queryForm<PivotNode>({
  kind: 'pivot',
  keywords: keywordsOf({
    pivot: [
      'Columns for each listed value, filled by aggregates; all other columns are keys.',
      "table wide is pivot ads on channel in ('search', 'social' as soc) using sum(clicks);",
    ],
  }),
  grammar: [
    {
      name: 'pivot',
      ebnf: '"pivot" name "on" name "in" "(" pivoted { "," pivoted } [ "," ] ")" "using" pivoted { "," pivoted }',
      note: 'The values are constants, and behind using stand aggregates.',
    },
    { name: 'pivoted', ebnf: 'expression [ "as" name ]' },
  ],
  snippet: "pivot ${1:table} on ${2:column} in ('${3:value}') using ${4:sum(${5:column})}",
  parse: parsePivot,
  tables: (node) => [node.table],
  check: checkPivot,
  visitNames: ({ table, column, values, aggregates }, visit) => {
    visit(table, 'table');
    visit(column, 'column');
    for (const { value, alias } of [...values, ...aggregates]) {
      visitExpression(value, visit);
      if (alias) visit(alias, 'column');
    }
  },
  outputs: ({ values }) => ({ names: values.flatMap(({ alias }) => alias ?? []), bare: [] }),
  clauses: (node) => node.clauses,
  contextAt,
  framesAt: (before) => {
    const using = usingIn(before);
    return using < 0 ? [] : new SelectReader(before.slice(using + 1)).frames;
  },
});
