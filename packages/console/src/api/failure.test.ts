import { expect, it } from 'vitest';
import { describeFailure, isReported, UNKNOWN_SERVER_ERROR } from './failure.ts';
import { UnreachableError } from './http.ts';

const answer = (status: number, id?: string): Response =>
  new Response(null, { status, headers: id === undefined ? {} : { 'Request-ID': id } });

it('takes the network error, then the first GraphQL error', { tags: 'spec:failure-unknown' }, () => {
  const both = { networkError: new Error('offline'), graphQLErrors: [{ message: 'second' }] };
  expect(describeFailure(both).message).toBe('offline');
  expect(describeFailure({ graphQLErrors: [{ message: 'first' }, { message: 'second' }] }).message).toBe('first');
});

it('hides messages of a status of 500 or above, and empty ones', { tags: 'spec:failure-unknown' }, () => {
  const failure = { graphQLErrors: [{ message: 'stack trace' }], response: answer(502, 'r-1') };
  expect(describeFailure(failure)).toEqual({ message: UNKNOWN_SERVER_ERROR, requestId: 'r-1' });
  expect(describeFailure({ graphQLErrors: [] }).message).toBe(UNKNOWN_SERVER_ERROR);
});

it('shows what an overloaded server says', () => {
  const message = 'Switchboard has more requests than it can answer at once. Try again in 1 s.';
  const failure = { graphQLErrors: [{ message, extensions: { code: 'OVERLOADED' } }], response: answer(503, 'r-6') };
  expect(describeFailure(failure)).toEqual({ message, requestId: 'r-6' });
});

it('describes an answer that could not be read instead of quoting it', () => {
  const failure = { networkError: new Error('<!doctype html>'), graphQLErrors: [], response: answer(200, 'r-5') };
  const { message, requestId } = describeFailure(failure);
  expect(message).toMatch(/^The answer could not be read\. /);
  expect(requestId).toBe('r-5');
});

it('finds the Request-ID in errors, extensions and headers', () => {
  expect(describeFailure({ networkError: new UnreachableError('r-2'), graphQLErrors: [] }).requestId).toBe('r-2');
  const masked = { graphQLErrors: [{ message: 'x', extensions: { requestId: 'r-3' } }], response: answer(200, 'r-4') };
  expect(describeFailure(masked).requestId).toBe('r-3');
});

it('403 and cancelled requests are not reported', {
  tags: ['spec:failure-reporting', 'spec:call-failures-reported'],
}, () => {
  expect(isReported({ graphQLErrors: [], response: answer(403) })).toBe(false);
  expect(isReported({ graphQLErrors: [], networkError: new DOMException('gone', 'AbortError') })).toBe(false);
  expect(isReported({ graphQLErrors: [], response: answer(500) })).toBe(true);
});
