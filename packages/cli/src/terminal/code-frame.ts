import { type Colours, printable } from './terminal.ts';

/** Lines and columns 1-based, ends exclusive, as the compiler gives them. */
export type Framed = {
  readonly startLine: number;
  readonly endLine: number;
  readonly startColumn: number;
  readonly endColumn: number;
};

const AROUND = 1;
const WIDEST = 110;

/** The lines of a script that a message is about, numbered, with what is meant underlined. */
export function codeFrame(text: string, place: Framed, colours: Colours): string {
  const lines = text.split(/\r\n|\n|\r/);
  const first = Math.max(1, place.startLine - AROUND);
  const last = Math.min(lines.length, place.startLine + AROUND);
  const gutter = String(last).length;
  const shown: string[] = [];
  for (let number = first; number <= last; number += 1) {
    const line = lines[number - 1] ?? '';
    const isPlace = number === place.startLine;
    // A long line is shown around the place, and never longer than a screen.
    const offset = isPlace && place.startColumn > WIDEST - 20 ? place.startColumn - 40 : 0;
    const marker = isPlace ? colours.red('>') : ' ';
    const code = line.slice(offset, offset + WIDEST).replace(/\t/g, ' ');
    shown.push(`${marker} ${colours.dim(`${String(number).padStart(gutter)} |`)} ${printable(code)}`.trimEnd());
    if (!isPlace) continue;
    const end = place.endLine > place.startLine ? line.length + 1 : place.endColumn;
    const from = Math.max(0, place.startColumn - 1 - offset);
    const length = Math.max(1, Math.min(end - place.startColumn, WIDEST - from));
    shown.push(`  ${colours.dim(`${' '.repeat(gutter)} |`)} ${' '.repeat(from)}${colours.red('^'.repeat(length))}`);
  }
  return shown.join('\n');
}
