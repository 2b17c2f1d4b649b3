import { keywordsOf } from '../../syntax/tokens/keywords.ts';
import { visitExpression } from '../../syntax/tree/visit-names.ts';
import { queryForm } from '../query-form.ts';
import { checkUpsert } from './check-upsert.ts';
import { parseUpsert, type UpsertNode } from './parse-upsert.ts';
import { upsertContextAt, upsertFramesAt } from './upsert-at-cursor.ts';

/** `upsert daily by site order by at desc`: the rows of all runs so far, one for each key. */
export const UPSERT = queryForm<UpsertNode>({
  kind: 'upsert',
  keywords: keywordsOf({
    upsert: [
      'The rows of all runs so far, one for each key.',
      'table latest is upsert daily by site order by at desc;',
    ],
  }),
  grammar: [{ name: 'upsert', ebnf: '"upsert" name "by" names [ ordering ]' }],
  snippet: 'upsert ${1:table} by ${2:key}$0',
  stateful: true,
  parse: parseUpsert,
  tables: (node) => [node.table],
  check: checkUpsert,
  visitNames: ({ table, keys, order }, visit) => {
    visit(table, 'table');
    for (const name of keys) visit(name, 'column');
    for (const { by } of order) visitExpression(by, visit);
  },
  contextAt: upsertContextAt,
  framesAt: upsertFramesAt,
});
