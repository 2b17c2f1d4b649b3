import type { ColumnType } from '@switchboard/model/schema';
import { INT64_MAX, type StoredType } from './stored-type.ts';

/** Whether a column certainly keeps a value, although it would change others of its type. `value`: as a result spells it; null for none. */
export function keepsValue({ kind }: ColumnType, stored: StoredType, value: string | null): boolean {
  if (value === null) return true;
  switch (kind) {
    case 'integer':
    case 'decimal':
    case 'float':
      return keepsNumber(stored, value);
    case 'datetime':
    case 'time':
      return stored.kind === kind && fractionOf(value) <= stored.digits;
    case 'json':
    case 'list':
    case 'record':
      return stored.kind === 'json' && (stored.digits === undefined || jsonNumbers(value).every(isDoubleOrInteger));
    default:
      return false;
  }
}

/** Digits of the fraction, without zeros at its end. */
const fractionOf = (value: string): number => (/\.(\d*[1-9])/.exec(value)?.[1] ?? '').length;

/** Strings of a JSON text, which are passed over, and its numbers. */
const JSON_TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

const jsonNumbers = (text: string): readonly string[] =>
  (text.match(JSON_TOKENS) ?? []).filter((token) => !token.startsWith('"'));

/** Whether a number is a 64-bit integer, or written with no more digits than those of the double that is nearest. */
function isDoubleOrInteger(number: string): boolean {
  const [, whole] = /^-?0*(\d*)$/.exec(number) ?? [];
  if (whole !== undefined) return BigInt(whole) <= INT64_MAX;
  return digitsOf(number) === digitsOf(String(Number(number)));
}

/** The digits of a number and their power of ten, without zeros at either end. */
function digitsOf(number: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const plain = digits.replace(/0+$/, '');
  return plain === '' ? '0' : `${sign}${plain}e${Number(exponent) - fraction.length + digits.length - plain.length}`;
}

/** Numbers with an exponent are not taken apart. */
function keepsNumber(stored: StoredType, value: string): boolean {
  const [, whole] = /^-?0*(\d*)(?:\.\d*)?$/.exec(value) ?? [];
  if (whole === undefined) return false;
  const fraction = fractionOf(value);
  switch (stored.kind) {
    case 'integer':
      return fraction === 0;
    case 'float':
      return whole.length + fraction <= stored.digits;
    case 'json':
      if (stored.digits === undefined) return true;
      return fraction === 0 ? BigInt(whole) <= INT64_MAX : whole.length + fraction <= stored.digits;
    case 'decimal':
      if (stored.digits !== undefined && whole.length + fraction > stored.digits) return false;
      return stored.scale === null || (stored.scale >= 0 && fraction <= stored.scale);
    default:
      return false;
  }
}
