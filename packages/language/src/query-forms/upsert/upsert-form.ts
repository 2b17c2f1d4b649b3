import { keywordsOf } from '../../syntax/tokens/keywords.ts';
import { visitExpression } from '../../syntax/tree/visit-names.ts';
import { queryForm } from '../query-form.ts';
import { checkUpsert } from './check-upsert.ts';
import { keptContextAt, keptFramesAt } from './kept-at-cursor.ts';
import { parseUpsert, type UpsertNode } from './parse-upsert.ts';

/** `upsert daily by site order by at desc`: the rows of all report dates so far, one for each key. */
export const UPSERT = queryForm<UpsertNode>({
  kind: 'upsert',
  keywords: keywordsOf({
    upsert: [
      'The rows of all report dates so far, one for each key. A date that is loaded again replaces its own rows.',
      'table latest is upsert daily by site order by at desc;',
    ],
    delete: [
      'Removes the keys whose first row fulfils a condition.',
      "table latest is upsert daily by site order by at desc delete where status == 'gone';",
    ],
    empty: [
      'A load without rows: keep leaves the kept rows of its date, with a warning; replace takes them back; fail ends the uploads.',
      'table latest is upsert daily by site order by at desc when empty replace;',
    ],
    keep: [
      'A load without rows leaves the rows that were kept of its date, with a warning. The default.',
      'table latest is upsert daily by site order by at desc when empty keep;',
    ],
    fail: [
      'A load without rows ends the uploads of the table with an error.',
      'table latest is upsert daily by site order by at desc when empty fail;',
    ],
  }),
  grammar: [
    { name: 'upsert', ebnf: '"upsert" name "by" names [ ordering ] [ "delete" "where" expression ] [ when_empty ]' },
    { name: 'when_empty', ebnf: '"when" "empty" ( "keep" | "replace" | "fail" )' },
  ],
  snippet: 'upsert ${1:table} by ${2:key}$0',
  stateful: true,
  parse: parseUpsert,
  tables: (node) => [node.table],
  check: checkUpsert,
  visitNames: ({ table, keys, order, removed }, visit) => {
    visit(table, 'table');
    for (const name of keys) visit(name, 'column');
    for (const { by } of order) visitExpression(by, visit);
    if (removed) visitExpression(removed, visit);
  },
  contextAt: (cursor) => keptContextAt(cursor, ['order by', 'delete where', 'when empty']),
  framesAt: keptFramesAt,
});
