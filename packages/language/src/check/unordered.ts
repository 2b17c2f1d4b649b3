import type { Report } from '../diagnostics/diagnostics.ts';
import { findFunction } from '../functions/registry.ts';
import { partsOf, type Typed } from '../typed/typed.ts';
import type { Context, Unordered } from './context.ts';

/** Notes a call that depends on the order of rows and has none, or warns of it where no query decides at its end. */
export function noteUnordered(call: Unordered['call'], name: Unordered['name'], context: Context): void {
  if (call.modifiers?.order.length || call.over?.order.length) return;
  if (context.unordered) context.unordered.push({ call, name });
  else warnOfUnordered({ call, name }, context.report);
}

/** Takes back what was noted of the first argument of a function whose result is the same in any order. */
export function forgetUnordered({ arguments: [list] }: Unordered['call'], { unordered }: Context): void {
  const at = unordered?.findIndex(({ call }) => call === list) ?? -1;
  if (at >= 0) unordered?.splice(at, 1);
}

export function warnOfUnordered({ call, name }: Unordered, report: Report): void {
  const effect = findFunction(call.function)?.unordered ?? '';
  const value = call.arguments.length > 0 ? '…' : '';
  const over = call.over?.partition.length ? 'partition by … order by column' : 'order by column';
  const advice = call.over
    ? `Write ${name.text}(${value}) over (${over}).`
    : `Write ${name.text}(value order by column).`;
  report('SBS5011', name, { what: name.text, effect, advice });
}

/**
 * Whether an expression has one value for all rows of a query, or of a group.
 * @param isKey whether an expression is a key of the group
 */
export function isSame(node: Typed, isKey: (each: Typed) => boolean): boolean {
  if (node.kind === 'constant' || isKey(node)) return true;
  if (node.kind === 'column' || node.kind === 'query' || node.kind === 'columns') return false;
  if (node.kind === 'call' && findFunction(node.function)?.kind !== 'scalar') return false;
  return partsOf(node).every((part) => isSame(part, isKey));
}
