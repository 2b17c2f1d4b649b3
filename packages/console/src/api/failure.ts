import { isCancelled, OVERLOADED, requestIdOf, UnreachableError } from './http.ts';

/** A failed request, as shown to a person. */
export type Failure = { readonly message: string; readonly requestId: string | undefined };

/** The part of urql's error that is used here. */
export type GraphqlFailure = {
  readonly networkError?: Error | undefined;
  readonly graphQLErrors: readonly { readonly message: string; readonly extensions?: Record<string, unknown> }[];
  readonly response?: unknown;
};

export const GENERIC_FAILURE =
  'There was a problem processing the request. Please try again. Contact support if the problem persists.';
export const UNKNOWN_SERVER_ERROR = 'Unknown server error.';
/** The body of the answer is not ours, or has not arrived whole. Its text, often markup, says nothing to a person. */
const UNREADABLE_ANSWER =
  'The answer could not be read. A proxy or the sign-in page of a network may have replaced it. Check the connection, then retry.';

function statusOf(response: unknown): number | null {
  return response instanceof Response ? response.status : null;
}

function requestIdIn(failure: GraphqlFailure): string | undefined {
  if (failure.networkError instanceof UnreachableError) return failure.networkError.requestId;
  const id = failure.graphQLErrors
    .map((error) => error.extensions?.['requestId'])
    .find((candidate) => typeof candidate === 'string');
  return typeof id === 'string' ? id : requestIdOf(failure.response);
}

/**
 * The first network error's message, else the first GraphQL error's. "Unknown server error." for a status of 500 or
 * above, unless the server says that it is overloaded, and when there is no message. An answer that is not valid JSON is described instead of quoted.
 */
export function describeFailure(failure: GraphqlFailure): Failure {
  const requestId = requestIdIn(failure);
  const status = statusOf(failure.response);
  const [first] = failure.graphQLErrors;
  const isExplained = first !== undefined && first.extensions?.['code'] === OVERLOADED;
  if (status !== null && status >= 500)
    return { message: isExplained ? first.message : UNKNOWN_SERVER_ERROR, requestId };
  if (status !== null && status < 300 && failure.networkError) return { message: UNREADABLE_ANSWER, requestId };
  const message = failure.networkError?.message || failure.graphQLErrors[0]?.message || UNKNOWN_SERVER_ERROR;
  return { message, requestId };
}

/** Whether a failure is sent to error reporting. 403 and cancelled requests are not. */
export function isReported(failure: GraphqlFailure): boolean {
  if (isCancelled(failure.networkError)) return false;
  return statusOf(failure.response) !== 403;
}
