import { type ColumnType, headerKey } from '@switchboard/model/schema';
import { type JsonValue, LongNumber } from './json-value.ts';

/**
 * Values of binary files that JSON has no form for are texts with a mark in front. A text that begins like one has `NATIVE_TEXT` in
 * front, so that none is taken for another.
 */
const LAST_MARK = 4;
const hasMark = (text: string): boolean => text.charCodeAt(0) >= 1 && text.charCodeAt(0) <= LAST_MARK;

/** Marks a date or time that a binary file stores as such: `2025-01-02T`, `2025-01-02T10:00:00`, `T10:00:00` or an elapsed `T36:00` follows. */
export const NATIVE_TIME = '\u0001';

/** The text of a value marked with `NATIVE_TIME`, in the form of a column's type. */
function nativeText(marked: string, type: ColumnType): string {
  const [date = '', clock = ''] = marked.slice(NATIVE_TIME.length).split('T');
  switch (type.kind) {
    case 'date':
      return clock === '' || /^00:00:00(?:\.0+)?$/.test(clock)
        ? date || clock
        : [date, clock].filter(Boolean).join(' ');
    case 'datetime':
      return date === '' ? clock : `${date} ${clock === '' ? '00:00:00' : clock}`;
    case 'time':
      return [date, /^\d\d:\d\d$/.test(clock) ? `${clock}:00` : clock].filter(Boolean).join(' ');
    default:
      return [date, clock].filter(Boolean).join(' ');
  }
}

/**
 * Marks a number of a binary file that is shown in a form of its own: a decimal with its places, `1.50`, or an id with its zeros, `00042`.
 * Where the digits are not the number, it follows behind the mark again: `12-3\u0002123`.
 */
export const NATIVE_NUMBER = '\u0002';

/** The value marked with `NATIVE_NUMBER`: as it is shown for a text column, a number for all others. */
function nativeNumber(marked: string, type: ColumnType): JsonValue {
  const [shown = '', number = shown] = marked.slice(NATIVE_NUMBER.length).split(NATIVE_NUMBER);
  if (type.kind === 'string') return shown;
  // An undeclared column keeps what its file shows.
  if (type.kind === 'unknown') return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(shown) ? new LongNumber(shown) : shown;
  return new LongNumber((number.includes('.') ? number.replace(/\.?0+$/, '') : number).replace(/^(-?)0+(?=\d)/, '$1'));
}

/** Marks a value that a file holds and no type takes: its text, the mark again, and the reason. */
export const NATIVE_FAULT = '\u0003';
/** Marks a text that begins with a mark. */
export const NATIVE_TEXT = '\u0004';

/** Why bytes are not taken. */
export const NOT_TEXT = 'bytes that are not text';

/** A text of a binary file, which is never taken for a marked value. */
export const plainNative = (text: string): string => (hasMark(text) ? NATIVE_TEXT + text : text);

/** A marked value that no type takes: its text, and why. */
export const nativeFault = (text: string, reason: string): string => NATIVE_FAULT + text + NATIVE_FAULT + reason;

/** A value of a converted row in the form of a column's type. */
export type NativeValue = {
  readonly value: JsonValue | undefined;
  /** A date or time that the file stores as such. */
  readonly isTime: boolean;
  /** Why no type takes it; null when one may. */
  readonly fault: string | null;
};

/** Whether a value has a mark, or values in it that may. Most have none. */
export const mayBeNative = (given: JsonValue | undefined): boolean =>
  typeof given === 'string'
    ? hasMark(given)
    : typeof given === 'object' && given !== null && !(given instanceof LongNumber);

/** Reads the marks of a value, and of those in it. */
export function nativeValue(given: JsonValue | undefined, type: ColumnType): NativeValue {
  if (typeof given === 'object' && given !== null && !(given instanceof LongNumber)) return nestedNative(given, type);
  if (typeof given !== 'string' || !hasMark(given)) return { value: given, isTime: false, fault: null };
  switch (given[0]) {
    case NATIVE_TIME:
      return { value: nativeText(given, type), isTime: true, fault: null };
    case NATIVE_NUMBER:
      return { value: nativeNumber(given, type), isTime: false, fault: null };
    case NATIVE_TEXT:
      return { value: given.slice(1), isTime: false, fault: null };
    default: {
      const [text = '', fault = ''] = given.slice(1).split(NATIVE_FAULT);
      return { value: text, isTime: false, fault };
    }
  }
}

const TEXT: ColumnType = { kind: 'string' };

function nestedNative(given: object, type: ColumnType): NativeValue {
  let fault: string | null = null;
  const inner = (value: JsonValue, its: ColumnType): JsonValue => {
    const read = nativeValue(value, its);
    fault ??= read.fault;
    return read.value ?? null;
  };
  if (Array.isArray(given)) {
    const element = type.kind === 'list' ? type.element : TEXT;
    return { value: (given as readonly JsonValue[]).map((value) => inner(value, element)), isTime: false, fault };
  }
  const types = new Map(type.kind === 'record' ? type.fields.map((field) => [headerKey(field.name), field.type]) : []);
  const entries = Object.entries(given as Readonly<Record<string, JsonValue>>).map(([name, value]) => [
    name,
    inner(value, types.get(headerKey(name)) ?? TEXT),
  ]);
  return { value: Object.fromEntries(entries) as JsonValue, isTime: false, fault };
}
