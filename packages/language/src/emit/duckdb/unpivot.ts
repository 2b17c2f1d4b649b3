import type { CheckedUnpivot } from '../../typed/typed.ts';
import { matches } from './expressions.ts';
import { name } from './literals.ts';
import { table } from './select.ts';

/** Kept and chosen columns are both selected by a pattern, which must match some column: this one is always kept. */
const KEPT = 'switchboard:kept';

export function unpivot(query: CheckedUnpivot): string {
  const matching = matches(query.matching, [KEPT]);
  return `SELECT * EXCLUDE (${name(KEPT)})
FROM (SELECT COLUMNS(lambda c: (NOT ${matching})), CAST(COLUMNS(lambda c: ${matching}) AS VARCHAR)
FROM (SELECT *, true AS ${name(KEPT)} FROM ${table(query.from)}))
UNPIVOT INCLUDE NULLS (${name(query.valueColumn)} FOR ${name(query.nameColumn)} IN (COLUMNS(lambda c: ${matching})))`;
}
