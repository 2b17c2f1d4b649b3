import type { Position, SelectionRange } from 'vscode-languageserver-types';
import type { Token } from '../syntax/tokens/tokens.ts';
import { linesOf } from '../text/lines.ts';
import type { Span } from '../text/span.ts';
import type { Workspace } from '../workspace.ts';
import { offsetOf, rangeOf } from './positions.ts';
import { scriptIn } from './symbols/script-tree.ts';

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };

const holds = ({ start, end }: Span, offset: number): boolean => start <= offset && offset <= end;

/** The content of each pair of brackets around an offset, and the pair itself. */
function bracketsAround(tokens: readonly Token[], offset: number): Span[] {
  const open: Token[] = [];
  const found: Span[] = [];
  for (const token of tokens) {
    if (token.kind !== 'symbol') continue;
    if (CLOSING[token.text] !== undefined) open.push(token);
    const last = open.at(-1);
    if (!last || CLOSING[last.text] !== token.text) continue;
    open.pop();
    found.push({ start: last.end, end: token.start }, { start: last.start, end: token.end });
  }
  return found.filter((span) => holds(span, offset));
}

/** The ranges that a selection grows to at each place: a word, brackets, a declaration, the file. Null for unknown files. */
export function selectionRanges(
  workspace: Workspace,
  path: string,
  positions: readonly Position[],
): SelectionRange[] | null {
  const text = workspace.text(path);
  if (text === undefined) return null;
  const lines = linesOf(text);
  const { tokens, comments, declarations } = scriptIn(workspace, path);
  return positions.map((position) => {
    const offset = offsetOf(position, lines);
    const spans: Span[] = [
      ...[...tokens, ...comments].filter((span) => span.end > span.start && holds(span, offset)),
      ...bracketsAround(tokens, offset),
      ...declarations.filter((span) => holds(span, offset)),
      { start: 0, end: text.length },
    ];
    // Each range lies within the one around it; of two of one length the first is enough.
    const widest = spans.sort((a, b) => b.end - b.start - (a.end - a.start));
    let range: SelectionRange | undefined;
    let around: Span = { start: 0, end: text.length };
    for (const span of widest) {
      const inside = span.start >= around.start && span.end <= around.end;
      if (!inside || (range && span.start === around.start && span.end === around.end)) continue;
      range = { range: rangeOf(span, lines), ...(range ? { parent: range } : {}) };
      around = span;
    }
    return range ?? { range: rangeOf(around, lines) };
  });
}
