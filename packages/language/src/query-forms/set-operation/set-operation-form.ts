import { parseNames } from '../../syntax/parse/parse-names.ts';
import { type Keyword, keywordsOf } from '../../syntax/tokens/keywords.ts';
import { symbolOf } from '../../syntax/tokens/token-shape.ts';
import { namesIn, untilEnd, wordsContext } from '../query-context.ts';
import { type QueryForm, queryForm } from '../query-form.ts';
import { checkSetOperation } from './check-set-operation.ts';
import type { SetOperationNode } from './set-operation-node.ts';

function setOperation(kind: SetOperationNode['kind'], keywords: readonly Keyword[]): QueryForm<SetOperationNode> {
  return queryForm<SetOperationNode>({
    kind,
    keywords,
    grammar: [{ name: kind, ebnf: `"${kind}" names` }],
    snippet: `${kind} \${1:table}, $0`,
    parse: (cursor, start) => {
      const tables = parseNames(cursor, 'a table');
      return { kind, tables, start, end: cursor.end };
    },
    tables: (node) => node.tables,
    check: checkSetOperation,
    visitNames: (node, visit) => {
      for (const name of node.tables) visit(name, 'table');
    },
    contextAt: ({ table, before, after }) => {
      const awaits = before.length === 0 || symbolOf(before.at(-1)) === ',';
      if (!awaits) return wordsContext();
      return { kind: 'tables', reader: table, given: namesIn([...before, ...untilEnd(after)]) };
    },
    tablesIn: namesIn,
  });
}

/** `except a, b`: the distinct rows of the first table that no other has. The keyword is described by select. */
export const EXCEPT = setOperation('except', []);

/** `intersect a, b`: the distinct rows that all tables have. */
export const INTERSECT = setOperation(
  'intersect',
  keywordsOf({ intersect: ['The distinct rows that all tables have.', 'table both is intersect ads_eu, ads_us;'] }),
);
