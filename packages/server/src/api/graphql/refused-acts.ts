import {
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  type GraphQLSchema,
  getArgumentValues,
  getOperationAST,
} from 'graphql';
import type { RefusedAct } from '../../audit/record-refusal.ts';
import { ADMIN_EXTENSION } from '../../graphql/administration.ts';
import { rootFieldsOf } from './limits.ts';

type Operation = {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variableValues?: Readonly<Record<string, unknown>> | null | undefined;
};

/**
 * The root fields that an operation was refused. An error without a path refused all of them.
 * @param urlName of the account from which the sender asks; null for none
 */
export function refusedActs(
  operation: Operation,
  { errors = [] }: ExecutionResult,
  urlName: string | null,
): readonly RefusedAct[] {
  const refusals = errors.filter(({ extensions }) => extensions['code'] === 'NOT_ALLOWED');
  const definition = refusals.length === 0 ? null : getOperationAST(operation.document, operation.operationName);
  if (!definition) return [];
  const fields = operation.schema.getRootType(definition.operation)?.getFields() ?? {};
  return rootFieldsOf(operation.document, definition.selectionSet).flatMap((node) => {
    const field = fields[node.name.value];
    if (field === undefined) return [];
    const key = node.alias?.value ?? node.name.value;
    const refusal = refusals.find(({ path }) => path === undefined || (path[0] === key && path.length === 1));
    if (refusal === undefined) return [];
    const act = { act: field.name, reason: refusal.message };
    return field.extensions[ADMIN_EXTENSION] === undefined
      ? [{ ...act, kind: 'access_denied' as const, urlName }]
      : [{ ...act, ...subjectOf(operation, node, field) }];
  });
}

type Definition = Parameters<typeof getArgumentValues>[0];

/** The account and the person that the arguments name. */
function subjectOf({ variableValues }: Operation, node: FieldNode, field: Definition): Partial<RefusedAct> {
  const given: Readonly<Record<string, unknown>> = getArgumentValues(field, node, variableValues ?? {});
  const names: readonly unknown[] = Array.isArray(given['urlNames']) ? given['urlNames'] : [];
  const account = given['urlName'] ?? names[0];
  const person = given['email'] ?? given['userEmail'];
  return {
    ...(typeof account === 'string' ? { urlName: account } : {}),
    ...(typeof person === 'string' ? { email: person } : {}),
  };
}
