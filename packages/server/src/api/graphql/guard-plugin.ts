import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { ADMIN_EXTENSION } from '../../graphql/administration.ts';
import type { GraphqlContext } from '../../graphql/context.ts';
import { RequestError } from '../../graphql/request-error.ts';
import { brokenLimit, rootFieldsOf, TOKEN_LIMIT } from './limits.ts';
import { type Present, presentResult } from './present-result.ts';

export type GuardedContext = GraphqlContext & { readonly present: Present };

const MAX_ERRORS = 3;

type Arguments = {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variableValues?: Readonly<Record<string, unknown>> | null | undefined;
};

/** The error of an operation that must not run; null when it may. */
function refusal(args: Arguments, context: GuardedContext): ExecutionResult | null {
  const operation = getOperationAST(args.document, args.operationName);
  if (!operation) return null;
  const broken = brokenLimit(args.schema, args.document, operation, args.variableValues ?? {});
  if (broken !== null)
    return refuse(new RequestError('BAD_REQUEST', { reason: `The operation is too large. ${broken}` }));
  const { accountId, serviceTokenId } = context.session;
  const isOfAccount = rootScopes(args, operation).map((scopes) => !('signedIn' in scopes) && !('admin' in scopes));
  if (accountId === null && isOfAccount.includes(true)) return refuse(new RequestError('NOT_ALLOWED'));
  // A program has the permissions of its token, not what its creator has as a person or elsewhere.
  if (serviceTokenId !== null && isOfAccount.includes(false)) return refuse(new RequestError('NOT_ALLOWED'));
  return null;
}

function refuse(error: RequestError): ExecutionResult {
  return {
    errors: [new GraphQLError(error.message, { extensions: { code: error.code, http: { status: error.status } } })],
  };
}

/** What the root fields of an operation state as their permission; those of introspection state none. */
function rootScopes(
  { schema, document }: Arguments,
  operation: NonNullable<ReturnType<typeof getOperationAST>>,
): readonly object[] {
  const fields = schema.getRootType(operation.operation)?.getFields() ?? {};
  return rootFieldsOf(document, operation.selectionSet).flatMap(({ name }) => {
    const field = fields[name.value];
    return field === undefined ? [] : [scopesOf(field.extensions)];
  });
}

/** The permission that a field or type states; empty when it states none. */
export function scopesOf(extensions: Readonly<Record<string | symbol, unknown>>): object {
  const administered = extensions[ADMIN_EXTENSION];
  if (typeof administered === 'string') return { admin: administered };
  const options = extensions['pothosOptions'];
  if (typeof options !== 'object' || options === null || !('authScopes' in options)) return {};
  return typeof options.authScopes === 'object' && options.authScopes !== null ? options.authScopes : {};
}

/** Marks the error of an invalid document as the client's. */
function unusable(error: GraphQLError): GraphQLError {
  const { nodes, source, positions, message } = error;
  return new GraphQLError(message, {
    ...(nodes ? { nodes } : {}),
    ...(source ? { source } : {}),
    ...(positions ? { positions } : {}),
    extensions: { code: 'BAD_REQUEST', http: { status: 400 } },
  });
}

function isIterable(result: unknown): boolean {
  return typeof result === 'object' && result !== null && Symbol.asyncIterator in result;
}

/**
 * Stops an operation that must not run. For others it returns what masks errors in their results; streams of results are masked
 * one by one.
 */
function checked(
  args: Arguments & { readonly contextValue: GuardedContext },
  stop: (result: ExecutionResult) => void,
): (<Result>(result: Result) => Result | ExecutionResult) | undefined {
  const context = args.contextValue;
  const refused = refusal(args, context);
  if (refused) {
    stop(refused);
    return undefined;
  }
  return (result) => (isIterable(result) ? result : presentResult(result as ExecutionResult, context.present));
}

/** Limits the size of documents and operations, and masks unexpected errors in results. */
export function guardPlugin(options: { readonly production: boolean }): Plugin<GuardedContext> {
  const { production } = options;
  const rules = [...specifiedRules, ...(production ? [NoSchemaIntrospectionCustomRule] : [])];
  return {
    onParse({ setParseFn }) {
      setParseFn((source: string) => {
        try {
          return parse(source, { maxTokens: TOKEN_LIMIT });
        } catch (error) {
          throw error instanceof GraphQLError ? unusable(error) : error;
        }
      });
    },
    onValidate({ setValidationFn }) {
      setValidationFn((schema: GraphQLSchema, document: DocumentNode) =>
        validate(schema, document, rules, { maxErrors: MAX_ERRORS, hideSuggestions: production }).map(unusable),
      );
    },
    onExecutionResult({ result }) {
      if (!result || Array.isArray(result) || isIterable(result) || !('errors' in result)) return;
      // Yoga answers 200 to plain JSON for invalid documents; 400 is allowed too, and is visible to proxies and in logs.
      for (const { extensions } of result.errors ?? []) {
        const { http } = extensions;
        if (typeof http === 'object' && http !== null) Object.assign(http, { spec: false });
      }
    },
    onExecute({ args, setResultAndStopExecution }) {
      const present = checked(args, setResultAndStopExecution);
      return present && { onExecuteDone: ({ result, setResult }) => setResult(present(result)) };
    },
    onSubscribe({ args, setResultAndStopExecution }) {
      const present = checked(args, setResultAndStopExecution);
      return (
        present && {
          onSubscribeResult({ result, setResult }) {
            setResult(present(result));
            return { onNext: ({ result: next, setResult: setNext }) => setNext(present(next)) };
          },
        }
      );
    },
  };
}
