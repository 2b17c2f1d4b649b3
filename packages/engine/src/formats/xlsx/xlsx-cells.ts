import { numberJson } from '../rows/rows-writer.ts';
import { serialTime, type TimeStyle } from './xlsx-dates.ts';

const MAX_COLUMNS = 16_384;

/** The column that a reference such as AB12 names, from 0; -1 for none. */
export function columnOf(reference: string): number {
  let column = 0;
  let at = 0;
  for (; at < reference.length; at += 1) {
    const letter = reference.charCodeAt(at) - 0x40;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
    if (column > MAX_COLUMNS) return -1;
  }
  return at === 0 ? -1 : column - 1;
}

/** A text with the escapes that workbooks have for characters that XML has not. */
export const cellText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    : text;

/** The parts of a workbook that its cells refer to. */
export type BookContext = {
  readonly texts: readonly string[];
  /** By a cell's style. */
  readonly styles: readonly (TimeStyle | null)[];
  readonly from1904: boolean;
};

/** A cell as it stands in the sheet: its type, style and text. */
export type RawCell = { readonly type: string; readonly style: number; readonly text: string };

/** A cell's value as JSON; null for an empty cell. */
export function cellJson(cell: RawCell, book: BookContext): string | null {
  const { type, text } = cell;
  switch (type) {
    case 's': {
      const found = book.texts[Number(text)] ?? '';
      return found === '' ? null : JSON.stringify(found);
    }
    case 'inlineStr':
    case 'str':
      return text === '' ? null : JSON.stringify(cellText(text));
    case 'b':
      return text.trim() === '1' || text.trim() === 'true' ? 'true' : 'false';
    case 'e':
      return JSON.stringify(text);
    case 'd':
      return JSON.stringify(text.trim().replace('T', ' '));
    default: {
      const number = text.trim();
      if (number === '') return null;
      const style = book.styles[cell.style] ?? null;
      const time = style === null ? null : serialTime(Number(number), style, book.from1904);
      return time === null ? numberJson(number) : JSON.stringify(time);
    }
  }
}
