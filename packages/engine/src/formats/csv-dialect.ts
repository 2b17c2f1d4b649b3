/** The dialect of a CSV file. Delimiter, quote and escape are single ASCII characters; without a quote no character is special. */
export type CsvDialect = {
  readonly delimiter: string;
  readonly quote: string | null;
  readonly escape: string | null;
};

export const LINE_FEED = 0x0a;
export const CARRIAGE_RETURN = 0x0d;

/** Marks a date in ISO form that a scan wrote into a column with another declared format. */
export const REWRITTEN = '\u0001';

/** Null in a file of one column, where an empty field would be a blank line. */
export const LONE_NULL = '\u0001';

/** The dialect of the files that scans of everything but CSV write. */
export const OWN_DIALECT: CsvDialect = { delimiter: ',', quote: '"', escape: '"' };

const isBlankCode = (code: number): boolean => code <= 0x20 || (code > 0x7f && /\s/.test(String.fromCharCode(code)));

/** `csvField` for `OWN_DIALECT`, which leaves most fields unchanged. */
export function ownField(text: string | null, nullValues: readonly string[]): string {
  if (text === null) return '';
  const isPlain =
    text !== '' &&
    !isBlankCode(text.charCodeAt(0)) &&
    !isBlankCode(text.charCodeAt(text.length - 1)) &&
    !/[",\r\n]/.test(text) &&
    (nullValues.length === 0 || !nullValues.includes(text));
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}

/**
 * A field for a file of the dialect: quoted where needed, also when it reads like a null; null as nothing, an empty text as
 * two quotes.
 */
export function csvField(text: string | null, dialect: CsvDialect, nullValues: readonly string[]): string {
  if (text === null) return '';
  const { delimiter, quote, escape: escapes } = dialect;
  if (quote === null) return text;
  const isPlain = text !== '' && !text.includes(delimiter) && !text.includes(quote) && !/[\r\n]|^\s|\s$/.test(text);
  if (isPlain && !(escapes !== null && text.includes(escapes)) && text !== LONE_NULL && !nullValues.includes(text))
    return text;
  const escaped = escapes === null || escapes === quote ? text : text.replaceAll(escapes, escapes + escapes);
  return `${quote}${escaped.replaceAll(quote, (escapes ?? quote) + quote)}${quote}`;
}
