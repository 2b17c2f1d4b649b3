import { RESERVED_PREFIX } from '@switchboard/model/plan';
import type { Report } from '../diagnostics/diagnostics.ts';
import { collector, type Diagnostic } from '../diagnostics/messages.ts';
import { lowerCase } from '../syntax/tokens/lower-case.ts';
import type { Name } from '../syntax/tree/name.ts';
import type { Entry } from './entry.ts';
import type { ScriptUnit } from './script-unit.ts';

/** A name that an entry declares; `index` is its position in the entry. */
type NameClaim = { readonly entry: Entry; readonly name: Name; readonly index: number };

/** A declared name with all its declarations. */
class NameEntry {
  readonly key: string;
  readonly claims: NameClaim[];
  touched = true;

  /** Usually one claim; avoid over-allocating. */
  constructor(key: string, claim: NameClaim) {
    this.key = key;
    this.claims = [claim];
  }
}

function firstOf(claims: readonly NameClaim[]): NameClaim | undefined {
  let [first] = claims;
  for (const each of claims) {
    if (!first) return undefined;
    if (each.entry === first.entry ? each.index < first.index : each.entry.isBefore(first.entry)) first = each;
  }
  return first;
}

/**
 * The declarations of each name. A name declared twice is reported at the second place, also when the two differ only in
 * case, which databases ignore.
 */
export class NameTable {
  /** Tables, bundles and constants share one namespace; uploads and assertions have their own. */
  readonly #tables = new Map<string, NameEntry>();
  readonly #uploads = new Map<string, NameEntry>();
  readonly #assertions = new Map<string, NameEntry>();
  #touched: NameEntry[] = [];

  add(unit: ScriptUnit): void {
    for (const entry of unit.entries) {
      const space = this.#spaceOf(entry);
      for (let index = 0; index < entry.claimed.length; index += 1) {
        const name = entry.claimed[index];
        if (!name) continue;
        const claim = { entry, name, index };
        const key = lowerCase(name.text);
        const declared = space.get(key);
        if (declared) {
          declared.claims.push(claim);
          this.#touch(declared);
        } else {
          const fresh = new NameEntry(key, claim);
          space.set(key, fresh);
          this.#touched.push(fresh);
        }
      }
    }
  }

  remove(unit: ScriptUnit): void {
    for (const entry of unit.entries) {
      for (const name of entry.claimed) {
        const declared = this.#spaceOf(entry).get(lowerCase(name.text));
        if (!declared) continue;
        this.#touch(declared);
        const at = declared.claims.findIndex((claim) => claim.entry === entry);
        if (at >= 0) declared.claims.splice(at, 1);
        if (declared.claims.length === 0) this.#spaceOf(entry).delete(declared.key);
      }
    }
  }

  #spaceOf({ kind }: Entry): Map<string, NameEntry> {
    if (kind === 'assertion') return this.#assertions;
    return kind === 'upload' ? this.#uploads : this.#tables;
  }

  #touch(declared: NameEntry): void {
    if (declared.touched) return;
    declared.touched = true;
    this.#touched.push(declared);
  }

  /** Returns the path of the file that declares an upload, an assertion, a bundle or a constant. */
  find(kind: 'bundle' | 'upload' | 'assertion' | 'constant', name: string): string | undefined {
    const space = kind === 'upload' ? this.#uploads : kind === 'assertion' ? this.#assertions : this.#tables;
    const claims = space.get(name.toLowerCase())?.claims ?? [];
    const fitting = claims.filter((each) => each.name.text === name && each.entry.kind === kind);
    return firstOf(fitting.filter((each) => kind !== 'bundle' || each.index === 0))?.entry.unit.path;
  }

  /** Returns the entries whose name conflicts may have changed, with the diagnostics of all their names, and clears the list. */
  takeConflicts(): Map<Entry, readonly Diagnostic[]> {
    const entries = new Set<Entry>();
    const firsts = new Map<NameEntry, NameClaim | undefined>();
    for (const declared of this.#touched) {
      declared.touched = false;
      const { claims, key } = declared;
      const conflicting = claims.length > 1 || key.startsWith(RESERVED_PREFIX);
      for (const { entry } of claims) if (conflicting || entry.nameDiagnostics.length > 0) entries.add(entry);
    }
    this.#touched = [];
    const reported = new Map<Entry, readonly Diagnostic[]>();
    for (const entry of entries) {
      const diagnostics: Diagnostic[] = [];
      const report = collector(entry.start, diagnostics);
      for (const [index, name] of entry.claimed.entries()) {
        if (this.#spaceOf(entry) === this.#tables && lowerCase(name.text).startsWith(RESERVED_PREFIX))
          report('SBS2017', name, { name: name.text });
        const declared = this.#spaceOf(entry).get(lowerCase(name.text));
        if (!declared || declared.claims.length < 2) continue;
        const first = firsts.get(declared) ?? firstOf(declared.claims);
        firsts.set(declared, first);
        if (first && (first.entry !== entry || first.index !== index)) reportTwice(first, name, entry, report);
      }
      reported.set(entry, diagnostics);
    }
    return reported;
  }
}

function reportTwice({ entry: other, name: first }: NameClaim, name: Name, entry: Entry, report: Report): void {
  const upload = entry.kind === 'upload';
  const { line } = other.unit.lines.at(upload ? other.start : first.start);
  const values = { name: name.text, where: `${other.unit.path}:${line}` };
  if (entry.kind === 'assertion') report('SBS2022', name, values);
  else report(upload ? 'SBS2012' : 'SBS2001', name, values);
}
