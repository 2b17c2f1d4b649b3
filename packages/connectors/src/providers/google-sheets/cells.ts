import type { ColumnType } from '@switchboard/model/schema';

/** A value as the API takes and gives it. An empty string is an empty cell. */
export type CellValue = string | number | boolean;

/** Characters that a cell takes. */
export const MAX_CELL_LENGTH = 50_000;
/** Digits that a sheet keeps of a number. */
const MAX_DIGITS = 15;
const DAY_MS = 86_400_000;
/** The day with the serial number 0. */
const DAY_ZERO = Date.UTC(1899, 11, 30);

/** The cell of a canonical value. Only numbers that a sheet keeps become numbers; null becomes an empty cell. */
export function toCell(kind: ColumnType['kind'], text: string | null): CellValue {
  if (text === null) return '';
  switch (kind) {
    case 'boolean':
      return text === 'true' || text === 'false' ? text === 'true' : text;
    case 'integer':
    case 'decimal':
      return countDigits(text) <= MAX_DIGITS ? toNumber(text) : text;
    case 'float':
      return toNumber(text);
    default:
      return text;
  }
}

/** Significant digits of a number in decimal notation. */
const countDigits = (text: string): number => text.replace(/e.*$/i, '').replace(/\D/g, '').replace(/^0+/, '').length;

/** JSON knows no other numbers: texts such as nan stay texts. */
const toNumber = (text: string): CellValue =>
  /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text)) ? Number(text) : text;

/** The date in a cell: a text that begins with it, or the serial number of a date. Empty for none. */
export function dateOf(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, 10);
  if (typeof value !== 'number') return '';
  const at = new Date(DAY_ZERO + Math.floor(value) * DAY_MS);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString().slice(0, 10);
}
