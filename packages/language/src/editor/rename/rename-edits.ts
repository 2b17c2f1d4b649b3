import { type Occurrence, symbolKey } from '../../check/names/occurrence.ts';
import type { ColumnOf } from '../../query-forms/column-source.ts';
import { queriesOf, queryFormOf } from '../../query-forms/registry.ts';
import { symbolOf, wordOf } from '../../syntax/tokens/token-shape.ts';
import type { Token } from '../../syntax/tokens/tokens.ts';
import { quotedText, writtenName } from '../../syntax/tokens/written-name.ts';
import type { SchemaNode } from '../../syntax/tree/schema-tree.ts';
import type { Span } from '../../text/span.ts';
import type { ReadScript, Workspace } from '../../workspace.ts';
import { visitNames } from '../symbols/name-roles.ts';
import { scriptIn } from '../symbols/script-tree.ts';

/** New text for a stretch of a file; an empty stretch is an insertion. */
export type SpanEdit = Span & { readonly text: string };

/** The renamed symbols, by key, and their new name. */
export type Renamed = { readonly keys: ReadonlySet<string>; readonly name: string };

/**
 * The ways to rename a column where it is declared: an alias is overwritten; a header, or an expression whose name is
 * its column's, gets an alias behind it.
 */
type Declared = {
  readonly aliases: ReadonlySet<number>;
  readonly headers: ReadonlyMap<number, number>;
  /** Items of select lists that are called as their column is, by `start end`, with the column that each makes. */
  readonly bare: ReadonlyMap<string, ColumnOf>;
  /** Columns that name a field of a record as well, by `start end`. */
  readonly fields: ReadonlySet<string>;
  /** `dates(…)` without an alias: where the name that its first word gives can be changed, by the start of that word. */
  readonly dates: ReadonlyMap<number, number>;
};

/** The ends of all `dates(…)`, by their starts. */
function datesIn(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const open: (number | null)[] = [];
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1];
    if (symbolOf(token) === '(') open.push(wordOf(before) === 'dates' ? (before?.start ?? null) : null);
    const start = symbolOf(token) === ')' ? open.pop() : null;
    if (typeof start === 'number') ends.set(start, token.end);
  }
  return ends;
}

function declaredIn(script: ReadScript): Declared {
  const aliases = new Set<number>();
  const headers = new Map<number, number>();
  const bare = new Map<string, ColumnOf>();
  const fields = new Set<string>();
  const schema = ({ columns }: SchemaNode): void => {
    for (const { header, alias, end } of columns) {
      if (alias) aliases.add(alias.start);
      else {
        const last = script.tokens.findLast(
          (token) => token.end <= end && (token.kind !== 'symbol' || token.text !== ';'),
        );
        headers.set(header.start, last?.end ?? header.end);
      }
    }
  };
  for (const node of script.declarations) {
    if (node.kind === 'download') schema(node.schema);
    else if (node.kind === 'bundle') for (const table of node.tables) schema(table.schema);
    else if (node.kind === 'table') {
      visitNames(node, ({ start, end }, role) => {
        if (role === 'own-field') fields.add(`${start} ${end}`);
      });
      const outputs = queryFormOf(node.query).outputs(node.query);
      for (const query of queriesOf(node.query))
        for (const { start } of queryFormOf(query).outputs(query).names) aliases.add(start);
      for (const { start, end, name } of outputs.bare) bare.set(`${start} ${end}`, { table: node.name.text, name });
    }
  }
  return { aliases, headers, bare, fields, dates: datesIn(script.tokens) };
}

/** The name as it is written in place of another one: a quoted one stays quoted, as it may be the text of a parameter. */
function inPlaceOf(old: string, name: string): string {
  return /^["']/.test(old) ? quotedText(name) : writtenName(name);
}

function editsAt(group: readonly Occurrence[], text: string, declared: Declared, renamed: Renamed): SpanEdit[] {
  const [first] = group;
  if (!first) return [];
  const { start, end } = first;
  const isRenamed = ({ symbol }: Occurrence): boolean => renamed.keys.has(symbolKey(symbol));
  const used = group.some((each) => each.role === 'use' && isRenamed(each));
  const made = group.find((each) => each.role === 'declaration' && isRenamed(each))?.symbol.kind;
  const replaced = { start, end, text: inPlaceOf(text.slice(start, end), renamed.name) };
  if (used) {
    if (declared.fields.has(`${start} ${end}`))
      return [{ ...replaced, text: `${replaced.text} as ${writtenName(first.symbol.name)}` }];
    // A column listed twice is declared once, so the select list names the output.
    const output = declared.bare.get(`${start} ${end}`);
    const kept = output
      ? [output].filter(({ table, name }) => !renamed.keys.has(symbolKey({ kind: 'column', table, name })))
      : group.flatMap((each) => (each.role === 'declaration' && !isRenamed(each) ? [each.symbol] : []));
    return [{ ...replaced, text: [replaced.text, ...kept.map(({ name }) => writtenName(name))].join(' as ') }];
  }
  if (made === undefined) return [];
  const alias = ` as ${writtenName(renamed.name)}`;
  const header = declared.headers.get(start) ?? (made === 'alias' ? declared.dates.get(start) : undefined);
  if (header !== undefined) return [{ start: header, end: header, text: alias }];
  const natural = made === 'column' && !declared.aliases.has(start);
  return natural ? [{ start: end, end, text: alias }] : [replaced];
}

/** The edits of one file that give everything renamed its name. What else is declared at the same place keeps its own. */
export function renameEditsIn(workspace: Workspace, path: string, renamed: Renamed): SpanEdit[] {
  const text = workspace.text(path) ?? '';
  const declared = declaredIn(scriptIn(workspace, path));
  const groups = Map.groupBy(workspace.occurrences(path), ({ start, end }) => `${start} ${end}`);
  return [...groups.values()]
    .flatMap((group) => editsAt(group, text, declared, renamed))
    .toSorted((a, b) => a.start - b.start);
}

/** A text with edits that do not overlap. */
export function edited(text: string, edits: readonly SpanEdit[]): string {
  let result = text;
  for (const edit of edits.toSorted((a, b) => b.start - a.start))
    result = result.slice(0, edit.start) + edit.text + result.slice(edit.end);
  return result;
}
