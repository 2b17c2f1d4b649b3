/** A parsed value: its canonical text and the objection of the strict reading (null: none); or why it does not fit. */
export type Reading =
  | { readonly fits: true; readonly text: string | null; readonly complaint: string | null }
  | { readonly fits: false; readonly reason: string };

export const fits = (text: string | null, complaint: string | null = null): Reading => ({
  fits: true,
  text,
  complaint,
});
export const unfit = (reason: string): Reading => ({ fits: false, reason });

const PLAIN_INTEGER = /^-?\d+$/;
const LOOSE_NUMBER = /^([+-]?)(\d+)?(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;
const INTEGER_LIMIT = 9223372036854775807n;

const withoutLeadingZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '');

type NumberParts = {
  readonly sign: string;
  readonly whole: string;
  readonly fraction: string;
  readonly exponent: number;
};

/** The parts of a number written plainly or with an exponent; null for anything else. */
function numberParts(text: string): NumberParts | null {
  const match = LOOSE_NUMBER.exec(text);
  if (!match) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  if (whole === '' && fraction === '') return null;
  return { sign: sign === '-' ? '-' : '', whole, fraction, exponent: Number(exponent) };
}

/** A 64-bit integer. Lenient: blanks around it, a plus sign, a fraction of zeros. */
export function readInteger(text: string): Reading {
  const trimmed = text.trim();
  const plain = PLAIN_INTEGER.test(text);
  if (!plain && /[eE]/.test(trimmed)) return unfit('not an integer');
  const parts = numberParts(trimmed);
  if (parts === null || parts.whole === '' || /[^0]/.test(parts.fraction)) return unfit('not an integer');
  const digits = withoutLeadingZeros(parts.whole);
  if (digits.length > 18) {
    const size = BigInt(digits);
    if (size > INTEGER_LIMIT + (parts.sign === '-' ? 1n : 0n)) return unfit('does not fit into 64 bits');
  }
  return fits(digits === '0' ? '0' : parts.sign + digits, plain ? null : 'not written as a plain integer');
}

const PLAIN_FLOAT = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A finite double. Lenient: blanks around it, a plus sign, a bare point. */
export function readFloat(text: string): Reading {
  const trimmed = text.trim();
  const parts = numberParts(trimmed);
  if (parts === null) return unfit('not a number');
  const value = Number(trimmed);
  if (!Number.isFinite(value)) return unfit('too large for a float');
  return fits(String(value), PLAIN_FLOAT.test(text) ? null : 'not written as a plain number');
}

const PLAIN_DECIMAL = /^-?\d+(?:\.\d+)?$/;

/**
 * A decimal of a precision and scale. Lenient: as for integers, and zeros beyond the scale. Nothing is rounded, and a number
 * with an exponent is a float.
 */
export function readDecimal(text: string, precision: number, scale: number): Reading {
  const trimmed = text.trim();
  const parts = numberParts(trimmed);
  if (parts === null || /[eE]/.test(trimmed)) return unfit('not a decimal');
  const rest = parts.fraction.slice(scale);
  if (/[^0]/.test(rest)) return unfit(`has more than ${scale} decimal places`);
  const scaled = BigInt(`${parts.whole}${parts.fraction.slice(0, scale).padEnd(scale, '0')}` || '0');
  const shown = scaled.toString().padStart(scale + 1, '0');
  if (shown.length > Math.max(precision, scale + 1) || (shown.length > precision && shown[0] !== '0'))
    return unfit('has too many digits');
  const canonical = scale === 0 ? shown : `${shown.slice(0, -scale)}.${shown.slice(-scale)}`;
  const complaint = PLAIN_DECIMAL.test(text)
    ? rest === ''
      ? null
      : `has more than ${scale} decimal places`
    : 'not written as a plain decimal';
  return fits((scaled === 0n ? '' : parts.sign) + canonical, complaint);
}
