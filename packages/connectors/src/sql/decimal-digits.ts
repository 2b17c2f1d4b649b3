import type { DecimalDigits } from '../spec.ts';

/** The decimals among the columns of a result, by name: filled when its columns are known, before its rows are read. */
export type FoundDecimals = Record<string, DecimalDigits>;

/** Digits that a decimal of ours has at most. */
const MAXIMUM_DIGITS = 38;

/** The digits of a decimal that is declared with these; null where only its values say, and for more digits than one of ours has. */
export function decimalDigits(precision: number | null, scale: number | null): DecimalDigits {
  const places = scale ?? 0;
  if (precision === null || precision < 1 || precision > MAXIMUM_DIGITS || places < 0 || places > precision)
    return null;
  return { precision, scale: places };
}

/** The digits of a type such as `decimal(18, 2)`, as its server spells it; undefined for types that are no decimals. */
export function digitsOfType(type: string): DecimalDigits | undefined {
  const [, name = '', precision, scale] =
    /^(\w+)(?:\s*\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\))?$/.exec(type.trim().toLowerCase()) ?? [];
  if (name === 'money') return { precision: 19, scale: 4 };
  if (name === 'smallmoney') return { precision: 10, scale: 4 };
  if (name !== 'decimal' && name !== 'numeric') return undefined;
  return precision === undefined ? null : decimalDigits(Number(precision), Number(scale ?? 0));
}

/** The decimals among columns with their types. */
export function decimalsOf(columns: readonly { readonly name: string; readonly type: string }[]): FoundDecimals {
  return Object.fromEntries(
    columns.flatMap(({ name, type }) => {
      const digits = digitsOfType(type);
      return digits === undefined ? [] : [[name, digits]];
    }),
  );
}
