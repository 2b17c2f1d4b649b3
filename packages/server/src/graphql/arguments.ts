import type { ArgumentRef } from '@pothos/core';
import { builder, type SchemaTypes } from './builder.ts';
import type { ScalarColumn } from './columns.ts';
import { badRequest } from './request-error.ts';

type Value<Of> = Of extends ScalarColumn<infer Held> ? Held : never;
type Declared = Readonly<Record<string, ScalarColumn<unknown>>>;

function declare(columns: Declared, required: boolean) {
  return builder.args((t) =>
    Object.fromEntries(
      Object.entries(columns).map(([name, { type, isList, description }]) => [
        name,
        t.field({ type: isList ? [type] : type, required, description }),
      ]),
    ),
  );
}

/** Required arguments of a root field, declared like columns: `required({ id: id('Id of the flow.') })`. */
export const required = <Columns extends Declared>(columns: Columns) =>
  declare(columns, true) as {
    [Name in keyof Columns]: ArgumentRef<SchemaTypes, Value<Columns[Name]>>;
  };

/** Optional arguments of a root field, declared like columns. */
export const optional = <Columns extends Declared>(columns: Columns) =>
  declare(columns, false) as {
    [Name in keyof Columns]: ArgumentRef<SchemaTypes, Value<Columns[Name]> | null | undefined>;
  };

const REQUEST_ID = /^[\x20-\x7e]{1,200}$/;

/** @throws RequestError BAD_REQUEST */
export function checkRequestId(requestId: string): void {
  if (!REQUEST_ID.test(requestId)) throw badRequest('request_id must have 1 to 200 printable ASCII characters.');
}
