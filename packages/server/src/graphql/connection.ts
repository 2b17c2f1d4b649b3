import type { ObjectRef } from '@pothos/core';
import type { Permission } from '@switchboard/model';
import { type Builder, builder } from './builder.ts';
import { type Connection, PAGE_LIMIT } from './paging.ts';

type Types = Builder extends PothosSchemaTypes.SchemaBuilder<infer T> ? T : never;
type PageInfo = Connection<unknown>['pageInfo'];

const pageInfoRef = builder.objectRef<PageInfo>('PageInfo');

/** PageInfo, once for all connections. */
export function definePageInfo(): void {
  pageInfoRef.implement({
    description: 'Where a page of a list stands.',
    authScopes: { signedIn: true },
    fields: (t) => ({
      hasNextPage: t.exposeBoolean('hasNextPage', { description: 'More follow: ask with after: endCursor.' }),
      hasPreviousPage: t.exposeBoolean('hasPreviousPage', {
        description: 'More precede: ask with before: startCursor.',
      }),
      startCursor: t.exposeString('startCursor', {
        nullable: true,
        description: 'Cursor of the first; null when empty.',
      }),
      endCursor: t.exposeString('endCursor', { nullable: true, description: 'Cursor of the last; null when empty.' }),
    }),
  });
}

type Scope = { readonly permission: Permission } | { readonly admin: Permission };

/** Declares `XConnection` and `XEdge` for an object type, seen by the same people as `X`: its scope is given. */
export function defineConnection<Row>(
  name: string,
  node: ObjectRef<Types, Row>,
  scope: Scope,
): ObjectRef<Types, Connection<Row>> {
  const edge = builder.objectRef<Connection<Row>['edges'][number]>(`${name}Edge`).implement({
    description: `One ${name} of a page, with its place.`,
    authScopes: scope,
    fields: (t) => ({
      cursor: t.exposeString('cursor', { description: 'The place; opaque, good for this list and sorting only.' }),
      // The builder's types cannot see that a generic row is no list.
      node: t.field({ type: node, description: `The ${name}.`, resolve: (row) => row.node as never }),
    }),
  });
  return builder.objectRef<Connection<Row>>(`${name}Connection`).implement({
    description: `One page of a list of ${name}s.`,
    authScopes: scope,
    fields: (t) => ({
      edges: t.field({ type: [edge], description: 'The page with places.', resolve: (page) => [...page.edges] }),
      nodes: t.field({ type: [node], description: 'The page without places.', resolve: (page) => [...page.nodes] }),
      pageInfo: t.field({
        type: pageInfoRef,
        description: 'What lies beyond the page.',
        resolve: (page) => page.pageInfo,
      }),
    }),
  });
}

/** `first after` and `last before`. */
export const pageArguments = (size: number, limit: number = PAGE_LIMIT) =>
  builder.args((t) => ({
    first: t.int({ description: `Rows wanted from the start, or after a cursor; ${size} without, ${limit} at most.` }),
    after: t.string({ description: 'Start after this cursor.' }),
    last: t.int({ description: `Rows wanted from the end, or before a cursor; ${limit} at most.` }),
    before: t.string({ description: 'End before this cursor.' }),
  }));
