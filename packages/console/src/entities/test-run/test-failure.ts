import { severityView } from '@switchboard/model/events';
import type { TestRunRowFragment } from '../../api/generated/graphql.ts';
import { isEnded } from './test-run-list.ts';

export type TestFailure = { readonly title: 'Test Failed' | 'Test Failing'; readonly message: string };

/**
 * Why a test run failed, or may fail: the message of its first error event. Null while nothing went wrong, and for a run that
 * was completed or ended by a person in spite of errors.
 */
export function testFailure(
  run: Pick<TestRunRowFragment, 'status' | 'failed' | 'message' | 'events'>,
): TestFailure | null {
  const { failed, message, events } = run;
  if (!failed && isEnded(run)) return null;
  // The newest comes first.
  const first = events.findLast(({ severity }) => severityView(severity) === 'error')?.message ?? null;
  if (failed) return { title: 'Test Failed', message: first ?? message ?? 'The test run has failed.' };
  return first === null ? null : { title: 'Test Failing', message: first };
}
