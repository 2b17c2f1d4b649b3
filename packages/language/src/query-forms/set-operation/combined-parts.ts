import { symbolOf } from '../../syntax/tokens/token-shape.ts';
import type { QueryNode } from '../../syntax/tree/query-node.ts';
import { columnsByName } from '../column-source.ts';
import { namesIn, untilEnd, wordsContext } from '../query-context.ts';
import type { QueryFormParts } from '../query-form.ts';
import type { Operands } from './set-operation-node.ts';

const NO_LOCALS: readonly string[] = [];

/** The parts that all forms share that combine tables, or queries in brackets. */
export const COMBINED_PARTS = {
  tables: ({ tables }) => tables,
  nested: ({ queries }) => queries.map((query) => ({ query, locals: NO_LOCALS })),
  visitNames: ({ tables }, visit) => {
    for (const name of tables) visit(name, 'table');
  },
  columnSources: ({ tables, queries }, output, findTable, inner) => [
    ...columnsByName(tables, output, findTable),
    ...queries.flatMap((query) => inner(query, output, findTable)),
  ],
  clauses: ({ operators }) => operators,
  contextAt: ({ table, before, after }) => {
    const awaits = before.length === 0 || symbolOf(before.at(-1)) === ',';
    if (!awaits) return wordsContext();
    return { kind: 'tables', reader: table, given: namesIn([...before, ...untilEnd(after)]) };
  },
  tablesIn: namesIn,
} satisfies Partial<QueryFormParts<QueryNode & Operands>>;

/** The rule of such a form. */
export function combinedRule(kind: string): string {
  return `"${kind}" names | "(" query ")" "${kind}" "(" query ")" { "${kind}" "(" query ")" }`;
}
