import { compilePattern } from '../../check/expressions/patterns.ts';
import { keywordsOf } from '../../syntax/tokens/keywords.ts';
import { isName, symbolOf, wordOf } from '../../syntax/tokens/token-shape.ts';
import { columnsContext, onlySource, type QueryContext, wordsContext } from '../query-context.ts';
import { type QueryAtCursor, queryForm } from '../query-form.ts';
import { checkUnpivot } from './check-unpivot.ts';
import { parseUnpivot, type UnpivotNode } from './parse-unpivot.ts';

/** Whether a column becomes rows. */
function isChosen({ columns }: UnpivotNode, column: string): boolean {
  if (!('pattern' in columns)) return columns.some((name) => name.text === column);
  const compiled = compilePattern(columns.pattern);
  return 'matches' in compiled && compiled.matches(column);
}

function contextAt({ table, before }: QueryAtCursor): QueryContext {
  const [input] = before;
  if (!isName(input)) return { kind: 'tables', reader: table, given: [] };
  if (before.length === 1) return wordsContext('on');
  if (before.some((token) => wordOf(token) === 'into')) return wordsContext();
  const last = before.at(-1);
  const source = onlySource(input);
  const first = wordOf(last) === 'on' && before.length === 2;
  if (first || symbolOf(last) === ',') return columnsContext(source, before.slice(2), first);
  return symbolOf(last) === '(' ? { kind: 'pattern', sources: [source] } : wordsContext('into');
}

/** `unpivot wide on columns("^m_") into name, value`: a row for each chosen column. */
export const UNPIVOT = queryForm<UnpivotNode>({
  kind: 'unpivot',
  keywords: keywordsOf({
    unpivot: ['A row for each chosen column.', 'table long is unpivot wide on columns("^m_") into name, value;'],
    into: ['The two columns that an unpivot makes.', 'unpivot wide on a, b into name, value'],
  }),
  grammar: [{ name: 'unpivot', ebnf: '"unpivot" name "on" ( columns | names ) "into" name "," name' }],
  snippet: 'unpivot ${1:table} on ${2:columns} into ${3:name}, ${4:value}',
  preview: true,
  parse: parseUnpivot,
  tables: (node) => [node.table],
  check: checkUnpivot,
  visitNames: ({ table, columns, nameColumn, valueColumn }, visit) => {
    visit(table, 'table');
    if ('pattern' in columns) visit(columns, 'pattern');
    else for (const name of columns) visit(name, 'column');
    visit(nameColumn, 'column');
    visit(valueColumn, 'column');
  },
  outputs: ({ nameColumn, valueColumn }) => ({ names: [nameColumn, valueColumn], bare: [] }),
  patterns: ({ columns }) => ('pattern' in columns ? [columns.pattern] : []),
  isNameData: isChosen,
  contextAt,
});
