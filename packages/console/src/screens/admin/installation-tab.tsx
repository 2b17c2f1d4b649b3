import { Button, Skeleton } from '@mantine/core';
import { IconCheck, IconRefresh, IconRotateClockwise } from '@tabler/icons-react';
import { useState } from 'react';
import { useQuery } from 'urql';
import { describeFailure, GENERIC_FAILURE } from '../../api/failure.ts';
import { InstallationReportDocument } from '../../api/generated/documents/installation.ts';
import type { InstallationReportQuery } from '../../api/generated/graphql.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Row, Stack } from '../../ui/layout/layout.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { ICON_SIZE, SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';
import styles from './installation.module.css';

const RetryDialog = lazyLayer(async () => (await import('./retry-dialog.tsx')).RetryDialog);

type Report = InstallationReportQuery['installation_report'];
type Finding = Report['findings'][number];

/** Findings of `switchboard doctor`: problems first, then notes, then passed checks. */
export function InstallationTab() {
  const [{ data, error, fetching }, ask] = useQuery({
    query: InstallationReportDocument,
    requestPolicy: 'cache-and-network',
  });
  const [isRetrying, setIsRetrying] = useState(false);
  const refresh = (): void => ask({ requestPolicy: 'network-only' });
  const report = data?.installation_report;
  if (report === undefined) {
    if (error === undefined)
      return (
        <Stack gap={4} minHeight={0} overflowY="auto" className={styles['content']} aria-busy="true">
          <Skeleton height="var(--row-tall)" />
          <Skeleton height="var(--row-tall)" />
        </Stack>
      );
    const failure = describeFailure(error);
    return <ErrorState title={GENERIC_FAILURE} failure={failure} onRetry={refresh} />;
  }
  const of = (level: string): readonly Finding[] => report.findings.filter((finding) => finding.level === level);
  const fine = of('fine');
  return (
    <Stack gap={4} minHeight={0} overflowY="auto" className={styles['content']} aria-busy={fetching}>
      <Row gap={2} align="center" justify="between" wrap className={styles['head']}>
        <p>
          <strong>{summary(of('problem').length)}</strong> Examined <Timestamp value={report.at} />, {report.database}
        </p>
        <Button leftSection={<IconRotateClockwise size={ICON_SIZE} />} onClick={() => setIsRetrying(true)}>
          Retry failed work
        </Button>
        <Button leftSection={<IconRefresh size={ICON_SIZE} />} loading={fetching} onClick={refresh}>
          Examine again
        </Button>
      </Row>
      {error !== undefined && (
        <p role="alert" className={styles['stale']}>
          The installation could not be examined again: {describeFailure(error).message}
        </p>
      )}
      <Stack as="ul" gap={3} breakWords aria-label="Findings">
        {[...of('problem'), ...of('notice')].map((finding) => (
          <FindingCard key={finding.check} finding={finding} />
        ))}
      </Stack>
      {fine.length > 0 && (
        <section aria-label="In order">
          <h2 className={styles['title']}>In order</h2>
          <Stack as="ul" gap={1} tone="dim" breakWords className={styles['fine']}>
            {fine.map(({ check, title }) => (
              <li key={check}>
                <IconCheck size={SMALL_ICON_SIZE} aria-hidden="true" /> {title}
              </li>
            ))}
          </Stack>
        </section>
      )}
      {isRetrying && <RetryDialog onClose={() => setIsRetrying(false)} onRetried={refresh} />}
    </Stack>
  );
}

function summary(problems: number): string {
  if (problems === 0) return 'Nothing is stuck.';
  return problems === 1 ? '1 problem.' : `${problems} problems.`;
}

function FindingCard({ finding: { level, title, total, todo, items } }: { readonly finding: Finding }) {
  const isProblem = level === 'problem';
  return (
    <Stack as="li" gap={2} padding={[3, 4]} minWidth={0} frame="normal" aria-label={title}>
      <Row gap={2} align="center" wrap>
        <StatusBadge tone={isProblem ? 'error' : 'warning'} label={isProblem ? 'Problem' : 'Notice'} />
        <h2 className={styles['title']}>
          {title}: {total}
        </h2>
      </Row>
      {todo !== null && <p className={styles['todo']}>{todo}</p>}
      <Stack as="ul" gap={2} breakWords>
        {items.map(({ account, what, why, since, todo: own }) => (
          <li key={`${account} ${what} ${since}`}>
            <strong>{account === null ? what : `${account}: ${what}`}</strong> {why}
            {since !== null && (
              <>
                {' '}
                since <Timestamp value={since} />
              </>
            )}
            {own !== null && <span className={styles['todo']}> {own}</span>}
          </li>
        ))}
        {total > items.length && <li>… and {total - items.length} more</li>}
      </Stack>
    </Stack>
  );
}
