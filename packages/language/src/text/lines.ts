/** Turns offsets of a text into 1-based lines and columns, counted in UTF-16 units as editors do, and back. */
export type Lines = {
  readonly at: (offset: number) => { readonly line: number; readonly column: number };
  /** The offset of a line and column; a place outside becomes the nearest one inside, on the same line if it exists. */
  readonly offset: (line: number, column: number) => number;
  /** The text between two offsets. */
  readonly slice: (start: number, end: number) => string;
};

/** Where each line starts. */
function startsOf(text: string): readonly number[] {
  const starts = [0];
  if (text.includes('\r')) {
    for (const match of text.matchAll(/\r\n|\n|\r/g)) starts.push(match.index + match[0].length);
  } else for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Finds the starts of lines on first use: most files are never located. */
class TextLines implements Lines {
  readonly #text: string;
  #starts: readonly number[] | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  at(offset: number): { readonly line: number; readonly column: number } {
    this.#starts ??= startsOf(this.#text);
    const starts = this.#starts;
    const wanted = Math.max(0, Math.min(offset, this.#text.length));
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= wanted) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: wanted - (starts[low] ?? 0) + 1 };
  }

  offset(line: number, column: number): number {
    const text = this.#text;
    this.#starts ??= startsOf(text);
    const starts = this.#starts;
    if (line < 1) return 0;
    const start = starts[line - 1];
    if (start === undefined) return text.length;
    let end = starts[line] ?? text.length;
    while (end > start && (text[end - 1] === '\n' || text[end - 1] === '\r')) end -= 1;
    return Math.max(start, Math.min(start + column - 1, end));
  }

  slice(start: number, end: number): string {
    return this.#text.slice(start, end);
  }
}

/** The lines of a text. */
export function linesOf(text: string): Lines {
  return new TextLines(text);
}
