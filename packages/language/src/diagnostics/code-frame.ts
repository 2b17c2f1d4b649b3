import type { Message } from './messages.ts';
import { type Cell, cellsOf } from './text-cells.ts';

/** Paints a part of the frame, for terminals; the plain text if not given. */
export type Paint = (text: string, part: 'error' | 'warning' | 'beta' | 'info' | 'dim') => string;

const CONTEXT = 2;
/** Number of lines shown at each end of a mark that spans many lines. */
const MARKED_LINES = 3;
const WIDTH = 120;
const NARROWEST = 20;
const CUT = '…';

/** The stretch of all lines that is shown, in places from their start. */
type View = { readonly from: number; readonly width: number };

/**
 * A message with the lines around its place and carets under it, for terminals and logs: severity, code,
 * path:line:column, the message, the source text, and the result of its quick fix. `width` is the maximum width of a line:
 * a longer one is cut around the mark. Characters that a terminal would execute are replaced.
 */
export function codeFrame(
  text: string,
  message: Message,
  paint: Paint = (plain) => plain,
  width: number = WIDTH,
): string {
  const lines = text.split(/\r\n|\n|\r/);
  const first = Math.max(1, message.startLine - CONTEXT);
  const last = Math.min(lines.length, Math.max(message.startLine, message.endLine) + CONTEXT);
  const digits = String(last).length;
  const line = (number: number): string => lines[number - 1] ?? '';
  const view = viewOf(line(message.startLine), message, Math.max(NARROWEST, width - digits - 7));
  const out = [headOf(message, paint), `  ${shown(message.message)}`];
  for (let number = first; number <= last; number += 1) {
    const inside = number >= message.startLine && number <= message.endLine;
    if (isLeftOut(number, message)) {
      if (isLeftOut(number - 1, message)) continue;
      out.push(`  ${' '.repeat(digits)} ${paint(CUT, 'dim')}`);
      continue;
    }
    const cells = cellsOf(line(number));
    const gutter = paint(`${String(number).padStart(digits)} |`, 'dim');
    out.push(`${inside ? '>' : ' '} ${gutter} ${cutTo(cells, view)}`.trimEnd());
    if (!inside) continue;
    const carets = caretsUnder(cells, stretchOf(number, line(number), message), view);
    if (carets === null) continue;
    const blank = ' '.repeat(digits + 2);
    out.push(
      `${blank}${paint(' |', 'dim')} ${' '.repeat(carets.before)}${paint('^'.repeat(carets.width), message.type)}`,
    );
  }
  if (message.fix) out.push(`  ${paint('fix:', 'info')} ${shown(message.fix.title)}`);
  return out.join('\n');
}

function headOf({ type, code, path, startLine, startColumn }: Message, paint: Paint): string {
  return `${paint(`${type} ${code}`, type)} ${shown(path)}:${startLine}:${startColumn}`;
}

/** A text of one line with nothing in it that a terminal would obey. */
function shown(text: string): string {
  return cellsOf(text.replace(/[\r\n\t]+/g, ' '))
    .map((cell) => cell.text)
    .join('');
}

function isLeftOut(number: number, { startLine, endLine }: Message): boolean {
  return number >= startLine + MARKED_LINES && number < endLine;
}

/** The marked span of a line, as offsets. On the lines after the first it starts at the first character that is not blank. */
function stretchOf(number: number, line: string, message: Message): { start: number; end: number } {
  const start = number === message.startLine ? message.startColumn - 1 : line.search(/\S|$/);
  const end = number === message.endLine ? message.endColumn - 1 : line.trimEnd().length;
  return { start, end };
}

/** The view that shows the mark, with a third of the width before it. */
function viewOf(line: string, message: Message, width: number): View {
  const cells = cellsOf(line);
  const whole = cells.reduce((sum, cell) => sum + cell.width, 0);
  if (whole <= width) return { from: 0, width };
  const { before, width: marked } = placesOf(cells, stretchOf(message.startLine, line, message));
  const lead = marked >= width ? 1 : Math.min(Math.floor(width / 3), width - marked - 1);
  return { from: Math.max(0, Math.min(before - lead, whole - width)), width };
}

/** The width before a span and of it; an empty span has width 1. */
function placesOf(
  cells: readonly Cell[],
  { start, end }: { start: number; end: number },
): { before: number; width: number } {
  let [before, width] = [0, 0];
  for (const cell of cells) {
    if (cell.end <= start) before += cell.width;
    else if (cell.start < Math.max(end, start + 1)) width += cell.width;
  }
  return { before, width: Math.max(1, width) };
}

/** The part of a line that a view shows, with an ellipsis where it is cut. */
function cutTo(cells: readonly Cell[], { from, width }: View): string {
  let place = 0;
  let out = '';
  let [before, after] = [' ', ''];
  for (const cell of cells) {
    const [start, end] = [place, place + cell.width];
    place = end;
    if (start < from) {
      before = CUT;
      // A cell that the edge cuts is blank, so that the rest keeps its place.
      out += ' '.repeat(Math.max(0, end - from));
    } else if (end > from + width) after = CUT;
    else out += cell.text;
  }
  return (from > 0 ? before : '') + out + after;
}

/** The position of the carets in a view; null when the span is not visible. */
function caretsUnder(
  cells: readonly Cell[],
  stretch: { start: number; end: number },
  { from, width }: View,
): { before: number; width: number } | null {
  const places = placesOf(cells, stretch);
  const start = Math.max(places.before, from);
  const end = Math.min(places.before + places.width, from + width);
  return end <= start && start > from + width
    ? null
    : { before: start - from + (from > 0 ? 1 : 0), width: Math.max(1, end - start) };
}
