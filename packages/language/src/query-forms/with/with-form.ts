import { keywordsOf } from '../../syntax/tokens/keywords.ts';
import { UNKNOWN } from '../../typed/types.ts';
import type { ColumnSource, FindTable } from '../column-source.ts';
import { wordsContext } from '../query-context.ts';
import { queryForm } from '../query-form.ts';
import { checkWith } from './check-with.ts';
import { parseWith } from './parse-with.ts';
import type { WithNode } from './with-node.ts';

/** `with name as (select …) select … from name`: a query over tables that only it defines. */
export const WITH = queryForm<WithNode>({
  kind: 'with',
  keywords: keywordsOf({
    with: [
      'Tables that only this query reads.',
      'with clicked as (select site from ads where clicks > 0) select count() as rows from clicked',
    ],
  }),
  grammar: [
    { name: 'with', ebnf: '"with" part_query { "," part_query } query' },
    { name: 'part_query', ebnf: 'name "as" "(" query ")"' },
  ],
  snippet: 'with ${1:part} as (\n    select ${3:*} from ${2:source}\n)\nselect ${4:*}$0\nfrom ${1:part}',
  parse: parseWith,
  nested: ({ parts, body }) => {
    const names = parts.map(({ name }) => name.text);
    const inner = parts.map(({ query }, index) => ({ query, locals: names.slice(0, index) }));
    return [...inner, { query: body, locals: names }];
  },
  tables: () => [],
  check: checkWith,
  visitNames: ({ parts }, visit) => {
    for (const { name } of parts) visit(name, 'alias');
  },
  columnSources: ({ parts, body }, output, findTable, inner) => {
    const find: FindTable = (name) => {
      const part = parts.findLast((each) => each.name.text === name);
      if (!part) return findTable(name);
      const carried = inner(part.query, output, find).length > 0;
      return { columns: carried ? [{ name: output, type: UNKNOWN, nullable: true }] : [], open: false };
    };
    const resolved = (sources: readonly ColumnSource[], before: number): ColumnSource[] =>
      sources.flatMap((source) => {
        const at = parts.findLastIndex(({ name }, index) => index < before && name.text === source.table);
        const part = parts[at];
        return part ? resolved(inner(part.query, source.name, find), at) : [source];
      });
    return resolved(inner(body, output, find), parts.length);
  },
  clauses: ({ body }) => [body],
  contextAt: () => wordsContext('as'),
});
