import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  NoSchemaIntrospectionCustomRule,
  parse,
  validate,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { GraphqlContext } from './context.ts';
import { brokenLimit, rootFieldsOf, TOKEN_LIMIT } from './limits.ts';
import { type Present, presentResult } from './present-result.ts';
import { RequestError } from './request-error.ts';

export type GuardedContext = GraphqlContext & { readonly present: Present };

const MOST_ERRORS = 3;
/** Root fields that need no account. */
const SIGNED_IN_FIELDS_KEY = 'signedIn';

type Arguments = {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variableValues?: Readonly<Record<string, unknown>> | null | undefined;
};

/** What keeps an operation from running at all, or null. */
function refusal(args: Arguments, context: GuardedContext): ExecutionResult | null {
  const operation = getOperationAST(args.document, args.operationName);
  if (!operation) return null;
  const broken = brokenLimit(args.schema, args.document, operation, args.variableValues ?? {});
  if (broken !== null)
    return refuse(new RequestError('BAD_REQUEST', { reason: `The operation is too large. ${broken}` }));
  if (context.session.accountId === null && needsAccount(args, operation))
    return refuse(new RequestError('NOT_ALLOWED'));
  return null;
}

function refuse(error: RequestError): ExecutionResult {
  return {
    errors: [new GraphQLError(error.message, { extensions: { code: error.code, http: { status: error.status } } })],
  };
}

function needsAccount(
  { schema, document }: Arguments,
  operation: NonNullable<ReturnType<typeof getOperationAST>>,
): boolean {
  const fields = schema.getRootType(operation.operation)?.getFields() ?? {};
  return rootFieldsOf(document, operation.selectionSet).some(({ name }) => {
    const field = fields[name.value];
    return field !== undefined && !(SIGNED_IN_FIELDS_KEY in scopesOf(field.extensions));
  });
}

/** The permission that a field or type states; empty when it states none. */
export function scopesOf(extensions: Readonly<Record<string | symbol, unknown>>): object {
  const options = extensions['pothosOptions'];
  if (typeof options !== 'object' || options === null || !('authScopes' in options)) return {};
  return typeof options.authScopes === 'object' && options.authScopes !== null ? options.authScopes : {};
}

function isIterable(result: unknown): boolean {
  return typeof result === 'object' && result !== null && Symbol.asyncIterator in result;
}

/** Reads within limits, refuses what is too large before it runs, and lets no text out that was not meant to be read. */
export function guardPlugin(options: { readonly production: boolean }): Plugin<GuardedContext> {
  const { production } = options;
  return {
    onParse({ setParseFn }) {
      setParseFn((source: string, given?: object) => parse(source, { ...given, maxTokens: TOKEN_LIMIT }));
    },
    onValidate({ addValidationRule, setValidationFn }) {
      if (production) addValidationRule(NoSchemaIntrospectionCustomRule);
      setValidationFn((schema: GraphQLSchema, document: DocumentNode, rules: Parameters<typeof validate>[2]) =>
        validate(schema, document, rules, { maxErrors: MOST_ERRORS, hideSuggestions: production }),
      );
    },
    onExecute({ args, setResultAndStopExecution }) {
      const context: GuardedContext = args.contextValue;
      const refused = refusal(args, context);
      if (refused) {
        setResultAndStopExecution(refused);
        return undefined;
      }
      return {
        onExecuteDone({ result, setResult }) {
          if (!isIterable(result)) setResult(presentResult(result as ExecutionResult, context.present));
        },
      };
    },
    onSubscribe({ args, setResultAndStopExecution }) {
      const context: GuardedContext = args.contextValue;
      const refused = refusal(args, context);
      if (refused) {
        setResultAndStopExecution(refused);
        return undefined;
      }
      return {
        onSubscribeResult({ result, setResult }) {
          if (!isIterable(result)) setResult(presentResult(result as ExecutionResult, context.present));
          return {
            onNext({ result: next, setResult: setNext }) {
              if (!isIterable(next)) setNext(presentResult(next as ExecutionResult, context.present));
            },
          };
        },
      };
    },
  };
}
