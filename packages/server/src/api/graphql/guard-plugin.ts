import { PipelineError } from '@switchboard/model/errors/errors';
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
import { REFUSALS_PER_HOUR, recordRefusal } from '../../audit/record-refusal.ts';
import { ADMIN_EXTENSION } from '../../graphql/administration.ts';
import type { GraphqlContext } from '../../graphql/context.ts';
import { RequestError } from '../../graphql/request-error.ts';
import type { Costly } from '../load/shed-load.ts';
import { costlyWork } from './costly-work.ts';
import { brokenLimit, rootFieldsOf, TOKEN_LIMIT } from './limits.ts';
import { type Present, presentResult } from './present-result.ts';
import { refusedActs } from './refused-acts.ts';

export type GuardedContext = GraphqlContext & {
  readonly present: Present;
  /** @throws PipelineError RATE_LIMITED when the account starts too much of this */
  readonly admitCostly: (work: Costly) => void;
};

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

/** The error of an operation that starts more than its account may; null when it may run. */
function limitCostly(args: Arguments, { admitCostly, present }: GuardedContext): ExecutionResult | null {
  try {
    for (const work of costlyWork(args)) admitCostly(work);
    return null;
  } catch (error) {
    if (!(error instanceof PipelineError)) throw error;
    return presentResult({ errors: [new GraphQLError(error.message, { originalError: error })] }, present);
  }
}

function refuse(error: RequestError): ExecutionResult {
  return {
    errors: [new GraphQLError(error.message, { extensions: { code: error.code, http: { status: error.status } } })],
  };
}

/** Returns the permissions that the root fields of an operation state; introspection fields state none. */
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

type Checked = Arguments & { readonly contextValue: GuardedContext };

/** Records what the operation was refused. A failure to record is logged, and does not change the answer. */
async function recordRefusals(args: Checked, result: ExecutionResult): Promise<void> {
  const { database, session, present } = args.contextValue;
  for (const act of refusedActs(args, result, session.accountId === null ? null : session.urlName).slice(
    0,
    REFUSALS_PER_HOUR,
  )) {
    await recordRefusal(database, session, act).catch((error: unknown) =>
      present.onUnexpected(error instanceof Error ? error : new Error(String(error))),
    );
  }
}

/** Masks the errors of a result, and records what was refused. Streams of results are masked one by one. */
async function finish(args: Checked, result: ExecutionResult): Promise<ExecutionResult> {
  const shown = presentResult(result, args.contextValue.present);
  await recordRefusals(args, shown);
  return shown;
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
    async onExecute({ args, setResultAndStopExecution }) {
      const refused = refusal(args, args.contextValue);
      if (refused) {
        await recordRefusals(args, refused);
        setResultAndStopExecution(refused);
        return undefined;
      }
      const limited = limitCostly(args, args.contextValue);
      if (limited) {
        setResultAndStopExecution(limited);
        return undefined;
      }
      return {
        onExecuteDone: async ({ result, setResult }) => {
          if (!isIterable(result)) setResult(await finish(args, result as ExecutionResult));
        },
      };
    },
    onSubscribe({ args, setResultAndStopExecution }) {
      const refused = refusal(args, args.contextValue);
      if (refused) return setResultAndStopExecution(refused);
      const { present } = args.contextValue;
      const shown = <Result>(result: Result): Result | ExecutionResult =>
        isIterable(result) ? result : presentResult(result as ExecutionResult, present);
      return {
        onSubscribeResult({ result, setResult }) {
          setResult(shown(result));
          return { onNext: ({ result: next, setResult: setNext }) => setNext(shown(next)) };
        },
      };
    },
  };
}
