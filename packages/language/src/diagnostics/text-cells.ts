/** One cell of a line in a terminal: its text, its width, and its offsets in the line. */
export type Cell = { readonly text: string; readonly width: number; readonly start: number; readonly end: number };

const TAB = 4;
/** Replaces characters that a terminal would execute, hide or reorder. */
const UNSHOWN = '\ufffd';
/** Letters and signs that take two places: those of East Asia, and pictures. */
const WIDE =
  /^(?:\p{Emoji_Presentation}|[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{20000}-\u{3fffd}])/u;
const PICTURE = /\ufe0f|\u20e3|\p{Emoji_Modifier}/u;
const UNSAFE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu;
const INVISIBLE = /^[\p{Mn}\p{Me}\u200b-\u200d]+$/u;
/** ASCII characters from space to tilde have width 1. */
const PLAIN = /^[ -~]*$/;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A line as cells, one for each character that a person sees. Offsets are UTF-16 units from the start of the line. */
export function cellsOf(line: string): readonly Cell[] {
  if (PLAIN.test(line)) return Array.from(line, (text, start) => ({ text, width: 1, start, end: start + 1 }));
  const cells: Cell[] = [];
  let place = 0;
  for (const { segment, index: start } of segmenter.segment(line)) {
    const cell = { ...drawn(segment, place), start, end: start + segment.length };
    cells.push(cell);
    place += cell.width;
  }
  return cells;
}

function drawn(segment: string, place: number): { text: string; width: number } {
  if (segment === '\t') {
    const width = TAB - (place % TAB);
    return { text: ' '.repeat(width), width };
  }
  const text = segment.replace(UNSAFE, UNSHOWN);
  // A mark without a letter before it would join the gutter.
  if (INVISIBLE.test(text)) return { text: UNSHOWN, width: 1 };
  const hidden = text.split(UNSHOWN).length - 1;
  return { text, width: hidden > 0 ? hidden : WIDE.test(text) || PICTURE.test(text) ? 2 : 1 };
}
