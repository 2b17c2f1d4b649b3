import { ERRORS, type ErrorCode, errorText, PipelineError } from '@switchboard/model/errors/errors';
import { type ExecutionResult, GraphQLError } from 'graphql';
import { isDatabaseAway } from '../../db/is-database-away.ts';
import { RequestError, shortMessage } from '../../graphql/request-error.ts';
import { DATABASE_AWAY, retryAfter } from '../http/database-away.ts';

export type Present = {
  readonly requestId: string;
  /** Called with each error that the client must not see. */
  readonly onUnexpected: (error: Error) => void;
  /** Returns the reason in the request of an unexpected error, for the client; null when there is none. */
  readonly explain?: () => string | null;
};

const SUGGESTION = / Did you mean .*\?$/s;

/** The result with errors that the client may see. */
export function presentResult(result: ExecutionResult, present: Present): ExecutionResult {
  if (!result.errors) return result;
  return { ...result, errors: result.errors.map((error) => presentError(error, present)) };
}

/** Keeps errors of the catalogue and of invalid requests; masks others by an error that has the request id only. */
export function presentError(error: GraphQLError, present: Present): GraphQLError {
  const cause = rootCause(error);
  if (cause === null) {
    const { code } = error.extensions;
    return remake(error, error.message.replace(SUGGESTION, ''), typeof code === 'string' ? code : 'BAD_REQUEST', null);
  }
  const shown = publicError(cause);
  if (shown) return remake(error, shown.message, shown.code, httpOf(shown.status, cause));
  const reason = present.explain?.() ?? null;
  if (reason !== null) return remake(error, reason, 'BAD_REQUEST', { status: 400 });
  present.onUnexpected(cause);
  return remake(error, errorText('UNKNOWN_SERVER_ERROR'), 'UNKNOWN_SERVER_ERROR', null, {
    requestId: present.requestId,
  });
}

/** The cause that is not a GraphQL error; null when every error of the chain is one. */
function rootCause(error: GraphQLError): Error | null {
  const { originalError } = error;
  return originalError instanceof GraphQLError ? rootCause(originalError) : (originalError ?? null);
}

/** Returns the error as clients may see it; null when the error is unexpected. */
function publicError(cause: Error): { message: string; code: ErrorCode; status: number } | null {
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
  http: object | null,
  more: Readonly<Record<string, unknown>> = {},
): GraphQLError {
  return new GraphQLError(shortMessage(message), {
    ...(error.nodes ? { nodes: error.nodes } : {}),
    ...(error.source ? { source: error.source } : {}),
    ...(error.positions ? { positions: error.positions } : {}),
    ...(error.path ? { path: error.path } : {}),
    extensions: { code, ...more, ...(http === null ? {} : { http }) },
  });
}

function httpOf(status: number, cause: Error): object {
  const headers = retryAfter(status, cause);
  return Object.keys(headers).length === 0 ? { status } : { status, headers };
}
