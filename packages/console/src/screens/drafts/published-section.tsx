import { Button, Skeleton } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { Link } from 'react-router';
import { ChangelistStatus } from '../../entities/draft/changelist-status.tsx';
import { RunCounts } from '../../entities/draft/run-counts.tsx';
import { useScriptPaths } from '../../entities/draft/script-paths.ts';
import type { PublishedVersionState } from '../../entities/draft/use-published-version.ts';
import { RetryBanner } from '../../ui/feedback/retry-banner.tsx';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import styles from './drafts.module.css';

/** The published version above the drafts. */
export function PublishedSection({ version }: { readonly version: PublishedVersionState }) {
  const { published, failure, refresh } = version;
  const paths = useScriptPaths();
  return (
    <Stack
      as="section"
      gap={2}
      padding={[2, 5, 4]}
      aria-labelledby="published-heading"
      aria-busy={published === undefined && failure === null}
    >
      <Text as="h2" size="body" weight="strong" id="published-heading">
        Published Version
      </Text>
      <Row gap={[3, 4]} align="center" justify="between" wrap padding={[3, 4]} frame="large" className={styles['card']}>
        {published === undefined && failure !== null && (
          <RetryBanner onRetry={refresh}>The published version could not be read: {failure.message}</RetryBanner>
        )}
        {published === undefined && failure === null && (
          <div className={styles['facts']}>
            <Skeleton height="var(--text-large)" width="40%" />
            <Skeleton height="var(--text-body)" width="60%" />
          </div>
        )}
        {published === null && (
          <div className={styles['facts']}>
            <strong className={styles['name']}>Published Drafts!</strong>
            <Row as="span" gap={[1, 4]} wrap tone="dim">
              Nothing is published yet. A draft appears here once it is published.
            </Row>
          </div>
        )}
        {published != null && (
          <>
            <div className={styles['facts']}>
              <Row gap={2} align="center" minWidth={0}>
                <Link to={paths.published} className={styles['name']} data-tip={published.description}>
                  {published.description}
                </Link>
                <ChangelistStatus status={published.status} />
              </Row>
              <Row gap={[1, 4]} wrap tone="dim">
                <span>
                  <Timestamp value={published.published_on} /> by {published.published_by?.name ?? 'Switchboard'}
                  {published.approved_by != null && `, approved by ${published.approved_by.name}`}
                </span>
                <RunCounts summary={published.flow_summary} />
              </Row>
            </div>
            <Row gap={2} wrap>
              <Button component={Link} to={paths.history} leftSection={<IconHistory size={ICON_SIZE} />}>
                History
              </Button>
              <Button component={Link} to={paths.editor(published.id)}>
                Open in Editor
              </Button>
            </Row>
          </>
        )}
      </Row>
    </Stack>
  );
}
