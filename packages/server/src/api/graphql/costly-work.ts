import { type DocumentNode, getOperationAST, OperationTypeNode, valueFromASTUntyped } from 'graphql';
import type { Costly } from '../load/shed-load.ts';
import { rootFieldsOf } from './limits.ts';

type Asked = {
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variableValues?: Readonly<Record<string, unknown>> | null | undefined;
};

const PREVIEWS = new Set(['preview_table', 'preview_publish', 'preview_publish_rows']);

/** The costly work that an operation starts. */
export function costlyWork({ document, operationName, variableValues }: Asked): readonly Costly[] {
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== OperationTypeNode.MUTATION) return [];
  return rootFieldsOf(document, operation.selectionSet).flatMap(({ name, arguments: given = [] }): Costly[] => {
    if (PREVIEWS.has(name.value)) return ['previews'];
    const action = given.find((argument) => argument.name.value === 'action');
    const isTest =
      name.value === 'save_changelist' &&
      action !== undefined &&
      valueFromASTUntyped(action.value, variableValues) === 'proof';
    return isTest ? ['tests'] : [];
  });
}
