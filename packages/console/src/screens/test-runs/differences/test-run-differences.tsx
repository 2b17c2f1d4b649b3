import { Skeleton } from '@mantine/core';
import { useCallback } from 'react';
import { useQuery } from 'urql';
import { describeFailure } from '../../../api/failure.ts';
import { TestRunDifferencesDocument } from '../../../api/generated/documents/test-run.ts';
import type { TestRunDifferencesQuery, TestRunRowFragment } from '../../../api/generated/graphql.ts';
import { useRefetchOnChanges } from '../../../api/live/use-refetch-on-changes.ts';
import { DifferenceCounts } from '../../../entities/test-run/differences/difference-counts.tsx';
import { DifferenceTable } from '../../../entities/test-run/differences/difference-table.tsx';
import { concernsTestRuns } from '../../../entities/test-run/test-run-list.ts';
import { uploadStatusView } from '../../../entities/upload/upload-status.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx';
import { Stack, Text } from '../../../ui/layout/layout.tsx';
import { StatusBadge } from '../../../ui/status/status-badge.tsx';
import styles from './differences.module.css';

type ComparedUpload = NonNullable<TestRunDifferencesQuery['flow']>['outputs'][number];

/** How the results of a test run differ from those that production delivered for the report date. */
export function TestRunDifferences({ run }: { readonly run: Pick<TestRunRowFragment, 'id'> }) {
  const [{ data, error }, refetch] = useQuery({
    query: TestRunDifferencesDocument,
    variables: { id: run.id },
    requestPolicy: 'cache-and-network',
  });
  const refresh = useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch]);
  useRefetchOnChanges(refresh, concernsTestRuns);
  if (data === undefined || data === null) {
    if (error === undefined)
      return (
        <div aria-busy="true">
          <Skeleton height="var(--empty-height)" />
        </div>
      );
    return (
      <ErrorState title="The differences could not be loaded." failure={describeFailure(error)} onRetry={refresh} />
    );
  }
  const uploads = data.flow?.outputs ?? [];
  if (uploads.length === 0) return <EmptyState title="No uploads" />;
  return (
    <Stack gap={6}>
      {uploads.map((upload) => (
        <Stack as="section" gap={3} minWidth={0} key={upload.id} aria-label={upload.name} className={styles['upload']}>
          <Text as="h3" size="large" weight="strong" breakWords>
            {upload.name}
          </Text>
          <UploadDifference upload={upload} />
        </Stack>
      ))}
    </Stack>
  );
}

function UploadDifference({ upload: { name, status, difference } }: { readonly upload: ComparedUpload }) {
  if (difference === null) {
    if (status === 'completed')
      return (
        <Text as="p" tone="dim">
          Production has delivered nothing for this report date, so there is nothing to compare with.
        </Text>
      );
    const { label, tone } = uploadStatusView(status);
    return (
      <Text as="p" tone="dim">
        <StatusBadge tone={tone} label={label} /> The test run has no result to compare.
      </Text>
    );
  }
  if (difference.failure !== null)
    return (
      <Banner tone="warning" title="The results could not be compared." isStanding>
        {difference.failure}
      </Banner>
    );
  return (
    <>
      <DifferenceCounts difference={difference} side="the test run" />
      <DifferenceTable name={name} difference={difference} side="the test run" />
    </>
  );
}
