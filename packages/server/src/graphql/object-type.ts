import type { FieldMap, InterfaceRef, ObjectRef } from '@pothos/core';
import { builder, type SchemaTypes, type Scope, scopeCheck } from './builder.ts';
import type { AnyColumn, ColumnsOf } from './columns.ts';
import type { GraphqlContext } from './context.ts';
import { load } from './loaders.ts';
import { RequestError } from './request-error.ts';

type FieldBuilder<Row> = PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Row>;

type Options<Row, Columns> = {
  readonly description: string;
  readonly authScopes: Scope;
  /** Distinguishes the types of a union. */
  readonly isTypeOf?: (value: unknown) => boolean;
  readonly interfaces?: InterfaceRef<SchemaTypes, unknown>[];
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
    fields: (t) => ({ ...columnFields(t, columns ?? {}, options.authScopes), ...fields?.(t) }),
  });
}

function columnFields<Row>(t: FieldBuilder<Row>, columns: Readonly<Record<string, AnyColumn>>, scope: Scope): FieldMap {
  const maySee = scopeCheck(scope);
  return Object.fromEntries(
    Object.entries(columns).map(([field, column]) => [
      field,
      t.field({
        type: column.isList ? [column.type] : column.type,
        nullable: column.isNullable,
        description: column.description,
        // The plugin's check of the type's scope takes longer than the field.
        skipTypeScopes: true,
        // `ColumnsOf` has proved that the row has the column, and that its values are of the type.
        resolve: columnResolver(column, column.name ?? field, maySee) as never,
      }),
    ]),
  );
}

type ResolveColumn = (row: Readonly<Record<string, unknown>>, args: unknown, context: GraphqlContext) => unknown;

function columnResolver(
  { loader, isList }: AnyColumn,
  name: string,
  maySee: (context: GraphqlContext) => boolean,
): ResolveColumn {
  if (loader === null)
    return (row, _args, context) => {
      if (!maySee(context)) throw new RequestError('NOT_ALLOWED');
      return row[name];
    };
  const nothing = isList ? [] : null;
  return (row, _args, context) => {
    if (!maySee(context)) throw new RequestError('NOT_ALLOWED');
    const held = row[name];
    return typeof held === 'string' ? load(context, loader, held).then((loaded) => loaded ?? nothing) : nothing;
  };
}

/** For `isTypeOf`: whether a value is an object with this property. */
export const hasProperty =
  (name: string) =>
  (value: unknown): boolean =>
    typeof value === 'object' && value !== null && name in value;
