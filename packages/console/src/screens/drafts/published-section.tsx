import { Button, Skeleton } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { Link } from 'react-router';
import { ChangelistStatus } from '../../entities/draft/changelist-status.tsx';
import { RunCounts } from '../../entities/draft/run-counts.tsx';
import { useScriptPaths } from '../../entities/draft/script-paths.ts';
import type { PublishedVersionState } from '../../entities/draft/use-published-version.ts';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import styles from './drafts.module.css';

/** The published version above the drafts. */
export function PublishedSection({ version }: { readonly version: PublishedVersionState }) {
  const { published, failure, refresh } = version;
  const paths = useScriptPaths();
  return (
    <section
      className={styles['published']}
      aria-labelledby="published-heading"
      aria-busy={published === undefined && failure === null}
    >
      <h2 id="published-heading" className={styles['heading']}>
        Published Version
      </h2>
      <div className={styles['card']}>
        {published === undefined && failure !== null && (
          <div role="alert" className={styles['message']}>
            <span>The published version could not be read: {failure.message}</span>
            <Button onClick={refresh}>Retry</Button>
          </div>
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
            <span className={styles['line']}>Nothing is published yet. A draft appears here once it is published.</span>
          </div>
        )}
        {published != null && (
          <>
            <div className={styles['facts']}>
              <div className={styles['title']}>
                <Link to={paths.published} className={styles['name']} data-tip={published.description}>
                  {published.description}
                </Link>
                <ChangelistStatus status={published.status} />
              </div>
              <div className={styles['line']}>
                <span>
                  <Timestamp value={published.published_on} /> by {published.published_by?.name ?? 'Switchboard'}
                  {published.approved_by != null && `, approved by ${published.approved_by.name}`}
                </span>
                <RunCounts summary={published.flow_summary} />
              </div>
            </div>
            <div className={styles['buttons']}>
              <Button component={Link} to={paths.history} leftSection={<IconHistory size={ICON_SIZE} />}>
                History
              </Button>
              <Button component={Link} to={paths.editor(published.id)}>
                Open in Editor
              </Button>
            </div>
          </>
        )}
      </div>
    </section>
  );
}
