import type { Report } from '../diagnostics.ts';
import { findFunction } from '../functions/registry.ts';
import { partsOf, type Typed, valueKey } from './typed.ts';

function isAggregate(node: Typed): boolean {
  return node.kind === 'call' && node.over === null && findFunction(node.function)?.kind === 'aggregate';
}

/** Whether an aggregate stands anywhere in an expression. */
export function holdsAggregate(node: Typed): boolean {
  return isAggregate(node) || partsOf(node).some(holdsAggregate);
}

export function holdsWindow(node: Typed): boolean {
  return (node.kind === 'call' && node.over !== null) || partsOf(node).some(holdsWindow);
}

/** Whether an expression makes several rows of one. */
export function holdsRows(node: Typed): boolean {
  return (node.kind === 'call' && findFunction(node.function)?.kind === 'rows') || partsOf(node).some(holdsRows);
}

/** What rows are grouped by: the keys of the values, and whether some of them are more than columns. */
export type GroupKeys = { readonly values: ReadonlySet<string>; readonly composed: boolean };

export function groupKeys(values: readonly Typed[]): GroupKeys {
  return { values: new Set(values.map(valueKey)), composed: values.some((value) => value.kind !== 'column') };
}

/** Reports columns outside aggregates that are no keys: a group has many values of them. */
export function checkGrouped(node: Typed, keys: GroupKeys, report: Report): boolean {
  if (isAggregate(node)) return true;
  if ((keys.composed || node.kind === 'column') && keys.values.has(valueKey(node))) return true;
  if (node.kind === 'column') {
    report('SBS3017', node.span, { name: node.name });
    return false;
  }
  return partsOf(node).every((part) => checkGrouped(part, keys, report));
}
