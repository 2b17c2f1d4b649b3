import { NATIVE_NUMBER, nativeFault, plainNative } from '../../values/native-value.ts';
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

/** The meaning of numbers under a number format: a time, or digits with the zeros that the format shows, such as 00000. */
export type CellStyle = { readonly time: TimeStyle | null; readonly digits: string | null };

/** The parts of a workbook that its cells refer to. */
export type BookContext = {
  readonly texts: readonly string[];
  /** By a cell's style. */
  readonly styles: readonly CellStyle[];
  readonly from1904: boolean;
};

/** A cell as it stands in the sheet: its type, style and text. */
export type RawCell = {
  readonly type: string;
  readonly style: number;
  readonly text: string;
  /** Whether the cell calculates its value. */
  readonly hasFormula: boolean;
  /** Whether a value is stored, be it an empty text. */
  readonly hasValue: boolean;
};

const NOT_CALCULATED = 'its formula has no stored value; have the file saved by a program that calculates';

/** A cell's value as JSON; null for an empty cell. */
export function cellJson(cell: RawCell, book: BookContext): string | null {
  const { type, text } = cell;
  if (cell.hasFormula && text === '' && !(type === 'str' && cell.hasValue))
    return JSON.stringify(nativeFault('', NOT_CALCULATED));
  switch (type) {
    case 's': {
      const found = book.texts[Number(text)] ?? '';
      return found === '' ? null : JSON.stringify(plainNative(found));
    }
    case 'inlineStr':
    case 'str':
      return text === '' ? null : JSON.stringify(plainNative(cellText(text)));
    case 'b':
      return text.trim() === '1' || text.trim() === 'true' ? 'true' : 'false';
    case 'e':
      return JSON.stringify(nativeFault(text.trim(), `the cell holds the error ${text.trim()}`));
    case 'd':
      return JSON.stringify(text.trim().replace('T', ' '));
    default: {
      const number = plainNumber(text.trim());
      if (number === '') return null;
      const { time = null, digits = null } = book.styles[cell.style] ?? {};
      const shown = time === null ? null : serialTime(Number(number), time, book.from1904);
      if (shown !== null) return JSON.stringify(shown);
      const id = digits !== null && /^\d+$/.test(number) ? withDigits(number, digits) : null;
      return id === null ? numberJson(number) : JSON.stringify(`${NATIVE_NUMBER}${id}${NATIVE_NUMBER}${number}`);
    }
  }
}

const MAX_SHIFT = 40;

/** A number without its exponent, with every digit that the file has; other texts as they are. */
function plainNumber(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent] =
    /^(-?)(\d+)(?:\.(\d*))?[eE]([+-]?\d{1,3})$/.exec(text) ?? [];
  if (exponent === undefined || Math.abs(Number(exponent)) > MAX_SHIFT) return text;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0');
  const at = Math.max(point, 1);
  const behind = padded.slice(at).replace(/0+$/, '');
  return sign + padded.slice(0, at).replace(/^0+(?=\d)/, '') + (behind === '' ? '' : `.${behind}`);
}

/** The digits format of a number format such as 00000 or 000-00: zeros and signs between them; null for others. */
export function digitsFormat(code: string | undefined): string | null {
  const [first = ''] = (code ?? '').split(';', 1);
  const plain = first
    .replace(/\[[^\]]*\]/g, '')
    .replace(/_.|\*./g, '')
    .replace(/"([^"]*)"|\\(.)/g, (_, quoted?: string, escaped?: string) =>
      (quoted ?? escaped ?? '').replace(/0/g, '\u0000'),
    );
  return /^[^0#?.,/%@eE]*0[^#?.,/%@eE]*0[^0#?.,/%@eE]*$/.test(plain) ? plain : null;
}

/** A whole number in a digits format, the digits that it has no place for in front. */
function withDigits(number: string, format: string): string {
  let left = number;
  let shown = '';
  const first = format.indexOf('0');
  for (let at = format.length - 1; at >= 0; at -= 1) {
    if (format[at] !== '0') shown = (format[at] === '\u0000' ? '0' : (format[at] ?? '')) + shown;
    else {
      const taken = at === first ? left.padStart(1, '0') : left.slice(-1).padStart(1, '0');
      left = left.slice(0, -taken.length);
      shown = taken + shown;
    }
  }
  return shown;
}
