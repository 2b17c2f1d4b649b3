import { type DocumentNode, type ExecutionArgs, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { METRICS } from '../../observe/metrics.ts';
import { currentScope } from '../../observe/scope.ts';
import { failSpan, traced } from '../../observe/trace.ts';
import type { GuardedContext } from './guard-plugin.ts';
import { rootFieldsOf } from './limits.ts';

type Asked = { readonly document: DocumentNode; readonly operationName?: string | null | undefined };

/** The label of an operation: its type and first field, whose number the schema limits. Names given by clients are unlimited. */
function describe({ document, operationName }: Asked): { readonly type: string; readonly field: string } {
  const operation = getOperationAST(document, operationName);
  if (!operation) return { type: 'none', field: 'none' };
  const [first] = rootFieldsOf(document, operation.selectionSet);
  return { type: operation.operation, field: first?.name.value ?? 'none' };
}

/** Counts operations, and records each as a child span of its request. */
export function observePlugin(): Plugin<GuardedContext> {
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const { type, field } = describe(args);
      const scope = currentScope();
      if (scope) scope.fields['operation'] = `${type} ${field}`;
      setExecuteFn((input: ExecutionArgs) =>
        traced(`graphql ${type} ${field}`, {}, async (span) => {
          const result: unknown = await executeFn(input);
          const failed = typeof result === 'object' && result !== null && 'errors' in result;
          if (failed) failSpan(span, new Error('answered with errors'));
          METRICS.graphqlOperations.inc({ type, field, outcome: failed ? 'errors' : 'ok' });
          return result;
        }),
      );
    },
    onSubscribe({ args }) {
      const { type, field } = describe(args);
      const scope = currentScope();
      if (scope) scope.fields['operation'] = `${type} ${field}`;
      METRICS.graphqlOperations.inc({ type, field, outcome: 'ok' });
    },
  };
}
