import type { Random } from '../fuzz/random.ts';

/**
 * A value outside of the database: an integer is a bigint, a date the days and a datetime or time the microseconds since 1970 or
 * midnight (a number and a bigint), a decimal argument its digits as a bigint, a decimal result its text.
 */
export type Value = string | bigint | number | boolean | null | readonly Value[];

/** Given where the run ends with an error. */
export const FAILS = Symbol('the run ends with an error');
export type Outcome = Value | typeof FAILS;

/** The type of an argument in the language, and its random values. Nulls are added by the comparison. */
export type Argument<T> = { readonly type: string; readonly make: (random: Random) => T };

/** A call over the columns a, b, c … and the same evaluated without DuckDB, as the reference describes it. */
export type SecondImplementation = {
  readonly call: string;
  readonly takes: readonly Argument<Value>[];
  /** The arguments are of the types of `takes`, or null. */
  readonly gives: (values: readonly Value[]) => Outcome;
  /** Floats that may lie between the two results. */
  readonly ulps: number;
};

type Arguments<A extends readonly unknown[]> = { readonly [Index in keyof A]: Argument<A[Index]> };
type WithNulls<A extends readonly unknown[]> = { [Index in keyof A]: A[Index] | null };

/** A function that decides itself what it gives for nulls. */
export function ofNulls<A extends readonly Value[]>(
  call: string,
  takes: Arguments<A>,
  gives: (...values: WithNulls<A>) => Outcome,
): SecondImplementation {
  return {
    call,
    takes: takes as unknown as readonly Argument<Value>[],
    gives: (values) => gives(...(values as unknown as WithNulls<A>)),
    ulps: 0,
  };
}

/** A function that is null when an argument is. */
export function of<A extends readonly Value[]>(
  call: string,
  takes: Arguments<A>,
  gives: (...values: A) => Outcome,
  ulps = 0,
): SecondImplementation {
  return {
    call,
    takes: takes as unknown as readonly Argument<Value>[],
    gives: (values) => (values.includes(null) ? null : gives(...(values as unknown as A))),
    ulps,
  };
}

/** The second implementations of the functions of a family, by name: one for each combination of types and constants. */
export type SecondFamily = Readonly<Record<string, readonly SecondImplementation[]>>;

/** A decimal as the database writes it: all digits of its scale. */
export function decimalText(digits: bigint, scale: number): string {
  const size = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const point = scale === 0 ? size : `${size.slice(0, -scale)}.${size.slice(-scale)}`;
  return digits < 0n ? `-${point}` : point;
}

/** The bytes of a text in the order in which texts are compared. */
export function compareTexts(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** A quotient of integers, rounded down. */
export function floorDiv(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor;
  return value % divisor !== 0n && value < 0n !== divisor < 0n ? quotient - 1n : quotient;
}

/** A quotient of integers with a positive divisor, halves rounded away from zero. */
export function roundDiv(value: bigint, divisor: bigint): bigint {
  const size = value < 0n ? -value : value;
  const quotient = (2n * size + divisor) / (2n * divisor);
  return value < 0n ? -quotient : quotient;
}
