import type { DeclarationSpec } from '../declaration-spec.ts';
import { checkAssertion } from './check-assertion.ts';
import { parseAssertion } from './parse-assertion.ts';

export const ASSERTION: DeclarationSpec = {
  keywords: ['assert'],
  followers: ['on'],
  doc: 'Declares what must hold of a table before its rows are uploaded.',
  example: 'assert has_clicks on daily: clicks >= 0;',
  kinds: ['assertion'],
  parse: parseAssertion,
  tables: () => [],
  reads: (node) => {
    if (node.kind !== 'assertion') return [];
    return node.claim.kind === 'reference' ? [node.table, node.claim.table] : [node.table];
  },
  check: checkAssertion,
};
