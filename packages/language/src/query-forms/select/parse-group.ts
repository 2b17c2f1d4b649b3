import { findFunction } from '../../functions/registry.ts';
import type { Cursor } from '../../syntax/parse/cursor.ts';
import { parseExpression } from '../../syntax/parse/parse-expression.ts';
import { SYMBOL, WORD } from '../../syntax/tokens/codes.generated.ts';
import type { ItemNode } from './select-node.ts';

/** Words behind `group by` that ask for totals as well. */
const TOTALS: ReadonlySet<string> = new Set(['rollup', 'cube', 'grouping']);
/** A value that is the same in every row. */
const FIXED = /^(?:'[^']*'|[\d.]+|null|true|false)$/i;
const PLAIN = /^[\p{L}_][\p{L}\p{N}\p{M}_]*$/u;

/** An item without an aggregate: its expression, its name and its number. */
type Key = { readonly text: string; readonly alias: string | null; readonly number: string };

/** Equal for texts that differ in spaces only. */
const plainText = (text: string): string => text.replace(/\s+/g, ' ').replace(/ ?([(),.]) ?/g, '$1');

function callsAggregate(text: string): boolean {
  const calls = text.matchAll(/([\p{L}_][\p{L}\p{N}\p{M}_]*)\s*\(/gu);
  return [...calls].some(([, name]) => findFunction((name ?? '').toLowerCase())?.kind === 'aggregate');
}

function isSame(one: string, other: string): boolean {
  return one === other || (PLAIN.test(other) && one.endsWith(`.${other}`) && PLAIN.test(one.replace('.', '_')));
}

/** Whether an expression behind `group by` means an item. A name may be that of a column of the table, too. */
function means(written: string, { text, alias, number }: Key): boolean {
  if (written === number || isSame(text, written) || isSame(written, text)) return true;
  return written === alias && !text.match(/[\p{L}\p{N}\p{M}_]+/gu)?.includes(alias);
}

type Verdict = { readonly removable: boolean; readonly advice: string };

/** Whether the rows stay the same without `group by`. `written`: its expressions; null for all items without an aggregate. */
function verdictOn(cursor: Cursor, items: readonly ItemNode[], written: readonly string[] | null): Verdict {
  const advice = 'Select the same columns as keys, and choose among them in a table of its own.';
  const different = { removable: false, advice };
  const keys: Key[] = [];
  let aggregates = 0;
  for (const [index, item] of items.entries()) {
    if (item.kind === 'star') return different;
    const text = plainText(cursor.writtenAt(item.value));
    if (/\bover\s*\(/i.test(text)) return different;
    if (callsAggregate(text)) aggregates += 1;
    else if (!FIXED.test(text)) keys.push({ text, alias: item.alias?.text ?? null, number: String(index + 1) });
  }
  const same =
    written === null ||
    (written.every((each) => keys.some((key) => means(each, key))) &&
      keys.every((key) => written.some((each) => means(each, key))));
  if (!same) return different;
  if (aggregates === 0) return { removable: false, advice: 'Without an aggregate, write select distinct.' };
  return { removable: true, advice: 'Remove it.' };
}

/** Grouping is implicit: a group by is parsed and reported, with a fix where the rows stay the same without it. */
export function parseGroup(cursor: Cursor, items: readonly ItemNode[]): void {
  const { start } = cursor;
  cursor.take(WORD.group);
  cursor.expect(WORD.by);
  // Totals are lost where group by is only removed.
  if (TOTALS.has(cursor.textOf(cursor.index).toLowerCase()) && cursor.reportedHabit()) cursor.stop();
  let written: string[] | null = [];
  do {
    if (cursor.take(WORD.all)) written = null;
    else {
      const key = parseExpression(cursor);
      written?.push(plainText(cursor.writtenAt(key)));
    }
  } while (cursor.take(SYMBOL.comma));
  if (cursor.at(WORD.with) && cursor.reportedHabit()) cursor.stop();
  const span = { start, end: cursor.end };
  const { removable, advice } = verdictOn(cursor, items, written);
  const fix = { title: 'Remove group by', edits: [{ ...span, text: '' }] };
  cursor.report('SBS1013', span, { advice }, removable ? fix : undefined);
}
