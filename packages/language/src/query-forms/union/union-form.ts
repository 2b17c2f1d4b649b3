import { keywordsOf } from '../../syntax/tokens/keywords.ts';
import { queryForm } from '../query-form.ts';
import { COMBINED_PARTS, combinedRule } from '../set-operation/combined-parts.ts';
import { checkUnion } from './check-union.ts';
import { parseUnion, type UnionNode } from './parse-union.ts';

/** `union a, b`: the rows of several tables. */
export const UNION = queryForm<UnionNode>({
  ...COMBINED_PARTS,
  kind: 'union',
  keywords: keywordsOf({
    union: [
      'The rows of several tables or queries, all of them, by column name.',
      'table all_ads is union ads_eu, ads_us;',
    ],
  }),
  grammar: [{ name: 'union', ebnf: combinedRule('union') }],
  snippet: 'union ${1:table}, $0',
  parse: parseUnion,
  check: checkUnion,
});
