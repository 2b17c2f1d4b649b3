/**
 * Follows a line of a text into a later version of the text. Lines before the first and after the last difference keep their
 * place. Between them, a line is found by its content when it stands there equally often in both versions.
 * @param line from 1
 * @returns the line in the later version, from 1; null when the line was changed or removed
 */
export function moveLine(before: string, after: string, line: number): number | null {
  const [old, now] = [linesOf(before), linesOf(after)];
  if (line < 1 || line > old.length) return null;
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start += 1;
  if (line <= start) return line;
  let end = 0;
  while (end < shorter - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  if (line > old.length - end) return line + now.length - old.length;
  const text = old[line - 1];
  const placesIn = (lines: readonly string[]): number[] =>
    lines.slice(start, lines.length - end).flatMap((each, index) => (each === text ? [start + index + 1] : []));
  const [were, are] = [placesIn(old), placesIn(now)];
  if (were.length !== are.length || text?.trim() === '') return null;
  return are[were.indexOf(line)] ?? null;
}

const linesOf = (text: string): string[] => text.split(/\r\n|\n|\r/);
