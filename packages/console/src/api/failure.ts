import { isCancelled, requestIdOf, UnreachableError } from './http.ts';

/** What went wrong with a request, in words for a person. */
export type Failure = { readonly message: string; readonly requestId: string | undefined };

/** The part of urql's error that counts here. */
export type GraphqlFailure = {
  readonly networkError?: Error | undefined;
  readonly graphQLErrors: readonly { readonly message: string; readonly extensions?: Record<string, unknown> }[];
  readonly response?: unknown;
};

export const GENERIC_FAILURE =
  'There was a problem processing the request. Please try again. Contact support if the problem persists.';
export const UNKNOWN_SERVER_ERROR = 'Unknown server error.';

function statusOf(response: unknown): number | null {
  return response instanceof Response ? response.status : null;
}

function requestIdIn(failure: GraphqlFailure): string | undefined {
  if (failure.networkError instanceof UnreachableError) return failure.networkError.requestId;
  const told = failure.graphQLErrors
    .map((error) => error.extensions?.['requestId'])
    .find((id) => typeof id === 'string');
  return typeof told === 'string' ? told : requestIdOf(failure.response);
}

/** The first network error's text, else the first GraphQL error's; "Unknown server error." from 500 on or without any. */
export function describeFailure(failure: GraphqlFailure): Failure {
  const requestId = requestIdIn(failure);
  const status = statusOf(failure.response);
  if (status !== null && status >= 500) return { message: UNKNOWN_SERVER_ERROR, requestId };
  const message = failure.networkError?.message || failure.graphQLErrors[0]?.message || UNKNOWN_SERVER_ERROR;
  return { message, requestId };
}

/** What goes to error reporting: not refusals (403), not what was cancelled. */
export function isReported(failure: GraphqlFailure): boolean {
  if (isCancelled(failure.networkError)) return false;
  return statusOf(failure.response) !== 403;
}
