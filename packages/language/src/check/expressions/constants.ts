import type { Report } from '../../diagnostics/diagnostics.ts';
import { TOO_LARGE } from '../../syntax/tokens/too-large.ts';
import type { Span } from '../../text/span.ts';
import type { Typed, ValueType } from '../../typed/typed.ts';
import { decimalType, FLOAT, INTEGER, MAXIMUM_DIGITS } from '../../typed/types.ts';

/** A whole number of so few digits that it fits into 64 bits. */
const SHORT_INTEGER = /^-?\d{1,15}$/;
const SHORT_INTEGER_DIGITS = 15;
const CHAR_ZERO = 48;
const CHAR_NINE = 57;
const LARGEST_INTEGER = 9223372036854775807n;

/** Whether a text is a short whole number without sign and leading zeros: a fast path for most constants. */
function isShortInteger(text: string): boolean {
  if (text.length > SHORT_INTEGER_DIGITS || text.charCodeAt(0) === CHAR_ZERO) return false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char < CHAR_ZERO || char > CHAR_NINE) return false;
  }
  return text.length > 0;
}

const shortText = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** A number as written: `12` is an integer, `1.50` the decimal(3, 2), `1e6` a float. */
export function constantNumber(text: string, span: Span, report: Report): Typed {
  if (isShortInteger(text)) return { kind: 'constant', value: text, type: INTEGER, nullable: false, span };
  const place = { nullable: false, span };
  if (!SHORT_INTEGER.test(text) && /[eE]/.test(text)) {
    const number = Number(text);
    if (!Number.isFinite(number))
      report('SBS1004', span, {
        text: shortText(text),
        problem: 'too large',
        advice: 'A float is at most 1.7976931348623157e308.',
      });
    else if (number === 0 && /[1-9]/.test(text.replace(/[eE].*/, '')))
      report('SBS1004', span, {
        text: shortText(text),
        problem: 'too small',
        advice: 'The smallest float above 0 is 5e-324; write 0 if that is meant.',
      });
    return { kind: 'constant', value: Number.isFinite(number) ? text : '0', type: FLOAT, ...place };
  }
  if (SHORT_INTEGER.test(text)) return { kind: 'constant', value: String(Number(text)), type: INTEGER, ...place };
  const [whole = '', fraction] = text.replace('-', '').split('.');
  if (fraction !== undefined) {
    const precision = whole.length + fraction.length;
    if (precision <= MAXIMUM_DIGITS)
      return { kind: 'constant', value: text, type: decimalType(precision, fraction.length), ...place };
    report('SBS3067', span, { text: shortText(text), digits: String(precision) });
    return { kind: 'constant', value: '0', type: FLOAT, ...place };
  }
  const number = whole.length > 30 ? LARGEST_INTEGER + 2n : BigInt(text);
  const tooLarge = number > LARGEST_INTEGER || number < -LARGEST_INTEGER - 1n;
  if (tooLarge) report('SBS1004', span, { text: shortText(text), ...TOO_LARGE });
  return { kind: 'constant', value: tooLarge ? '0' : String(number), type: INTEGER, ...place };
}

export function isInteger(type: ValueType): boolean {
  return type.kind === 'integer' || type.kind === 'unknown' || type.kind === 'null';
}
