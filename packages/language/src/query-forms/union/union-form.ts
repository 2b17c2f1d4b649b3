import { keywordsOf } from '../../syntax/tokens/keywords.ts';
import { symbolOf } from '../../syntax/tokens/token-shape.ts';
import { namesIn, untilEnd, wordsContext } from '../query-context.ts';
import { queryForm } from '../query-form.ts';
import { checkUnion } from './check-union.ts';
import { parseUnion, type UnionNode } from './parse-union.ts';

/** `union a, b`: the rows of several tables. */
export const UNION = queryForm<UnionNode>({
  kind: 'union',
  keywords: keywordsOf({
    union: ['The rows of several tables, by column name.', 'table all_ads is union ads_eu, ads_us;'],
  }),
  grammar: [{ name: 'union', ebnf: '"union" names' }],
  snippet: 'union ${1:table}, $0',
  parse: parseUnion,
  tables: (node) => node.tables,
  check: checkUnion,
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
