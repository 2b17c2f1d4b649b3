import type { Tree } from '../tree.ts';

const MIGRATION = /^packages\/server\/src\/db\/migrations\/[^/]+\.sql$/;
const FUNCTION =
  /create\s+(?:or\s+replace\s+)?function\s+(\w+)\s*\(.*?\bas\s+(\$\w*\$)(.*?)\2|drop\s+function\s+(?:if\s+exists\s+)?(\w+)/gis;
const WRITE =
  /\b(?:insert\s+into|delete\s+from)\s+([a-z_.]+)|\bupdate\s+([a-z_.]+)(?:\s+(?:as\s+)?(?!set\b)[a-z_]+)?\s+set\b/gi;

/** The tables that each function of the database writes, in order, as the last migration leaves it. */
export function functionWrites(tree: Tree): ReadonlyMap<string, readonly string[]> {
  const writes = new Map<string, readonly string[]>();
  for (const path of tree.files.filter((file) => MIGRATION.test(file)).sort())
    for (const [, name, , body = '', dropped] of tree.read(path).matchAll(FUNCTION)) {
      if (dropped !== undefined) writes.delete(dropped);
      if (name === undefined) continue;
      const tables = new Set([...body.matchAll(WRITE)].map(([, one, other]) => one ?? other ?? ''));
      if (tables.size === 0) writes.delete(name);
      else writes.set(name, [...tables].sort());
    }
  return writes;
}
