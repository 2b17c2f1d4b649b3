import { ERRORS, type ErrorCode, errorText, PipelineError } from '@switchboard/model';
import { type ExecutionResult, GraphQLError } from 'graphql';
import { RequestError } from '../../graphql/request-error.ts';
import { DATABASE_AWAY, isDatabaseAway, RETRY_AFTER } from '../http/database-away.ts';

export type Present = {
  readonly requestId: string;
  /** Told of each error whose text is not for its reader. */
  readonly onUnexpected: (error: Error) => void;
};

const SUGGESTION = / Did you mean .*\?$/s;

/** An execution's result with errors that may be read by whoever asked. */
export function presentResult(result: ExecutionResult, present: Present): ExecutionResult {
  if (!result.errors) return result;
  return { ...result, errors: result.errors.map((error) => presentError(error, present)) };
}

/** Errors of the catalogue and of the request's own form are told; others become one that names the request only. */
export function presentError(error: GraphQLError, present: Present): GraphQLError {
  const cause = rootCause(error);
  if (cause === null) {
    const { code } = error.extensions;
    return remake(error, error.message.replace(SUGGESTION, ''), typeof code === 'string' ? code : 'BAD_REQUEST', null);
  }
  const told = tell(cause);
  if (told) return remake(error, told.message, told.code, told.status);
  present.onUnexpected(cause);
  return remake(error, errorText('UNKNOWN_SERVER_ERROR'), 'UNKNOWN_SERVER_ERROR', null, {
    requestId: present.requestId,
  });
}

/** The error that is not GraphQL's own; null when the whole chain is. */
function rootCause(error: GraphQLError): Error | null {
  const { originalError } = error;
  return originalError instanceof GraphQLError ? rootCause(originalError) : (originalError ?? null);
}

function tell(cause: Error): { message: string; code: ErrorCode; status: number } | null {
  if (cause instanceof RequestError) return { message: cause.message, code: cause.code, status: cause.status };
  if (cause instanceof PipelineError) {
    const entry: { readonly http?: number } = ERRORS[cause.code];
    return entry.http === undefined ? null : { message: cause.message, code: cause.code, status: entry.http };
  }
  return isDatabaseAway(cause) ? DATABASE_AWAY : null;
}

function remake(
  error: GraphQLError,
  message: string,
  code: string,
  status: number | null,
  more: Readonly<Record<string, unknown>> = {},
): GraphQLError {
  return new GraphQLError(message, {
    ...(error.nodes ? { nodes: error.nodes } : {}),
    ...(error.source ? { source: error.source } : {}),
    ...(error.positions ? { positions: error.positions } : {}),
    ...(error.path ? { path: error.path } : {}),
    extensions: { code, ...more, ...(status === null ? {} : { http: httpOf(status) }) },
  });
}

function httpOf(status: number): object {
  return status === 503 ? { status, headers: RETRY_AFTER } : { status };
}
