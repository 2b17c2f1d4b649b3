import { RESERVED_PREFIX } from '@switchboard/model';
import { CONSTRUCTS } from '../constructs/registry.ts';
import type { Name } from '../syntax/tree.ts';
import type { Placed } from './program.ts';

/**
 * The names of all tables and source tables of an account. A name declared twice is reported at the second place, also when
 * the two differ only in case: databases do not tell them apart.
 */
export function declareNames(declarations: readonly Placed[]): ReadonlySet<string> {
  const names = new Set<string>();
  const owners = new Map<string, { placed: Placed; name: Name }>();
  for (const placed of declarations) {
    const tables = CONSTRUCTS.flatMap((construct) => construct.tables(placed.node));
    const all = placed.node.kind === 'bundle' ? [placed.node.name, ...tables] : tables;
    for (const name of all) {
      const key = name.text.toLowerCase();
      if (key.startsWith(RESERVED_PREFIX)) placed.report('SBS2017', name, { name: name.text });
      const other = owners.get(key);
      if (other) {
        const where = other.placed.positionOf(other.name);
        placed.report('SBS2001', name, { name: name.text, where: `${where.path}:${where.startLine}` });
      } else owners.set(key, { placed, name });
    }
    for (const name of tables) names.add(name.text);
  }
  return names;
}
