import type { LaunchTestMutation } from '../../api/generated/graphql.ts';

type Outcome = LaunchTestMutation['save_changelist'];

export const TEST_BLOCKED = 'Cannot initiate Test - Fix Validation Errors.';
export const TEST_FAILED = 'There was a problem testing the Draft.';
const TEST_STARTED = 'Draft Saved and Tests Started';

/** Whether messages of the compiler make the outcome a success with warnings. */
export const hasWarnings = (messages: readonly { readonly type: string }[]): boolean =>
  messages.some(({ type }) => type === 'warning' || type === 'beta');

/** Why a test run was not launched; null when it was. */
export function launchProblem(outcome: Outcome): string | null {
  if (outcome.__typename === 'CompilationErrors') return TEST_BLOCKED;
  return 'problem' in outcome ? outcome.problem : null;
}

/** The text about a launched test run. */
export function launchText(outcome: Outcome): string {
  const isWarned = 'flows' in outcome && hasWarnings(outcome.compilation_result.messages);
  return isWarned ? `${TEST_STARTED} with some warnings.` : TEST_STARTED;
}
