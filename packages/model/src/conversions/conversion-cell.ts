import type { ColumnType } from '../schema.ts';

/**
 * Marks a value that cannot be converted: dirty in a file, null from a function and from `try_cast`, an error from `cast` and
 * of a literal.
 */
export const DIRTY = Symbol('dirty');
/** Marks a conversion that the compiler refuses, whatever the value is. */
export const REFUSED = Symbol('refused');

/** The canonical text of the result, null, or why there is none. */
export type ConversionOutcome = string | null | typeof DIRTY | typeof REFUSED;

/**
 * A value as text and what it becomes. With a third part, reading it from a file (second) differs from converting it in an
 * expression (third).
 */
export type ConversionCase =
  | readonly [input: string, outcome: ConversionOutcome]
  | readonly [input: string, read: ConversionOutcome, converted: ConversionOutcome];

/** Conversion of the values of one type to another. */
export type ConversionCell = {
  readonly from: ColumnType;
  readonly to: ColumnType;
  /** The declared format of a date or datetime column, and the format of parse_date and parse_datetime. */
  readonly format?: string;
  /** One or two sentences for the reference. */
  readonly rule: string;
  readonly cases: readonly ConversionCase[];
};

const scalar = (kind: Exclude<ColumnType['kind'], 'decimal' | 'record' | 'list' | 'unknown'>): ColumnType => ({ kind });

export const STRING_TYPE = scalar('string');
export const INTEGER_TYPE = scalar('integer');
export const FLOAT_TYPE = scalar('float');
export const BOOLEAN_TYPE = scalar('boolean');
export const DATE_TYPE = scalar('date');
export const DATETIME_TYPE = scalar('datetime');
export const TIME_TYPE = scalar('time');
export const JSON_TYPE = scalar('json');
export const DECIMAL_TYPE: ColumnType = { kind: 'decimal', precision: 6, scale: 2 };
export const WHOLE_DECIMAL_TYPE: ColumnType = { kind: 'decimal', precision: 4, scale: 0 };

/** Outcome of reading a case from a file. */
export const readOutcome = ([, read]: ConversionCase): ConversionOutcome => read;
/** * Outcome of converting a case in an expression. */
export const convertedOutcome = (one: ConversionCase): ConversionOutcome => (one.length === 3 ? one[2] : one[1]);
