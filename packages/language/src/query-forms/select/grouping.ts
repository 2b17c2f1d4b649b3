import type { Report } from '../../diagnostics/diagnostics.ts';
import { findFunction } from '../../functions/registry.ts';
import { partsOf, type Typed, valueKey } from '../../typed/typed.ts';

/** Whether a value is an aggregate over the rows of a group, and nothing else. */
export function isAggregate(node: Typed): boolean {
  return node.kind === 'call' && node.over === null && findFunction(node.function)?.kind === 'aggregate';
}

/** Traits of an expression, as bits. */
export const HOLDS = { aggregate: 1, window: 2, rows: 4 } as const;

/** The traits that occur anywhere in an expression. */
export function traitsOf(node: Typed): number {
  if (node.kind === 'column' || node.kind === 'constant') return 0;
  if (node.kind === 'cast') return traitsOf(node.operand);
  let traits = 0;
  if (node.kind === 'call') {
    const kind = findFunction(node.function)?.kind;
    if (node.over !== null) traits = HOLDS.window;
    else if (kind === 'aggregate') traits = HOLDS.aggregate;
    if (kind === 'rows') traits |= HOLDS.rows;
  }
  for (const part of partsOf(node)) traits |= traitsOf(part);
  return traits;
}

/** Whether an expression makes several rows of one. */
export function holdsRows(node: Typed): boolean {
  return (traitsOf(node) & HOLDS.rows) !== 0;
}

/** Up to this many values, a linear search is faster than a set. */
const FEW = 16;

/** The keys of a grouped select. */
export class GroupKeys {
  readonly #values: readonly Typed[];
  readonly #set: ReadonlySet<Typed> | null;
  #kinds: ReadonlySet<Typed['kind']> | null = null;
  #keys: ReadonlySet<string> | null = null;

  constructor(values: readonly Typed[]) {
    this.#values = values;
    this.#set = values.length > FEW ? new Set(values) : null;
  }

  #holds(node: Typed): boolean {
    if (this.#set) return this.#set.has(node);
    for (const value of this.#values) if (value === node) return true;
    return false;
  }

  /** Whether a value is one of them, or the same as one. */
  has(node: Typed): boolean {
    if (this.#holds(node)) return true;
    this.#kinds ??= new Set(this.#values.map((value) => value.kind));
    if (!this.#kinds.has(node.kind)) return false;
    this.#keys ??= new Set(this.#values.map(valueKey));
    return this.#keys.has(valueKey(node));
  }
}

/** Reports columns outside aggregates that are no keys: a group has many values of them. */
export function checkGrouped(node: Typed, keys: GroupKeys, report: Report): boolean {
  if (isAggregate(node) || keys.has(node)) return true;
  if (node.kind === 'column') {
    report('SBS3017', node.span, { name: node.name });
    return false;
  }
  return partsOf(node).every((part) => checkGrouped(part, keys, report));
}
