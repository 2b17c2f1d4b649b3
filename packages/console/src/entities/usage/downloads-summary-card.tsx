import { Button, Skeleton } from '@mantine/core';
import { Link } from 'react-router';
import { GENERIC_FAILURE } from '../../api/failure.ts';
import { useSession } from '../../api/session/session.ts';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { Chip } from '../../ui/text/chip.tsx';
import styles from './usage.module.css';
import { ContractBanner, UsageSummary } from './usage-summary.tsx';
import { useRowsReport } from './use-rows-report.ts';
import { useShowsUsage } from './use-shows-usage.ts';

/**
 * The Downloads Summary of the account's home. It is absent for people to whom the account does not show its usage; global
 * managers see it always, with who else does.
 */
export function DownloadsSummaryCard() {
  const { account } = useSession();
  const isExpected = useShowsUsage();
  const { report, failure, refresh } = useRowsReport({ dimensions: [], filters: { monthsAgo: 0 } });
  // Room for what is not shown in the end would move the page twice.
  if (report === null || (report === undefined && !isExpected)) return null;
  return (
    <Stack
      as="section"
      gap={3}
      padding={4}
      minWidth={0}
      frame="normal"
      className={styles['card']}
      aria-label="Downloads Summary"
      aria-busy={report === undefined && failure === null}
    >
      <Row gap={[2, 3]} align="center" wrap>
        <Text as="h2" size="large" weight="strong">
          Downloads Summary
        </Text>
        {report !== undefined && <Chip>{report.isVisibleForCustomer ? 'Visible for customer' : 'CS Only'}</Chip>}
        <Row as="span" gap={[2, 3]} align="center" wrap atEnd className={styles['end']}>
          <Button component={Link} to={`/app/${account.urlName}/homepage/charts`} variant="subtle">
            View details
          </Button>
        </Row>
      </Row>
      {report === undefined && failure === null && <Skeleton className={styles['loading'] ?? ''} />}
      {report === undefined && failure !== null && (
        <ErrorState title={GENERIC_FAILURE} failure={failure} onRetry={refresh} />
      )}
      {report !== undefined && (
        <>
          <ContractBanner report={report} />
          <UsageSummary report={report} />
        </>
      )}
    </Stack>
  );
}
