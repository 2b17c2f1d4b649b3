import { PERMISSIONS, type Permission } from '@switchboard/model/permissions';
import type { FastifyRequest } from 'fastify';
import { getOperationAST, OperationTypeNode, parse } from 'graphql';
import { graphqlSchema } from '../schema.ts';
import { scopesOf } from './guard-plugin.ts';
import { rootFieldsOf, TOKEN_LIMIT } from './limits.ts';

/** Bytes of a request's body. */
export const BODY_LIMIT = 1_048_576;
/** Bytes for mutations that carry files: up to 10,000 script files at once. */
export const LARGE_BODIES: Readonly<Record<string, number>> = {
  save_changelist: 67_108_864,
  merge_changelist: 67_108_864,
  preview_table: 67_108_864,
  preview_publish: 67_108_864,
  preview_publish_rows: 67_108_864,
};
export const MAX_BODY = Math.max(BODY_LIMIT, ...Object.values(LARGE_BODIES));

/** The permissions of the operations with large bodies. Who holds none of them cannot call any. */
export function largeBodyPermissions(): readonly Permission[] {
  const fields = graphqlSchema().getMutationType()?.getFields() ?? {};
  const scopes = Object.keys(LARGE_BODIES).map((name) => scopesOf(fields[name]?.extensions ?? {}));
  return PERMISSIONS.filter((permission) =>
    scopes.some((scope) => 'permission' in scope && scope.permission === permission),
  );
}

/** Whether a body may exceed the ordinary limit, as far as its headers say: its sender must be known before it is read. */
export function mayBeLarge(request: Pick<FastifyRequest, 'headers'>): boolean {
  const length = request.headers['content-length'];
  return length === undefined || Number(length) > BODY_LIMIT;
}

/** Whether a body that was read is too large for its operation. Anything that cannot be parsed has the ordinary limit. */
export function isTooLarge(
  request: Pick<FastifyRequest, 'headers' | 'body'>,
  body: { readonly query: string; readonly operationName?: string | null | undefined },
): boolean {
  if (!mayBeLarge(request)) return false;
  const length = request.headers['content-length'];
  const bytes = length === undefined ? Buffer.byteLength(JSON.stringify(request.body)) : Number(length);
  return bytes > BODY_LIMIT && (body.query.length > BODY_LIMIT || bytes > limitOf(body.query, body.operationName));
}

function limitOf(query: string, operationName: string | null | undefined): number {
  try {
    const document = parse(query, { maxTokens: TOKEN_LIMIT });
    const operation = getOperationAST(document, operationName);
    if (operation?.operation !== OperationTypeNode.MUTATION) return BODY_LIMIT;
    const limits = rootFieldsOf(document, operation.selectionSet).map(({ name }) => LARGE_BODIES[name.value]);
    return Math.min(...limits.map((limit) => limit ?? BODY_LIMIT));
  } catch {
    return BODY_LIMIT;
  }
}
