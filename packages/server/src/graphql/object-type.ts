import type { FieldMap, ObjectRef } from '@pothos/core';
import { builder, type SchemaTypes, type Scope } from './builder.ts';
import type { AnyColumn, ColumnsOf } from './columns.ts';
import type { GraphqlContext } from './context.ts';
import { load } from './loaders.ts';

type FieldBuilder<Row> = PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Row>;

type Options<Row, Columns> = {
  readonly description: string;
  readonly authScopes: Scope;
  /** Distinguishes the types of a union. */
  readonly isTypeOf?: (value: unknown) => boolean;
  /** The fields that show a column of the row. */
  readonly columns?: Columns & ColumnsOf<Row, Columns>;
  /** The computed fields. */
  readonly fields?: (t: FieldBuilder<Row>) => FieldMap;
};

/** Defines an object type: fields that show columns are data, computed fields are written with the builder. */
export function defineObject<Row, Columns extends Readonly<Record<string, AnyColumn>>>(
  ref: ObjectRef<SchemaTypes, Row>,
  { columns, fields, isTypeOf, ...options }: Options<Row, Columns>,
): void {
  builder.objectType(ref, {
    ...options,
    ...(isTypeOf ? { isTypeOf } : {}),
    fields: (t) => ({ ...columnFields(t, columns ?? {}), ...fields?.(t) }),
  });
}

function columnFields<Row>(t: FieldBuilder<Row>, columns: Readonly<Record<string, AnyColumn>>): FieldMap {
  return Object.fromEntries(
    Object.entries(columns).map(([field, column]) => [
      field,
      t.field({
        type: column.isList ? [column.type] : column.type,
        nullable: column.isNullable,
        description: column.description,
        // `ColumnsOf` has proved that the row has the column, and that its values are of the type.
        resolve: (row, _args, context) =>
          resolveColumn(context, column, Reflect.get(Object(row), column.name ?? field)) as never,
      }),
    ]),
  );
}

function resolveColumn(context: GraphqlContext, { loader, isList }: AnyColumn, held: unknown): unknown {
  if (loader === null) return held;
  const nothing = isList ? [] : null;
  return typeof held === 'string' ? load(context, loader, held).then((loaded) => loaded ?? nothing) : nothing;
}

/** For `isTypeOf`: whether a value is an object with this property. */
export const hasProperty =
  (name: string) =>
  (value: unknown): boolean =>
    typeof value === 'object' && value !== null && name in value;
