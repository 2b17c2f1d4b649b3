import { collector, type Diagnostic, isError } from '../diagnostics/messages.ts';
import { exact } from '../syntax/tree/exact.ts';
import type { Constants } from './constants.ts';
import type { Entry } from './entry.ts';

const NONE: readonly Diagnostic[] = [];

/** Up to this many, a search for each is faster than a lookup of every word. */
const FEW = 8;

/** Whether the text of an entry contains one of these names. Few are found as parts of others, too. */
export function namesOne(
  { start, end, kind, checkDiagnostics }: Entry,
  names: ReadonlySet<string>,
  text: string,
): boolean {
  if (kind !== 'table' && kind !== 'assertion') return false;
  // An unknown column may be a misspelt constant.
  if (checkDiagnostics.some(({ code }) => code === 'SBS2004')) return true;
  const own = text.slice(start, end);
  if (names.size > FEW) {
    for (const [word] of own.matchAll(/[\p{L}_][\p{L}\p{N}\p{M}_]*/gu)) if (names.has(word)) return true;
    return false;
  }
  for (const name of names) if (own.includes(name)) return true;
  return false;
}

/** Counts the declarations that use each constant. Broken declarations use every name in them. */
export class ConstantUses {
  readonly #counts = new Map<string, number>();
  readonly #disturbed = new Set<string>();

  count(names: readonly string[], by: 1 | -1): void {
    for (const name of names) {
      const count = (this.#counts.get(name) ?? 0) + by;
      if (count > 0) this.#counts.set(name, count);
      else this.#counts.delete(name);
      this.#disturbed.add(name);
    }
  }

  /** Notes constants that are added, removed or checked again. */
  disturb(entries: readonly Entry[]): void {
    for (const { kind, claimed } of entries)
      if (kind === 'constant') for (const { text } of claimed) this.#disturbed.add(text);
  }

  /** The declarations whose use may be another since the last call, with the diagnostics of it. */
  settle(constants: Constants): Map<Entry, readonly Diagnostic[]> {
    const settled = new Map<Entry, readonly Diagnostic[]>();
    for (const name of this.#disturbed) {
      const winner = constants.winnerOf(name);
      for (const entry of constants.declarationsOf(name)) {
        const [at] = entry.claimed;
        const diagnostics: Diagnostic[] = [];
        const isSound = !entry.checkDiagnostics.some(isError);
        if (entry === winner && at && isSound && !this.#counts.has(name))
          collector(entry.start, diagnostics)('SBS3048', at, { name });
        settled.set(entry, diagnostics.length > 0 ? exact(diagnostics) : NONE);
      }
    }
    this.#disturbed.clear();
    return settled;
  }
}
