import { Button, Group, Modal } from '@mantine/core';
import '../../../ui/theme/mantine-layer-styles.ts';
import { useEffect, useRef, useState } from 'react';
import { useClient, useQuery } from 'urql';
import { describeFailure, type Failure } from '../../../api/failure.ts';
import { BackfillsToCancelDocument, CancelBackfillsDocument } from '../../../api/generated/documents/bulk-cancel.ts';
import type { BackfillsToCancelQuery, CancelBackfillsMutation } from '../../../api/generated/graphql.ts';
import { useReturnFocus } from '../../../lib/use-return-focus.ts';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { toastDone } from '../../../ui/feedback/toasts.ts';
import { Stack } from '../../../ui/layout/layout.tsx';
import styles from './bulk-cancel.module.css';
import { backfillCount, endedText, splitByProgress, stoppingText } from './bulk-cancel-texts.ts';

type Props = {
  readonly ids: readonly string[];
  /** Called when backfills may have been cancelled. */
  readonly onChanged: () => void;
  readonly onClose: () => void;
};

type Results = CancelBackfillsMutation['cancel_backfills']['results'];

/** Says what cancelling these backfills would end and what they have done, asks, cancels, and shows the outcome of each. */
export function BulkCancelDialog({ ids, onChanged, onClose }: Props) {
  useReturnFocus();
  const client = useClient();
  const [isWorking, setIsWorking] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [results, setResults] = useState<Results | null>(null);
  const [{ data, error }, ask] = useQuery({
    query: BackfillsToCancelDocument,
    variables: { backfill_ids: [...ids] },
    requestPolicy: 'network-only',
  });

  const cancel = async (active: readonly string[]): Promise<void> => {
    setIsWorking(true);
    setFailure(null);
    const answer = await client.mutation(CancelBackfillsDocument, { backfill_ids: [...active] }).toPromise();
    setIsWorking(false);
    onChanged();
    const found = answer.data?.cancel_backfills.results;
    if (found === undefined) {
      setFailure(describeFailure(answer.error ?? { graphQLErrors: [] }));
      return ask({ requestPolicy: 'network-only' });
    }
    if (found.some(({ outcome }) => outcome !== 'ok')) return setResults(found);
    toastDone(`${backfillCount(found.length)} cancelled`);
    onClose();
  };

  const found = data?.backfills_to_cancel;
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={!isWorking}
      title={results === null ? `Do you want to cancel ${backfillCount(ids.length)}?` : 'Cancelling backfills'}
    >
      {results !== null ? (
        <Outcome results={results} onClose={onClose} />
      ) : found !== undefined ? (
        <Question
          found={found}
          failure={failure}
          isWorking={isWorking}
          onCancel={onClose}
          onConfirm={(active) => void cancel(active)}
        />
      ) : error !== undefined ? (
        <ErrorState
          title="The backfills could not be loaded"
          failure={describeFailure(error)}
          onRetry={() => ask({ requestPolicy: 'network-only' })}
        />
      ) : (
        <p role="status">Checking the backfills…</p>
      )}
    </Modal>
  );
}

type QuestionProps = {
  readonly found: BackfillsToCancelQuery['backfills_to_cancel'];
  /** Why the last attempt was interrupted. */
  readonly failure: Failure | null;
  readonly isWorking: boolean;
  readonly onCancel: () => void;
  readonly onConfirm: (ids: readonly string[]) => void;
};

function Question({ found, failure, isWorking, onCancel, onConfirm }: QuestionProps) {
  const { active, over } = splitByProgress(found.backfills);
  const first = useRef<HTMLButtonElement>(null);
  // The dialog may have opened before the backfills were read. When it opens later, it focuses the same button.
  useEffect(() => first.current?.focus(), []);
  return (
    <Stack gap={3} className={styles['step']}>
      {failure !== null && (
        <p role="alert" className={styles['failure']}>
          Error cancelling backfills: {failure.message}
          {failure.requestId !== undefined && ` (Request-ID ${failure.requestId})`} The list below is what is so now.
        </p>
      )}
      {active.length > 0 && (
        <section aria-label="Will be cancelled">
          <h3 className={styles['heading']}>{backfillCount(active.length)} will be cancelled</h3>
          <ul className={styles['list']}>
            {active.map((backfill) => (
              <li key={backfill.id}>
                <strong>{backfill.title}</strong>: {stoppingText(backfill)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {(over.length > 0 || found.missing > 0) && (
        <section aria-label="Already over">
          <h3 className={styles['heading']}>
            {backfillCount(over.length + found.missing)} already over, left as{' '}
            {over.length + found.missing === 1 ? 'it is' : 'they are'}
          </h3>
          <ul className={styles['list']}>
            {over.map((backfill) => (
              <li key={backfill.id}>
                <strong>{backfill.title}</strong>: {endedText(backfill)}
              </li>
            ))}
            {found.missing > 0 && <li>{backfillCount(found.missing)} could not be found.</li>}
          </ul>
        </section>
      )}
      <p>
        {active.length > 0
          ? 'A cancelled backfill cannot be continued.'
          : 'Nothing would change: only a backfill in progress can be cancelled.'}
      </p>
      <Group justify="flex-end" gap="xs">
        <Button ref={first} data-autofocus onClick={onCancel}>
          {active.length > 0 ? 'Cancel' : 'Close'}
        </Button>
        {active.length > 0 && (
          <Button
            variant="filled"
            color="red"
            loading={isWorking}
            onClick={() => onConfirm(active.map(({ id }) => id))}
          >
            Confirm
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** Result for each backfill. */
function Outcome({ results, onClose }: { readonly results: Results; readonly onClose: () => void }) {
  const cancelled = results.filter(({ outcome }) => outcome === 'ok').length;
  return (
    <Stack gap={3} className={styles['step']}>
      <p role="status">
        {backfillCount(cancelled)} of {results.length} cancelled.
      </p>
      <ul className={styles['list']} aria-label="Result of each backfill">
        {results.map(({ backfill_id: id, backfill, message }) => (
          <li key={id} data-problem={message !== null || undefined}>
            <strong>{backfill?.title ?? id}</strong>: {message ?? 'Cancelled'}
          </li>
        ))}
      </ul>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </Group>
    </Stack>
  );
}
