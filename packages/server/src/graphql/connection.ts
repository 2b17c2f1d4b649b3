import type { ObjectRef } from '@pothos/core';
import { optional } from './arguments.ts';
import { builder, type SchemaTypes, type Scope } from './builder.ts';
import { boolean, int, nullable, object, objects, string } from './columns.ts';
import { defineObject } from './object-type.ts';
import { type Connection, PAGE_LIMIT } from './paging.ts';

type PageInfo = Connection<unknown>['pageInfo'];

const pageInfoRef = builder.objectRef<PageInfo>('PageInfo');

/** PageInfo, once for all connections. */
export function definePageInfo(): void {
  defineObject(pageInfoRef, {
    description: 'The position of a page in its list.',
    authScopes: { signedIn: true },
    columns: {
      hasNextPage: boolean('Whether rows follow; request them with after: endCursor.'),
      hasPreviousPage: boolean('Whether rows precede; request them with before: startCursor.'),
      startCursor: nullable(string('Cursor of the first row; null for an empty page.')),
      endCursor: nullable(string('Cursor of the last row; null for an empty page.')),
    },
  });
}

/** Declares `XConnection` and `XEdge` for an object type; `scope` is that of `X`. */
export function defineConnection<Row>(
  name: string,
  node: ObjectRef<SchemaTypes, Row>,
  scope: Scope,
): ObjectRef<SchemaTypes, Connection<Row>> {
  const edge = builder.objectRef<Connection<Row>['edges'][number]>(`${name}Edge`);
  defineObject(edge, {
    description: `One ${name} of a page, with its cursor.`,
    authScopes: scope,
    columns: { cursor: string('Opaque position in the list; valid for the same list and sort order only.') },
    fields: (t) => ({
      // The types cannot decide whether a generic row may be null.
      node: t.field({ type: node, description: `The ${name}.`, resolve: (row) => row.node as never }),
    }),
  });
  const connection = builder.objectRef<Connection<Row>>(`${name}Connection`);
  defineObject(connection, {
    description: `One page of a list of ${name} objects.`,
    authScopes: scope,
    columns: {
      edges: objects(edge, 'The rows of the page with their cursors.'),
      nodes: objects(node, 'The rows of the page.'),
      pageInfo: object(pageInfoRef, 'The position of the page in the list.'),
    },
  });
  return connection;
}

/** `first after` and `last before`. */
export const pageArguments = (size: number, limit: number = PAGE_LIMIT) =>
  optional({
    first: int(`Rows from the start or after a cursor: ${size} by default, at most ${limit}.`),
    after: string('Return rows after this cursor.'),
    last: int(`Rows from the end or before a cursor: at most ${limit}.`),
    before: string('Return rows before this cursor.'),
  });

/** Arguments for a range of report dates. */
export const REPORT_DATETIME_ARGUMENTS = optional({
  report_datetime_before: string('Report date on or before this day, yyyy-MM-dd.'),
  report_datetime_after: string('Report date on or after this day, yyyy-MM-dd.'),
});
