import { ActionIcon, Skeleton, UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from 'urql';
import { describeFailure } from '../../../api/failure.ts';
import { FailureExplanationDocument } from '../../../api/generated/documents/failure.ts';
import { FailureFacts } from '../../../entities/failure/failure-facts.tsx';
import type { FailureRef } from '../../../entities/failure/failure-ref.ts';
import { failureHeading } from '../../../entities/failure/failure-words.ts';
import type { FileRange } from '../../../ui/editor/diagnostic.ts';
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx';
import { SMALL_ICON_SIZE } from '../../../ui/theme/metrics.ts';
import styles from './failure-panel.module.css';

type Props = {
  readonly failure: FailureRef;
  readonly onOpenAt: (range: FileRange) => void;
  readonly onExplain: (failure: FailureRef) => void;
  readonly onClose: () => void;
};

/** Explains, above the text, the failure that led to the editor. */
export function FailurePanel({ failure, onOpenAt, onExplain, onClose }: Props) {
  const [{ data, error }, refetch] = useQuery({
    query: FailureExplanationDocument,
    variables: { ...failure },
    requestPolicy: 'cache-and-network',
  });
  const found = data?.failure_explanation;
  const problem = error === undefined ? null : describeFailure(error);
  return (
    <section className={styles['panel']} aria-label="Failure">
      <div className={styles['head']}>
        <h2 className={styles['title']}>{found == null ? 'Failure' : failureHeading(found)}</h2>
        <ActionIcon aria-label="Close the explanation" data-tip="Close the explanation" onClick={onClose}>
          <IconX size={SMALL_ICON_SIZE} />
        </ActionIcon>
      </div>
      <div className={styles['body']}>
        {found != null ? (
          <FailureFacts
            failure={found}
            onExplain={onExplain}
            renderPlace={(text) => (
              <UnstyledButton
                className={styles['place'] ?? ''}
                onClick={() => {
                  if (found.place === null) return;
                  const { path, startLine, startColumn, endLine, endColumn } = found.place;
                  onOpenAt({ path, line: startLine, column: startColumn, endLine, endColumn });
                }}
              >
                {text}
              </UnstyledButton>
            )}
          />
        ) : problem !== null ? (
          <ErrorState
            title="The failure could not be explained."
            failure={problem}
            onRetry={() => refetch({ requestPolicy: 'network-only' })}
          />
        ) : found === null ? (
          <EmptyState title="The failure is over">It was started again, or has completed since.</EmptyState>
        ) : (
          <Skeleton height="var(--row)" aria-label="Loading the failure" />
        )}
      </div>
    </section>
  );
}
