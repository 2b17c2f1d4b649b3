import type { Position, Range } from 'vscode-languageserver-types';
import type { Lines } from '../text/lines.ts';
import type { Span } from '../text/span.ts';

/** A place as the language server protocol has it: line and character from 0, in UTF-16 units. */
export function positionOf(offset: number, lines: Lines): Position {
  const { line, column } = lines.at(offset);
  return { line: line - 1, character: column - 1 };
}

export function rangeOf(span: Span, lines: Lines): Range {
  return { start: positionOf(span.start, lines), end: positionOf(span.end, lines) };
}

/** The offset of a place; a place outside the text becomes the nearest one inside it. */
export function offsetOf({ line, character }: Position, lines: Lines): number {
  return lines.offset(line + 1, character + 1);
}
