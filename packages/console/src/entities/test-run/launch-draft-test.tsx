import { useEffect, useState } from 'react';
import { useClient, useQuery } from 'urql';
import { describeFailure } from '../../api/failure.ts';
import { DraftToTestDocument, LaunchTestDocument } from '../../api/generated/documents/launch-test.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Box } from '../../ui/layout/layout.tsx';
import { changedUploads } from './changed-uploads.ts';
import { launchProblem, launchText, TEST_BLOCKED, TEST_FAILED } from './launch-outcome.ts';
import styles from './launch-test.module.css';
import { LaunchTestDialog } from './launch-test-dialog.tsx';

/** Errors of the compiler that are shown; the editor shows all. */
const SHOWN_ERRORS = 5;

type Props = {
  /** The draft. */
  readonly changelistId: string;
  /** The uploads that are selected where the draft changes none, or this is unknown; by default those that were tested last. */
  readonly initial?: readonly string[] | undefined;
  /** Called with the ids of the flows that were launched. */
  readonly onLaunched?: (flowIds: readonly string[]) => void;
  readonly onClose: () => void;
};

/** Launches a test run of a draft as it is saved. The uploads that it changes are selected at first. */
export function LaunchDraftTest({ changelistId, initial, onLaunched, onClose }: Props) {
  const [{ data, error }, refetch] = useQuery({
    query: DraftToTestDocument,
    variables: { id: changelistId },
    requestPolicy: 'network-only',
  });
  const { run } = useMutationAction(LaunchTestDocument, {
    done: ({ save_changelist: outcome }) => launchText(outcome),
    problem: ({ save_changelist: outcome }) => launchProblem(outcome),
    failed: TEST_FAILED,
  });
  const client = useClient();
  const [changed, setChanged] = useState<readonly string[]>([]);
  useEffect(() => changedUploads(client, { id: changelistId }, setChanged), [client, changelistId]);
  const failure = error === undefined ? null : describeFailure(error);
  const compiled = data?.changelist?.compilation_result;
  const errors = compiled?.messages.filter(({ type }) => type === 'error') ?? [];
  const isMissing = data !== undefined && data !== null && data.changelist === null;
  const problem =
    failure !== null || isMissing ? (
      <ErrorState
        title="The draft could not be loaded."
        failure={failure ?? { message: `No data returned for changelist: ${changelistId}` }}
        onRetry={failure === null ? undefined : () => refetch({ requestPolicy: 'network-only' })}
      />
    ) : errors.length > 0 ? (
      <Banner tone="error" title={TEST_BLOCKED}>
        <Box as="ul" className={styles['problems']}>
          {errors.slice(0, SHOWN_ERRORS).map(({ path, line, message }) => (
            <li key={`${path}:${line} ${message}`}>
              {path}:{line} {message}
            </li>
          ))}
          {errors.length > SHOWN_ERRORS && <li>and {errors.length - SHOWN_ERRORS} more</li>}
        </Box>
      </Banner>
    ) : undefined;
  return (
    <LaunchTestDialog
      uploads={compiled?.declarations.filter(({ declaration_type: type }) => type === 'export')}
      initial={changed.length > 0 ? changed : initial}
      problem={problem}
      onLaunch={async ({ uploads, fetchNew }) => {
        const launched = await run({
          changelist_id: changelistId,
          test_exports: [...uploads],
          fetch_new_downloads: fetchNew,
        });
        if (launched === null || !('flows' in launched.save_changelist)) return false;
        onLaunched?.(launched.save_changelist.flows.map(({ id }) => id));
        return true;
      }}
      onClose={onClose}
    />
  );
}
