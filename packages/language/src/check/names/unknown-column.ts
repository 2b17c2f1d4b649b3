import type { Fix, FixEdit, Report } from '../../diagnostics/diagnostics.ts';
import { WORD_ADVICE, WORD_HABITS } from '../../diagnostics/habits/words.ts';
import { findFunction } from '../../functions/registry.ts';
import { adviceOf, closest } from '../../suggest/suggest.ts';
import { childrenOf, type Expression } from '../../syntax/tree/expression-tree.ts';
import type { Name } from '../../syntax/tree/name.ts';
import type { Span } from '../../text/span.ts';

/** A column of the result that an item names with `as`. */
export type Output = { readonly name: string; readonly value: Expression };

/** Expressions that stand in a condition without brackets. */
const TIGHT: ReadonlySet<Expression['kind']> = new Set(['string', 'quoted', 'number', 'word', 'name', 'field', 'call']);

/** Whether an expression can only be computed for a group, or for all rows. */
function kindOf(node: Expression): 'aggregate' | 'window' | null {
  if (node.kind === 'call') {
    const kind = findFunction(node.name.text)?.kind;
    if (node.over || kind === 'window') return 'window';
    if (kind === 'aggregate') return 'aggregate';
  }
  for (const child of childrenOf(node)) {
    const kind = kindOf(child);
    if (kind) return kind;
  }
  return null;
}

function replaced({ start, end }: Span, title: string, parts: FixEdit['parts']): Fix {
  return { title, edits: [{ start, end, text: title, ...(parts ? { parts } : {}) }] };
}

/** Reports a name of the result where the result is not known yet. */
function reportOutput(name: Name, { value }: Output, report: Report): void {
  const kind = kindOf(value);
  if (kind) {
    const clause = kind === 'window' ? 'qualify' : 'having';
    report('SBS2031', name, { name: name.text, advice: `Move the condition to ${clause}.` });
    return;
  }
  const around = TIGHT.has(value.kind) ? ['', ''] : ['(', ')'];
  const parts = [around[0] ?? '', { start: value.start, end: value.end }, around[1] ?? ''];
  const fix = replaced(name, 'Write its expression', parts);
  report('SBS2031', name, { name: name.text, advice: 'Write its expression here.' }, fix);
}

/**
 * Reports a name that no column has, of `table`, whose columns are `known`. `constants` may be meant as well. Returns the name
 * that it suggests.
 */
export function reportUnknownColumn(
  name: Name,
  table: string,
  known: readonly string[],
  outputs: readonly Output[],
  report: Report,
  constants: readonly string[] = [],
): string | null {
  const output = outputs.find((each) => each.name === name.text);
  if (output && (name.start < output.value.start || name.end > output.value.end)) {
    reportOutput(name, output, report);
    return null;
  }
  const lower = name.text.toLowerCase();
  const here = !name.quoted && Object.hasOwn(WORD_HABITS, lower) ? WORD_HABITS[lower] : undefined;
  if (here !== undefined) {
    const edits = [{ start: name.start, end: name.end, text: here }];
    report('SBS2032', name, { name: name.text, here }, { title: `Write ${here}`, edits });
    return null;
  }
  const advice = !name.quoted && Object.hasOwn(WORD_ADVICE, lower) ? WORD_ADVICE[lower] : undefined;
  if (advice !== undefined) {
    report('SBS2004', name, { name: name.text, table, advice });
    return null;
  }
  const near = closest(name.text, [...known, ...constants]);
  const edits = [{ start: name.start, end: name.end, text: near ?? '' }];
  const fix = near === null ? undefined : { title: `Write ${near}`, edits };
  report('SBS2004', name, { name: name.text, table, advice: adviceOf(near, known, 'column in it') }, fix);
  return near;
}
