import { type Reading, unfit } from './number-text.ts';

/** The characters of numbers in texts: the decimal separator, and what separates groups of three digits, if anything does. */
export type NumberSeparators = { readonly decimal: string; readonly group: string | null };

export const DECIMAL_SEPARATORS = ['.', ','] as const;
/** A blank also stands for the other blanks between digits, and an apostrophe for the curved one. */
export const GROUP_SEPARATORS = [',', '.', ' ', "'", '_'] as const;

/**
 * The separators that a declaration means; null when both are the same character. Without a decimal separator it is the
 * point, or the comma where points separate groups.
 */
export function numberSeparators(decimal: string | undefined, group: string | undefined): NumberSeparators | null {
  const point = decimal ?? (group === '.' ? ',' : '.');
  return point === group ? null : { decimal: point, group: group ?? null };
}

/** The characters that a group separator stands for, as in a class of a regular expression. */
const GROUPS: Readonly<Record<string, string>> = {
  ',': ',',
  '.': '\\.',
  ' ': ' \\u00a0\\u2009\\u202f',
  "'": "'\\u2019",
  _: '_',
};

/** Writes a number with a point and without groups; null for a text that does not have the separators' form. */
export function plainNumber({ decimal, group }: NumberSeparators): (text: string) => string | null {
  const grouped = group === null ? '' : `|[1-9]\\d{0,2}(?:[${GROUPS[group] ?? ''}]\\d{3})+`;
  const form = new RegExp(`^(\\s*[+-]?)(\\d+${grouped})?(?:\\${decimal}(\\d*))?([eE][+-]?\\d{1,4})?(\\s*)$`);
  return (text) => {
    const match = form.exec(text);
    if (!match) return null;
    const [, sign = '', whole = '', fraction, exponent = '', end = ''] = match;
    return `${sign}${whole.replace(/\D/g, '')}${fraction === undefined ? '' : `.${fraction}`}${exponent}${end}`;
  };
}

const DIGITS_AND_SEPARATORS = /^\s*[+-]?\d(?:[\d.,_'\u2019\s]*\d)?\s*$/;
/** A whole number with a point before three zeros: 25, or 25,000 with groups. */
const AMBIGUOUS_INTEGER = /^\s*[+-]?[1-9]\d{0,2}\.000\s*$/;
const UNDECLARED: NumberSeparators = { decimal: '.', group: null };

/** Matches the first character of a number that is neither of its separators. */
function undeclared({ decimal, group }: NumberSeparators): RegExp {
  return new RegExp(`[^\\d+\\-\\${decimal}${group === null ? '' : (GROUPS[group] ?? '')}]`);
}

/** Returns the separators to declare so that a text is a number; empty when separators do not help. */
function advice(text: string, strays: RegExp): string {
  if (!DIGITS_AND_SEPARATORS.test(text)) return '';
  const stray = strays.exec(text.trim());
  return stray === null ? '' : `: "${stray[0]}" is not declared as decimal_separator or group_separator`;
}

/** A reader of numbers with declared separators around the reader of plain ones. Without any, no text is read that could mean two numbers. */
export function separatedReader(
  read: (text: string) => Reading,
  separators: NumberSeparators | undefined,
  isInteger: boolean,
): (text: string) => Reading {
  const plain = separators && plainNumber(separators);
  const strays = undeclared(separators ?? UNDECLARED);
  const mayBeAmbiguous = isInteger && plain === undefined;
  return (text) => {
    const written = plain ? plain(text) : text;
    const reading = written === null ? unfit('not a number with its separators') : read(written);
    if (!reading.fits) {
      const more = advice(text, strays);
      return more === '' ? reading : unfit(reading.reason + more);
    }
    // The strict reading objects to all of them.
    if (mayBeAmbiguous && reading.complaint !== null && AMBIGUOUS_INTEGER.test(text))
      return unfit('not an integer: "." is not declared as decimal_separator or group_separator');
    return reading;
  };
}

/** The separators as a script declares them, such as `decimal_separator: ","`; none for the usual ones. */
export function separatorText({ decimal, group }: NumberSeparators): string {
  return `decimal_separator: "${decimal}"${group === null ? '' : `, group_separator: "${group}"`}`;
}
