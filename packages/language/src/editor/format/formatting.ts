import type { Range, TextEdit } from 'vscode-languageserver-types';
import { lex } from '../../syntax/tokens/lexer.ts';
import { linesOf } from '../../text/lines.ts';
import type { Span } from '../../text/span.ts';
import { offsetOf, rangeOf } from '../positions.ts';
import { formatScript } from './format.ts';

/** Tokens and comments, in the order of the text; the end of the text is the last. */
function pieces(text: string): Span[] {
  const { tokens, comments } = lex(text, () => undefined);
  return [...tokens, ...comments].sort((a, b) => a.start - b.start || a.end - b.end);
}

/**
 * The edits that reformat a text, each as small as possible: formatting changes only the gaps between tokens, so each
 * gap is one edit. With a range, only the edits inside it. Empty for a text with syntax errors.
 */
export function formattingEdits(text: string, within?: Range): TextEdit[] {
  const formatted = formatScript(text);
  if (formatted === text) return [];
  const lines = linesOf(text);
  const [start, end] = within ? [offsetOf(within.start, lines), offsetOf(within.end, lines)] : [0, text.length];
  const [before, after] = [pieces(text), pieces(formatted)];
  const edits: TextEdit[] = [];
  const replace = (span: Span, replacement: string): void => {
    if (span.start < start || span.end > end || text.slice(span.start, span.end) === replacement) return;
    edits.push({ range: rangeOf(span, lines), newText: replacement });
  };
  let [old, formattedAt] = [0, 0];
  for (const [index, piece] of before.entries()) {
    const counterpart = after[index];
    if (!counterpart) return [{ range: rangeOf({ start: 0, end: text.length }, lines), newText: formatted }];
    replace({ start: old, end: piece.start }, formatted.slice(formattedAt, counterpart.start));
    // Comments over several lines get the line breaks of the layout.
    replace(piece, formatted.slice(counterpart.start, counterpart.end));
    [old, formattedAt] = [piece.end, counterpart.end];
  }
  return edits;
}
