import { abbreviateNumber, fullNumber } from '@switchboard/model/format';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { Stat, Stats, Unset } from '../../ui/text/facts.tsx';
import styles from './usage.module.css';
import { contractRows, contractState, NEAR_CONTRACT, OVER_CONTRACT, type UsageReport } from './usage-report.ts';

/** The rows of the current month beside the contract. */
export function UsageSummary({ report }: { readonly report: UsageReport }) {
  const { contracted, forecast, productionRowCount, backfillRowCount, testRowCount } = report;
  return (
    <Stack as="section" gap={2} className={styles['summary']} aria-label="row counts mtd">
      <Text as="h3" size="small" tone="dim" weight="medium">
        row counts mtd
      </Text>
      <Stats>
        <RowFact label="Production" rows={productionRowCount} />
        <RowFact label="Backfill" rows={backfillRowCount} />
        <RowFact label="Test" rows={testRowCount} />
        <RowFact label="Forecast" rows={contractRows(report) + forecast} />
        {contracted === null ? (
          <Stat label="Contracted">
            <Unset>No contract</Unset>
          </Stat>
        ) : (
          <RowFact label="Contracted" rows={contracted} />
        )}
      </Stats>
    </Stack>
  );
}

function RowFact({ label, rows }: { readonly label: string; readonly rows: number }) {
  return (
    <Stat label={label}>
      <Text size="large" weight="strong" tabular data-tip={`${fullNumber(rows)} rows`}>
        {abbreviateNumber(rows)}
      </Text>
    </Stat>
  );
}

/** Says that the month is over its contract, or is expected to be. */
export function ContractBanner({ report }: { readonly report: UsageReport }) {
  const state = contractState(report);
  if (state === null) return null;
  return (
    <Banner tone={state === 'over' ? 'error' : 'warning'} title={state === 'over' ? OVER_CONTRACT : NEAR_CONTRACT} />
  );
}
