import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useQuery } from 'urql';
import { describeFailure, type Failure } from '../../api/failure.ts';
import { ChangelistChangesDocument, ChangelistDetailDocument } from '../../api/generated/documents/draft.ts';
import { usePermission } from '../../api/session/session.ts';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { ChangeList } from './change-list.tsx';
import styles from './changelist-detail.module.css';
import { fileChanges } from './file-changes.ts';
import { Problems } from './problems.tsx';
import { RunCounts } from './run-counts.tsx';
import { useScriptPaths } from './script-paths.ts';

type Props = {
  readonly id: string;
  /** The published version; null when nothing is published. */
  readonly publishedId: string | null;
};

/** A draft or a version inside its expanded row: what the compiler reports, what differs from the published one, its runs. */
export function ChangelistDetail({ id, publishedId }: Props) {
  const mayCompare = usePermission('view-diffs-beta');
  const [{ data, error }] = useQuery({
    query: ChangelistDetailDocument,
    variables: { id },
    requestPolicy: 'cache-and-network',
  });
  const detail = data?.changelist;
  const failure = error === undefined ? null : describeFailure(error);
  return (
    <div className={styles['detail']}>
      <Block title="Problems" failure={failure} isLoading={detail === undefined}>
        {detail != null ? (
          <Problems versionId={id} messages={detail.compilation_result.messages} />
        ) : (
          <Text as="p" tone="dim">
            No data returned for changelist: {id}
          </Text>
        )}
      </Block>
      {mayCompare && publishedId !== null && publishedId !== id && <Changes id={id} publishedId={publishedId} />}
      <Block title="Runs" failure={failure} isLoading={detail === undefined}>
        <RunCounts summary={detail?.flow_summary ?? []} />
      </Block>
    </div>
  );
}

/** Differences from the published version, by file. */
function Changes({ id, publishedId }: { readonly id: string; readonly publishedId: string }) {
  const paths = useScriptPaths();
  const [{ data, error }] = useQuery({
    query: ChangelistChangesDocument,
    variables: { original: publishedId, modified: id },
    requestPolicy: 'cache-and-network',
  });
  const diff = data?.changelist_diff;
  const changes = diff == null ? [] : fileChanges(diff);
  return (
    <Block
      title="Compared with the published version"
      failure={error === undefined ? null : describeFailure(error)}
      isLoading={data === undefined}
    >
      {changes.length === 0 ? (
        <Text as="p" tone="dim">
          Its files are those of the published version.
        </Text>
      ) : (
        <>
          <ChangeList label="Changed files" changes={changes} />
          <Text as={Link} tone="accent" to={paths.changes(id)}>
            Compare with Published
          </Text>
        </>
      )}
    </Block>
  );
}

type BlockProps = {
  readonly title: string;
  readonly failure: Failure | null;
  readonly isLoading: boolean;
  readonly children: ReactNode;
};

function Block({ title, failure, isLoading, children }: BlockProps) {
  return (
    <Stack
      as="section"
      gap={2}
      align="start"
      minWidth={0}
      className={styles['block']}
      aria-label={title}
      aria-busy={isLoading && failure === null}
    >
      <Text as="h3" size="small" tone="dim" weight="medium">
        {title}
      </Text>
      {failure !== null && isLoading ? (
        <Text as="p" tone="dim" role="alert">
          {failure.message}
        </Text>
      ) : isLoading ? (
        <Skeleton height="var(--text-body)" width="60%" />
      ) : (
        children
      )}
    </Stack>
  );
}
