/** A number of a JSON text that a double cannot hold exactly, kept as it was written. */
export class LongNumber {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | LongNumber
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** The maximum nesting of values. Recursive code would exhaust the stack some thousand levels deeper. */
const DEEPEST = 256;
export const TOO_DEEP = 'nested too deeply';

/** Thrown for a text that is nested too deeply. */
export class TooDeep extends SyntaxError {
  constructor() {
    super(TOO_DEEP);
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Opening and closing brackets of both kinds, with the bit set in which the kinds differ. */
const KINDS = 0x20;
const OPENS = 0x7b;
const CLOSES = 0x7d;

/** Whether a text has more than `max` brackets of one kind. Far faster than reading every character. */
function hasMore(text: string, bracket: string, most: number): boolean {
  let left = most;
  for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
    if (left === 0) return true;
    left -= 1;
  }
  return false;
}

/** Whether the values of a JSON text are nested too deeply. Most texts are too short for it, or have too few brackets. */
export function isTooDeep(text: string): boolean {
  if (text.length <= 2 * DEEPEST || !(hasMore(text, '{', DEEPEST / 2) || hasMore(text, '[', DEEPEST / 2))) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      for (at += 1; at < text.length && text.charCodeAt(at) !== QUOTE; at += 1)
        if (text.charCodeAt(at) === BACKSLASH) at += 1;
    } else if ((unit | KINDS) === OPENS) {
      depth += 1;
      if (depth > DEEPEST) return true;
    } else if ((unit | KINDS) === CLOSES) depth -= 1;
  }
  return false;
}

/** A run of digits, or an exponent so large that the number may be no double. */
const MAY_BE_LONG = /[\d.]{16}|\d[eE]\+?\d{3}(?:[\s,}\]]|$)/;
/** A reviver that receives the source text of a number (JSON.parse source text access). */
type Reviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** Whether a number's text is more exact than its double. */
const isLong = (value: number, source: string): boolean =>
  !Number.isFinite(value) ||
  (/^-?[\d.]{16,}$/.test(source) &&
    (String(value) !== source || !(source.includes('.') || Number.isSafeInteger(value))));

const keepLong: Reviver = (_key, value, { source }) =>
  typeof value === 'number' && source !== undefined && isLong(value, source) ? new LongNumber(source) : value;

/** Parses JSON without losing digits of long numbers. Throws SyntaxError, and TooDeep. */
export function parseJson(text: string): JsonValue {
  if (isTooDeep(text)) throw new TooDeep();
  const value: unknown = MAY_BE_LONG.test(text)
    ? JSON.parse(text, keepLong as (key: string, value: unknown) => unknown)
    : JSON.parse(text);
  return value as JsonValue;
}

/** JSON text of a value, long numbers as they were written. */
export function jsonText(value: JsonValue): string {
  if (value instanceof LongNumber) return value.source;
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .map(([name, inner]) => `${JSON.stringify(name)}:${jsonText(inner)}`)
      .join(',')}}`;
  }
  return JSON.stringify(value);
}
