import { parseNames } from '../../syntax/parse/parse-names.ts';
import { type Keyword, keywordsOf } from '../../syntax/tokens/keywords.ts';
import { exact } from '../../syntax/tree/exact.ts';
import { type QueryForm, queryForm } from '../query-form.ts';
import { checkSetOperation } from './check-set-operation.ts';
import { COMBINED_PARTS, combinedRule } from './combined-parts.ts';
import type { SetOperationNode } from './set-operation-node.ts';

function setOperation(kind: SetOperationNode['kind'], keywords: readonly Keyword[]): QueryForm<SetOperationNode> {
  return queryForm<SetOperationNode>({
    ...COMBINED_PARTS,
    kind,
    keywords,
    grammar: [{ name: kind, ebnf: combinedRule(kind) }],
    snippet: `${kind} \${1:table}, $0`,
    parse: (cursor, start) => {
      const tables = parseNames(cursor, 'a table');
      return { kind, tables, queries: exact([]), operators: exact([]), start, end: cursor.end };
    },
    check: checkSetOperation,
  });
}

/** `except a, b`: the distinct rows of the first table that no other has. The keyword is described by select. */
export const EXCEPT = setOperation('except', []);

/** `intersect a, b`: the distinct rows that all tables have. */
export const INTERSECT = setOperation(
  'intersect',
  keywordsOf({ intersect: ['The distinct rows that all tables have.', 'table both is intersect ads_eu, ads_us;'] }),
);
