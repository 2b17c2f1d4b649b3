import { keywordsOf } from '../../syntax/tokens/keywords.ts';
import { visitExpression } from '../../syntax/tree/visit-names.ts';
import { queryForm } from '../query-form.ts';
import { keptContextAt, keptFramesAt } from '../upsert/kept-at-cursor.ts';
import { ADDED, checkSnapshot } from './check-snapshot.ts';
import { parseSnapshot, type SnapshotNode } from './parse-snapshot.ts';

/** `snapshot sites by id`: a row for each key and period during which its values were the same. */
export const SNAPSHOT = queryForm<SnapshotNode>({
  kind: 'snapshot',
  keywords: keywordsOf({
    snapshot: [
      'A row for each key and period of report dates with the same values, with valid_from and valid_to.',
      'table history is snapshot sites by id;',
    ],
  }),
  grammar: [{ name: 'snapshot', ebnf: '"snapshot" name "by" names [ ordering ] [ when_empty ]' }],
  snippet: 'snapshot ${1:table} by ${2:key}$0',
  stateful: true,
  parse: parseSnapshot,
  tables: (node) => [node.table],
  check: checkSnapshot,
  added: ADDED,
  visitNames: ({ table, keys, order }, visit) => {
    visit(table, 'table');
    for (const name of keys) visit(name, 'column');
    for (const { by } of order) visitExpression(by, visit);
  },
  contextAt: (cursor) => keptContextAt(cursor, ['order by', 'when empty']),
  framesAt: keptFramesAt,
});
