import { isFailed, type ScopeTable } from '../../check/names/scope.ts';
import type { Report } from '../../diagnostics/diagnostics.ts';
import { partsOf, type Typed } from '../../typed/typed.ts';
import type { JoinNode } from './select-node.ts';

const INEQUALITIES: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);

function conjunctsOf(node: Typed): readonly Typed[] {
  return node.kind === 'operator' && node.operator === 'and' ? node.operands.flatMap(conjunctsOf) : [node];
}

/** The tables whose columns an expression reads. */
function addTables(node: Typed, into: Set<string>): void {
  if (node.kind === 'column') into.add(node.table);
  for (const part of partsOf(node)) addTables(part, into);
}

function holdsFailed(node: Typed): boolean {
  return isFailed(node) || partsOf(node).some(holdsFailed);
}

/** Whether one side reads the joined table alone, and the other one the tables before it alone. */
function comparesSides([left, right]: readonly Typed[], table: string): boolean {
  if (!left || !right) return false;
  const [first, second] = [new Set<string>(), new Set<string>()];
  addTables(left, first);
  addTables(right, second);
  const alone = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
    one.size === 1 && one.has(table) && other.size > 0 && !other.has(table);
  return alone(first, second) || alone(second, first);
}

/** Checks the condition of an asof join: equalities, and one inequality that finds the nearest row. */
export function checkAsof(join: JoinNode, on: Typed | null, table: ScopeTable, report: Report): void {
  if (join.using) {
    const [first] = join.using;
    report('SBS3051', first ?? join, {});
    return;
  }
  if (!join.on || !on || holdsFailed(on)) return;
  let count = 0;
  for (const part of conjunctsOf(on)) {
    const operator = part.kind === 'operator' ? part.operator : '';
    const isInequality = INEQUALITIES.has(operator);
    if (isInequality) count += 1;
    if ((!isInequality && operator !== '==') || !comparesSides(partsOf(part), table.id)) {
      report('SBS3050', part.span, { table: table.alias });
      return;
    }
  }
  if (count !== 1) report('SBS3049', join.on, { count: String(count) });
}
