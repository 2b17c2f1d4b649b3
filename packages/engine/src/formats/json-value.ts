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

const MAY_BE_LONG = /[\d.]{16}/;
/** How a reviver learns the source text of a number (JSON.parse source text access). */
type Reviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** Whether a number's text is more exact than what a double holds of it. */
const isLong = (value: number, source: string): boolean =>
  /^-?[\d.]{16,}$/.test(source) && (String(value) !== source || !(source.includes('.') || Number.isSafeInteger(value)));

const keepLong: Reviver = (_key, value, { source }) =>
  typeof value === 'number' && source !== undefined && isLong(value, source) ? new LongNumber(source) : value;

/** Parses JSON without losing digits of long numbers. Throws SyntaxError. */
export function parseJson(text: string): JsonValue {
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
