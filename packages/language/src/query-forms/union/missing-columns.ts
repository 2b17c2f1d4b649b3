import type { ColumnType } from '@switchboard/model/schema';
import type { Placed } from '../../check/program.ts';
import { closest } from '../../suggest/suggest.ts';
import type { TableNode } from '../../syntax/tree/declaration-tree.ts';
import { shown } from '../../typed/types.ts';
import type { Member } from '../set-operation/members.ts';

/** Columns that a message names. */
const SHOWN = 5;

const keyOf = (name: string): string => name.toLowerCase();

function listed(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN);
  if (names.length > SHOWN) return `${shown.join(', ')} and ${names.length - SHOWN} more`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`;
}

/** Warns of columns that only some of the tables of a union have: they are null in the rows of the others. */
export function warnOfMissing(members: readonly Member[], placed: Placed<TableNode>): void {
  if (members.some(({ info }) => info.flawed)) return;
  const holders = new Map<string, { readonly name: string; readonly type: ColumnType; readonly tables: string[] }>();
  for (const { info } of members)
    for (const { name, type } of info.columns) {
      const column = holders.get(keyOf(name));
      if (column) column.tables.push(info.name);
      else holders.set(keyOf(name), { name, type, tables: [info.name] });
    }
  const partial = [...holders.values()].filter(({ tables }) => tables.length < members.length);
  if (partial.length === 0) return;
  /** Names that stand for each other, as one mistake. */
  const paired = new Set<string>();
  // Of two spellings, the rarer one is the mistake, or the later one.
  const rarest = members.map((member, index) => ({ member, index })).reverse();
  for (const { member } of rarest) {
    // Columns of an open table are known to the data only.
    if (member.info.open) continue;
    const own = new Set(member.info.columns.map(({ name }) => keyOf(name)));
    const missing = partial.filter(({ name }) => !own.has(keyOf(name)) && !paired.has(keyOf(name)));
    if (missing.length === 0) continue;
    const spare = partial
      .filter(({ name }) => own.has(keyOf(name)) && !paired.has(keyOf(name)))
      .map(({ name }) => name);
    const pairs = missing.flatMap(({ name }) => {
      const near = closest(name, spare);
      if (near === null || paired.has(keyOf(near))) return [];
      paired.add(keyOf(near));
      paired.add(keyOf(name));
      return [`${name} for ${near}`];
    });
    const [first] = missing;
    const others = [...new Set(missing.flatMap(({ tables }) => tables))];
    placed.report('SBS5010', member.name, {
      table: member.info.name,
      columns: listed(missing.map(({ name }) => name)),
      others:
        others.length > 2 || !first ? 'others have' : `${others.join(' and ')} ${others.length === 1 ? 'has' : 'have'}`,
      advice:
        pairs.length > 0
          ? `Did you mean ${pairs.join(', ')}?`
          : `If that is meant, select ${first ? `cast(null as ${shown(first.type)}) as ${first.name}` : 'null'} in it.`,
    });
  }
}
