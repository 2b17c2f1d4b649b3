import type { ConstantProblem, Constants as KnownConstants, Program } from '../check/program.ts';
import { checkConstantValue } from '../declarations/constant/check-constant.ts';
import { type Code, DIAGNOSTICS } from '../diagnostics/diagnostics.ts';
import type { ConstantNode } from '../syntax/tree/declaration-tree.ts';
import { childrenOf, type Expression } from '../syntax/tree/expression-tree.ts';
import type { Name } from '../syntax/tree/name.ts';
import type { Typed } from '../typed/typed.ts';
import type { Entry } from './entry.ts';
import type { ScriptUnit } from './script-unit.ts';

/** Larger values make statements too large, and taller ones exhaust the stack. */
const MAX_PARTS = 1000;
const MAX_HEIGHT = 200;

/** Stands for the text of a declaration that could not be read. */
const BROKEN = '\n';

/** A declaration of a constant with its file and text, by which a change is recognised. */
type Declared = { readonly entry: Entry; readonly text: string };

/** The value of a constant. `typed` is null when the declaration, or one that it uses, has an error. */
type Value = {
  readonly typed: Typed | null;
  readonly parts: number;
  readonly height: number;
  readonly uses: readonly string[];
  readonly tooLarge: boolean;
};

function namesIn(node: Expression, found = new Set<string>()): ReadonlySet<string> {
  if (node.kind === 'name') found.add(node.name.text);
  for (const child of childrenOf(node)) namesIn(child, found);
  return found;
}

/** The constants of all files. A value is computed when it is first asked for and kept until a constant changes. */
export class Constants implements KnownConstants {
  readonly #declared = new Map<string, Declared[]>();
  /** Number of unreadable declarations of each name. */
  readonly #broken = new Map<string, number>();
  /** The file and text of each constant as the declarations were last checked with it. */
  readonly #settled = new Map<string, string>();
  readonly #touched = new Set<string>();
  readonly #values = new Map<string, Value>();
  /** The program in which a constant is checked. */
  readonly #program: () => Program;

  constructor(program: () => Program) {
    this.#program = program;
  }

  // Every name of a query is looked up, and many accounts have no constants.
  readonly has = (name: string): boolean => this.#declared.size > 0 && this.#declared.has(name);

  readonly isBroken = (name: string): boolean => this.#broken.has(name);

  readonly names = (): readonly string[] => [...this.#declared.keys()].sort();

  readonly valueOf = (name: string): Typed | null => {
    if (!this.#values.has(name)) this.#compute(name);
    return this.#values.get(name)?.typed ?? null;
  };

  readonly problemAt = (path: string, { text: name, start }: Name): ConstantProblem | null => {
    const entry = this.winnerOf(name);
    if (entry?.unit.path !== path || entry.claimed[0]?.start !== start || this.valueOf(name)) return null;
    if (this.#values.get(name)?.tooLarge)
      return {
        reason: `with the constants that it uses, it has more than ${MAX_PARTS} parts or is nested more than ${MAX_HEIGHT} deep`,
        advice: 'Use fewer of them, or compute it in a table.',
      };
    const cycle = this.#cycleOf(name);
    const isFirst = cycle?.every((each) => each === name || entry.isBefore(this.winnerOf(each) ?? entry));
    if (!cycle || !isFirst) return null;
    return {
      reason: `it is made from itself: ${[...cycle, name].join(' uses ')}`,
      advice: 'Remove one of these steps.',
    };
  };

  /** The declaration that counts: the first one. */
  winnerOf(name: string): Entry | undefined {
    return this.#winner(name)?.entry;
  }

  declarationsOf(name: string): readonly Entry[] {
    return (this.#declared.get(name) ?? []).map(({ entry }) => entry);
  }

  #winner(name: string): Declared | undefined {
    const [first, ...others] = this.#declared.get(name) ?? [];
    let winner = first;
    for (const each of others) if (winner && each.entry.isBefore(winner.entry)) winner = each;
    return winner;
  }

  add(unit: ScriptUnit): void {
    this.#countBroken(unit, 1);
    for (const entry of unit.entries) {
      if (entry.kind !== 'constant') continue;
      const [name] = entry.claimed;
      if (!name) continue;
      const declared = { entry, text: `${unit.path}\n${unit.text.slice(entry.start, entry.end)}` };
      this.#declared.set(name.text, [...(this.#declared.get(name.text) ?? []), declared]);
      this.#touch(name.text);
    }
  }

  remove(unit: ScriptUnit): void {
    this.#countBroken(unit, -1);
    for (const entry of unit.entries) {
      if (entry.kind !== 'constant') continue;
      const [name] = entry.claimed;
      if (!name) continue;
      const left = (this.#declared.get(name.text) ?? []).filter((each) => each.entry !== entry);
      if (left.length > 0) this.#declared.set(name.text, left);
      else this.#declared.delete(name.text);
      this.#touch(name.text);
    }
  }

  #countBroken({ broken }: ScriptUnit, by: 1 | -1): void {
    for (const name of broken.declared) {
      const count = (this.#broken.get(name) ?? 0) + by;
      if (count > 0) this.#broken.set(name, count);
      else this.#broken.delete(name);
      this.#touch(name);
    }
  }

  #touch(name: string): void {
    this.#touched.add(name);
    this.#values.clear();
  }

  /** The constants that were added or removed, or whose values may be others. */
  settle(): ReadonlySet<string> {
    const changed = new Set<string>();
    for (const name of this.#touched) {
      const text = this.#winner(name)?.text ?? (this.#broken.has(name) ? BROKEN : undefined);
      if (text === this.#settled.get(name)) continue;
      changed.add(name);
      if (text === undefined) this.#settled.delete(name);
      else this.#settled.set(name, text);
    }
    this.#touched.clear();
    const others = new Map(this.#settled);
    for (const name of changed) others.delete(name);
    // A set is walked up to its end, items added on the way included.
    for (const name of changed)
      for (const [other, text] of others) if (text.includes(name) && others.delete(other)) changed.add(other);
    return changed;
  }

  #nodeOf(name: string): ConstantNode | null {
    const node = this.winnerOf(name)?.node;
    return node?.kind === 'constant' ? node : null;
  }

  #usesOf(name: string): readonly string[] {
    const known = this.#values.get(name)?.uses;
    if (known) return known;
    const node = this.#nodeOf(name);
    return node ? [...namesIn(node.value)].filter(this.has) : [];
  }

  /** Computes a constant after those that it uses, with a stack of its own: a long chain is legal. */
  #compute(start: string): void {
    const path: { readonly name: string; readonly uses: readonly string[]; next: number }[] = [];
    const open = new Set<string>();
    const enter = (name: string): void => {
      open.add(name);
      path.push({ name, uses: this.#usesOf(name), next: 0 });
    };
    enter(start);
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const used = top.uses[top.next];
      top.next += 1;
      if (used === undefined) {
        path.pop();
        this.#values.set(top.name, this.#computed(top.name, top.uses));
      } else if (!this.#values.has(used) && !open.has(used)) enter(used);
    }
  }

  #computed(name: string, uses: readonly string[]): Value {
    const node = this.#nodeOf(name);
    const flawed = { typed: null, parts: 0, height: 0, uses, tooLarge: false };
    // In a cycle, one of them has no value yet.
    if (!node || uses.some((each) => !this.#values.get(each)?.typed)) return flawed;
    const { parts, height } = this.#measure(node.value);
    if (parts > MAX_PARTS || height > MAX_HEIGHT) return { ...flawed, tooLarge: true };
    let failed = false;
    const report = (code: Code): void => {
      failed ||= DIAGNOSTICS[code].severity === 'error';
    };
    const typed = checkConstantValue(node, this.#program(), report);
    return { typed: failed ? null : typed, parts, height, uses, tooLarge: false };
  }

  /** The size of an expression in which constants are replaced by their own. */
  #measure(node: Expression): { readonly parts: number; readonly height: number } {
    const used = node.kind === 'name' ? this.#values.get(node.name.text) : undefined;
    if (used) return used;
    let [parts, tallest] = [1, 0];
    for (const child of childrenOf(node)) {
      const size = this.#measure(child);
      parts += size.parts;
      tallest = Math.max(tallest, size.height);
    }
    return { parts, height: tallest + 1 };
  }

  /** A shortest way from a constant back to itself, as the names on it. */
  #cycleOf(start: string): readonly string[] | null {
    const from = new Map<string, string>();
    const queue = [start];
    for (const name of queue) {
      for (const used of this.#usesOf(name)) {
        if (used === start) {
          const way: string[] = [];
          for (let at: string | undefined = name; at !== undefined; at = from.get(at)) way.unshift(at);
          return way;
        }
        if (from.has(used)) continue;
        from.set(used, name);
        queue.push(used);
      }
    }
    return null;
  }
}
