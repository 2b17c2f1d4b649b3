import { UnstyledButton } from '@mantine/core';
import { formatReportDate } from '@switchboard/model/format';
import { IconCopy } from '@tabler/icons-react';
import type { TestRunRowFragment } from '../../api/generated/graphql.ts';
import { Row } from '../../ui/layout/layout.tsx';
import { copyText } from '../../ui/text/copyable.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';
import styles from './test-runs.module.css';

type Props = { readonly run: Pick<TestRunRowFragment, 'id' | 'created' | 'launched_by' | 'report_datetime'> };

/** When a test run was launched, by whom, of which report date, and its id. */
export function TestRunFacts({ run: { id, created, launched_by: person, report_datetime: date } }: Props) {
  return (
    <Row as="dl" gap={[1, 5]} align="center" wrap className={styles['facts']}>
      <div>
        <dt>Created</dt>
        <dd>
          <Timestamp value={created} />
        </dd>
      </div>
      <div>
        <dt>Launched by</dt>
        <dd>{person?.name ?? '—'}</dd>
      </div>
      {date !== null && (
        <div>
          <dt>Report Date</dt>
          <dd>
            <time dateTime={date.iso.slice(0, 10)} data-tip={date.long_utc}>
              {formatReportDate(date.iso, { now: new Date() })}
            </time>
          </dd>
        </div>
      )}
      <div>
        <dt>Flow ID</dt>
        <dd>
          <UnstyledButton
            className={styles['id'] ?? ''}
            aria-label={`Copy Flow ID ${id}`}
            data-tip="Copy Flow ID"
            onClick={() => void copyText(id)}
          >
            <span>{id}</span>
            <IconCopy size={SMALL_ICON_SIZE} aria-hidden="true" />
          </UnstyledButton>
        </dd>
      </div>
    </Row>
  );
}
