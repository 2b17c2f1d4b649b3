import { Button, Skeleton } from '@mantine/core';
import { IconBinaryTree2, IconCode, IconCopyPlus } from '@tabler/icons-react';
import { useCallback } from 'react';
import { Link, useNavigate } from 'react-router';
import { useQuery } from 'urql';
import { describeFailure, type Failure } from '../../api/failure.ts';
import { ChangelistDetailDocument } from '../../api/generated/documents/draft.ts';
import { useLive } from '../../api/live/live.ts';
import { FlowSummary } from '../../entities/draft/flow-summary.tsx';
import { Problems } from '../../entities/draft/problems.tsx';
import { useScriptPaths } from '../../entities/draft/script-paths.ts';
import { StartButton } from '../../entities/draft/start-button.tsx';
import { useCloneDraft } from '../../entities/draft/use-branch.ts';
import { type PublishedVersion, usePublishedVersion } from '../../entities/draft/use-published-version.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { Page } from '../../ui/page/page.tsx';
import { LiveIndicator } from '../../ui/status/live-indicator.tsx';
import { Copyable } from '../../ui/text/copyable.tsx';
import { Fact, Facts, Unset } from '../../ui/text/facts.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import { Declarations } from './declarations.tsx';
import styles from './published.module.css';

const NAVIGATION_FAILED = 'There was a problem navigating to the Published version.';

/** /scripts/published: the version that runs. */
export function PublishedPage() {
  const live = useLive();
  const { published, failure, refresh } = usePublishedVersion();
  const paths = useScriptPaths();
  const navigate = useNavigate();
  const clone = useCloneDraft(useCallback(() => void navigate(paths.drafts), [navigate, paths.drafts]));
  return (
    <Page
      title="Published Version"
      aside={<LiveIndicator live={live} />}
      actions={
        published != null && (
          <>
            {clone !== undefined && (
              <Button leftSection={<IconCopyPlus size={ICON_SIZE} />} onClick={() => clone(published)}>
                Clone
              </Button>
            )}
            <Button
              component={Link}
              to={paths.lineage(published.id, 'all')}
              leftSection={<IconBinaryTree2 size={ICON_SIZE} />}
            >
              Lineage
            </Button>
            <Button
              component={Link}
              to={paths.editor(published.id)}
              variant="filled"
              leftSection={<IconCode size={ICON_SIZE} />}
            >
              Open in Editor
            </Button>
          </>
        )
      }
    >
      <Stack gap={4} padding={[2, 5, 6]} minHeight={0} flex={1} overflowY="auto">
        {published === undefined && failure !== null && (
          <ErrorState title={NAVIGATION_FAILED} failure={failure} onRetry={refresh} />
        )}
        {published === undefined && failure === null && <PublishedSkeleton />}
        {published === null && (
          <EmptyState
            title="Published Drafts!"
            actions={
              <>
                <StartButton />
                <Button component={Link} to={paths.drafts}>
                  Open Drafts
                </Button>
              </>
            }
          >
            Nothing is published yet. A draft appears here once it is published.
          </EmptyState>
        )}
        {published != null && <Version key={published.id} published={published} />}
      </Stack>
    </Page>
  );
}

function Version({ published }: { readonly published: PublishedVersion }) {
  const paths = useScriptPaths();
  const { id, description, parent } = published;
  const [{ data, error }] = useQuery({
    query: ChangelistDetailDocument,
    variables: { id },
    requestPolicy: 'cache-and-network',
  });
  const compiled = data?.changelist?.compilation_result;
  const failure = error === undefined || compiled !== undefined ? null : describeFailure(error);
  return (
    <>
      <Stack as="section" gap={3} padding={4} minWidth={0} frame="large" aria-labelledby="version-heading">
        <Text as="h2" size="large" weight="strong" breakWords id="version-heading">
          {description}
        </Text>
        <Facts>
          <Fact label="Published">
            <Timestamp value={published.published_on} /> by {published.published_by?.name ?? 'Switchboard'}
          </Fact>
          <Fact label="Created">
            <Timestamp value={published.created_on} /> by {published.created_by?.name ?? 'Switchboard'}
          </Fact>
          <Fact label="Branched from">
            {parent == null ? (
              <Unset>No version</Unset>
            ) : (
              <Link to={paths.editor(parent.id)} data-tip={parent.description}>
                {parent.description}
              </Link>
            )}
          </Fact>
          <Fact label="Version ID">
            <Copyable text={id} what="id">
              <Text size="small" mono>
                {id}
              </Text>
            </Copyable>
          </Fact>
          <Fact label="Problems">
            <Compiled failure={failure} isLoading={compiled === undefined}>
              {compiled !== undefined && <Problems versionId={id} messages={compiled.messages} />}
            </Compiled>
          </Fact>
        </Facts>
        <Link to={paths.history} className={styles['link']}>
          All published versions
        </Link>
      </Stack>
      <Stack as="section" gap={3} padding={4} minWidth={0} frame="large" aria-labelledby="runs-heading">
        <Text as="h2" size="large" weight="strong" breakWords id="runs-heading">
          Flow summary
        </Text>
        <FlowSummary rows={published.flow_summary} loading={false} />
      </Stack>
      <Stack as="section" gap={3} padding={4} minWidth={0} frame="large" aria-labelledby="declarations-heading">
        <Text as="h2" size="large" weight="strong" breakWords id="declarations-heading">
          Downloads and uploads
        </Text>
        <Declarations
          versionId={id}
          declarations={compiled?.declarations ?? []}
          loading={compiled === undefined && failure === null}
          note={failure?.message ?? 'This version declares no downloads and uploads.'}
        />
      </Stack>
    </>
  );
}

type CompiledProps = {
  readonly failure: Failure | null;
  readonly isLoading: boolean;
  readonly children: React.ReactNode;
};

function Compiled({ failure, isLoading, children }: CompiledProps) {
  if (failure !== null) return <span role="alert">{failure.message}</span>;
  return isLoading ? <Skeleton height="var(--text-body)" width="var(--menu-width)" /> : <div>{children}</div>;
}

function PublishedSkeleton() {
  return (
    <>
      {['version', 'runs'].map((panel) => (
        <Stack gap={3} padding={4} minWidth={0} frame="large" key={panel} aria-busy="true">
          <Skeleton height="var(--text-large)" width="40%" />
          <Skeleton height="var(--text-body)" width="80%" />
          <Skeleton height="var(--text-body)" width="70%" />
          <Skeleton height="var(--text-body)" width="60%" />
        </Stack>
      ))}
    </>
  );
}
