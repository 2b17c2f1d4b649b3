import { parseItems } from '../../syntax/parse/parse-call.ts';
import { parseExpression } from '../../syntax/parse/parse-expression.ts';
import { SYMBOL } from '../../syntax/tokens/codes.generated.ts';
import { visitExpression } from '../../syntax/tree/visit-names.ts';
import { wordsContext } from '../query-context.ts';
import { queryForm } from '../query-form.ts';
import { checkDates } from './check-dates.ts';
import type { DatesNode } from './dates-node.ts';

/** `dates('2026-01-01', today(), 'week')`: a table of consecutive dates. Its keyword is one of expressions. */
export const DATES = queryForm<DatesNode>({
  kind: 'dates',
  keywords: [],
  grammar: [
    {
      name: 'dates',
      ebnf: '"dates" "(" expression "," expression [ "," expression ] ")"',
      note: 'Its first and last date and its step, day without it. They name no column.',
    },
  ],
  snippet: "dates('${1:2026-01-01}', ${2:today()})",
  parse: (cursor, start) => {
    const open = cursor.index;
    cursor.expect(SYMBOL.roundOpen, "Write dates('2026-01-01', '2026-01-31').");
    const items = parseItems(cursor, open, SYMBOL.roundClose, parseExpression);
    return { kind: 'dates', arguments: items, start, end: cursor.end };
  },
  tables: () => [],
  check: checkDates,
  visitNames: (node, visit) => {
    for (const each of node.arguments) visitExpression(each, visit);
  },
  contextAt: () => wordsContext(),
  tablesIn: () => [],
});
