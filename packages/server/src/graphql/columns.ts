import type { ObjectRef } from '@pothos/core';
import type { SchemaTypes } from './builder.ts';
import type { AnyLoader } from './loaders.ts';

type Scalars = { ID: string; String: string; Int: number; Float: number; Boolean: boolean; DateTime: Date };
type Ref<Value> = ObjectRef<SchemaTypes, Value>;

/**
 * A GraphQL field that shows a column of its row.
 * `Value`: what the column must hold; `Name`: the column, null when it has the name of the field.
 */
export type Column<Value, Name extends string | null = null> = {
  readonly type: keyof Scalars | Ref<unknown>;
  readonly isList: boolean;
  readonly isNullable: boolean;
  readonly description: string;
  readonly name: Name;
  /** Reads the object whose key the column holds; null when the column holds the value itself. */
  readonly loader: AnyLoader<unknown> | null;
  /** Never set; carries the type. */
  readonly value?: Value;
};
export type AnyColumn = Column<unknown, string | null>;
/** A column of a scalar type or a list of it; also declares arguments. */
export type ScalarColumn<Value> = Column<Value> & { readonly type: keyof Scalars };

/** The value type of columns with a key, which may be null or not. */
type Key = { readonly isKey: true };

const declare = <Type extends AnyColumn['type']>(
  type: Type,
  description: string,
  rest: Partial<Pick<AnyColumn, 'isList' | 'isNullable' | 'loader'>> = {},
): Column<never> & { readonly type: Type } => ({
  type,
  description,
  isList: false,
  isNullable: false,
  name: null,
  loader: null,
  ...rest,
});

const scalar =
  <Type extends keyof Scalars>(type: Type) =>
  (description: string): ScalarColumn<Scalars[Type]> =>
    declare(type, description);

export const id = scalar('ID');
export const string = scalar('String');
export const int = scalar('Int');
/** Also for counts of rows and bytes, which may exceed the 31 bits of GraphQL's Int. */
export const float = scalar('Float');
export const boolean = scalar('Boolean');
export const dateTime = scalar('DateTime');

export const strings = (description: string): ScalarColumn<readonly string[]> =>
  declare('String', description, { isList: true });

export const object = <Value>(type: Ref<Value>, description: string): Column<Value> => declare(type, description);

export const objects = <Value>(type: Ref<Value>, description: string): Column<readonly Value[]> =>
  declare(type, description, { isList: true });

/** The object whose key the column holds; null when the column is null or the object does not exist. */
export const reference = <Value>(type: Ref<Value>, loader: AnyLoader<Value>, description: string): Column<Key> =>
  declare(type, description, { isNullable: true, loader });

/** The objects that the loader finds for the key in the column. */
export const references = <Value>(
  type: Ref<Value>,
  loader: AnyLoader<readonly Value[]>,
  description: string,
): Column<Key> => declare(type, description, { isList: true, loader });

export const nullable = <Value, Name extends string | null>(
  column: Column<Value, Name>,
): Column<Value | null, Name> => ({ ...column, isNullable: true });

/** Names the column of a field that has another name. */
export const from = <Name extends string, Value>(name: Name, column: Column<Value>): Column<Value, Name> => ({
  ...column,
  name,
});

type NameIn<Field, Of> = Of extends { readonly name: infer Name extends string } ? Name : Field;
type ValueIn<Of> = Of extends Column<infer Value, string | null> ? Value : never;
type MayBeNull<Value> = [null] extends [Value] ? true : false;
type Fits<Held, Shown> = [Shown] extends [Key]
  ? [Held] extends [string | null]
    ? true
    : false
  : [Held] extends [Shown]
    ? MayBeNull<Held> extends MayBeNull<Shown>
      ? true
      : false
    : false;

/** The same columns if the row has each with the declared type and nullability; otherwise a type to which no column is assignable. */
export type ColumnsOf<Row, Columns> = {
  readonly [Field in keyof Columns]: NameIn<Field, Columns[Field]> extends infer Name
    ? Name extends keyof Row
      ? Fits<Row[Name], ValueIn<Columns[Field]>> extends true
        ? Columns[Field]
        : { readonly 'the row holds': Row[Name] }
      : { readonly 'the row has no column': Name }
    : never;
};
