import { RESERVED_PREFIX } from '@switchboard/model';
import type { Report } from '../diagnostics.ts';
import { collector, type Remark } from '../messages.ts';
import type { Name } from '../syntax/tree.ts';
import type { Entry } from './entry.ts';
import type { ScriptUnit } from './script-unit.ts';

/** A name that an entry wants for itself; `index` is its place among those of the entry. */
type Claim = { readonly entry: Entry; readonly name: Name; readonly index: number };

/** Names of tables and bundles are one space, those of uploads another. */
function keyOf(entry: Entry, name: Name): string {
  const key = name.text.toLowerCase();
  return entry.kind === 'upload' ? `to ${key}` : key;
}

function firstOf(claims: readonly Claim[]): Claim | undefined {
  let [first] = claims;
  for (const each of claims) {
    if (!first) return undefined;
    if (each.entry === first.entry ? each.index < first.index : each.entry.isBefore(first.entry)) first = each;
  }
  return first;
}

/**
 * Who wants which name. A name wanted twice is reported at the second place, also when the two differ only in case: databases
 * do not tell them apart.
 */
export class Claims {
  readonly #claims = new Map<string, Claim[]>();
  readonly #touched = new Set<string>();

  add(unit: ScriptUnit): void {
    for (const entry of unit.entries) {
      for (const [index, name] of entry.claimed.entries()) {
        const key = keyOf(entry, name);
        const claim = { entry, name, index };
        const claims = this.#claims.get(key);
        if (claims) claims.push(claim);
        else this.#claims.set(key, [claim]);
        this.#touched.add(key);
      }
    }
  }

  remove(unit: ScriptUnit): void {
    for (const entry of unit.entries) {
      for (const name of entry.claimed) {
        const key = keyOf(entry, name);
        const claims = this.#claims.get(key) ?? [];
        const at = claims.findIndex((claim) => claim.entry === entry);
        if (at >= 0) claims.splice(at, 1);
        if (claims.length === 0) this.#claims.delete(key);
        this.#touched.add(key);
      }
    }
  }

  /** The files that declare an upload or a bundle. */
  find(kind: 'bundle' | 'upload', name: string): string | undefined {
    const key = name.toLowerCase();
    const claims = this.#claims.get(kind === 'upload' ? `to ${key}` : key) ?? [];
    const fitting = claims.filter((each) => each.name.text === name && each.entry.kind === kind);
    return firstOf(fitting.filter((each) => kind === 'upload' || each.index === 0))?.entry.unit.path;
  }

  /** The entries whose names are others' now, or not any more, with what is to say about all their names. */
  settle(): Map<Entry, readonly Remark[]> {
    const entries = new Set<Entry>();
    const firsts = new Map<string, Claim | undefined>();
    for (const key of this.#touched) {
      const claims = this.#claims.get(key) ?? [];
      const remarkable = claims.length > 1 || key.startsWith(RESERVED_PREFIX);
      for (const { entry } of claims) if (remarkable || entry.nameRemarks.length > 0) entries.add(entry);
    }
    this.#touched.clear();
    const said = new Map<Entry, readonly Remark[]>();
    for (const entry of entries) {
      const remarks: Remark[] = [];
      const report = collector(entry.start, remarks);
      for (const [index, name] of entry.claimed.entries()) {
        if (entry.kind !== 'upload' && name.text.toLowerCase().startsWith(RESERVED_PREFIX))
          report('SBS2017', name, { name: name.text });
        const key = keyOf(entry, name);
        const claims = this.#claims.get(key) ?? [];
        if (claims.length < 2) continue;
        const first = firsts.get(key) ?? firstOf(claims);
        firsts.set(key, first);
        if (first && (first.entry !== entry || first.index !== index)) reportTwice(first, name, entry, report);
      }
      said.set(entry, remarks);
    }
    return said;
  }
}

function reportTwice({ entry: other, name: first }: Claim, name: Name, entry: Entry, report: Report): void {
  const upload = entry.kind === 'upload';
  const { line } = other.unit.lines.at(upload ? other.start : first.start);
  const values = { name: name.text, where: `${other.unit.path}:${line}` };
  report(upload ? 'SBS2012' : 'SBS2001', name, values);
}
