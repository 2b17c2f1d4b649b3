/** How a column of a destination keeps values. */
export type StoredType =
  /**
   * `recoded`: every value becomes another one, such as the bytes of its text. `choices`: texts of a
   * list, which numbers stand for by their places. `other`: a type
   * of which the server decides, value by value, what it takes.
   */
  | { readonly kind: 'text' | 'integer' | 'boolean' | 'date' | 'recoded' | 'choices' | 'other' }
  /** Scalars, records and lists. `digits`: those that every number with a fraction keeps, at the top and inside, where not all are. */
  | { readonly kind: 'json'; readonly digits?: 15 }
  /** Texts of which the server keeps so many characters, and drops the rest. */
  | { readonly kind: 'cut'; readonly characters: number }
  /**
   * `scale`: digits after the point; null for any number of them. Negative where digits before the point are rounded, too. `digits`: those
   * that every number keeps, where not all are.
   */
  | { readonly kind: 'decimal'; readonly scale: number | null; readonly digits?: 15 | 6 }
  /** `digits`: decimal digits that every number keeps. */
  | { readonly kind: 'float'; readonly digits: 15 | 6 }
  /** `digits` of the fraction of a second. */
  | { readonly kind: 'datetime' | 'time' | 'interval'; readonly digits: number };

/** The largest integer of 64 bits with a sign. */
export const INT64_MAX = 2n ** 63n - 1n;

/** Families of the types of a script's columns. */
export type Family = 'text' | 'json' | 'integer' | 'decimal' | 'float' | 'boolean' | 'date' | 'datetime' | 'time';

/** A column of rows and a kind of column of the table: `decimal integer`. */
export type FamilyPair = `${Family} ${StoredType['kind']}`;

/** The column types of a database. */
export type ColumnTypes = {
  /** @param type as the server spells it, with its length or digits, in lower case */
  read(type: string): StoredType;
  /** Pairs that the server converts exactly or refuses, value by value, whatever their families. */
  readonly isLeftToServer: ReadonlySet<FamilyPair>;
};
