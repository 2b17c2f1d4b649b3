import { Button, Skeleton } from '@mantine/core';
import { fullNumber } from '@switchboard/model/format';
import { useState } from 'react';
import { useQuery } from 'urql';
import { describeFailure } from '../../api/failure.ts';
import { SchemaChangesDocument } from '../../api/generated/documents/source-quality.ts';
import type { SchemaChangeFragment } from '../../api/generated/graphql.ts';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { Unset } from '../../ui/text/facts.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { ReportSection } from './report-card.tsx';
import styles from './reports.module.css';

const PAGE_SIZE = 20;
const MOST = 100;

/** How the columns of a source have changed, the newest first. */
export function SchemaTimeline({ source }: { readonly source: string }) {
  const [first, setFirst] = useState(PAGE_SIZE);
  const [{ data, error, fetching }, refetch] = useQuery({
    query: SchemaChangesDocument,
    variables: { source, first },
    requestPolicy: 'cache-and-network',
  });
  const failure = error === undefined ? null : describeFailure(error);
  const changes = data?.schema_changes?.nodes;
  return (
    <ReportSection title="Changes of columns">
      {changes === undefined && failure !== null && (
        <ErrorState
          title="The changes could not be read"
          failure={failure}
          onRetry={() => refetch({ requestPolicy: 'network-only' })}
        />
      )}
      {changes === undefined && failure === null && <Skeleton height="var(--row-tall)" />}
      {changes?.length === 0 && <Unset>None since the first download</Unset>}
      {changes !== undefined && changes.length > 0 && (
        <Stack as="ol" gap={3} className={styles['timeline']} aria-busy={fetching}>
          {changes.map((change) => (
            <Change key={change.id} change={change} />
          ))}
        </Stack>
      )}
      {data?.schema_changes?.pageInfo.hasNextPage === true && first < MOST && (
        <Button loading={fetching} onClick={() => setFirst(Math.min(MOST, first + PAGE_SIZE))}>
          Show more
        </Button>
      )}
    </ReportSection>
  );
}

function Change({ change }: { readonly change: SchemaChangeFragment }) {
  const { created, table, changes, dirty, row_count: rows, report_datetime: reportDate } = change;
  const isScript = changes.some(({ cause }) => cause === 'script');
  return (
    <li>
      <Row gap={[1, 3]} wrap weight="medium">
        <Timestamp value={created} />
        <Text tone="dim">
          {table}
          {reportDate !== null && ` · report date ${reportDate.iso.slice(0, 10)}`}
        </Text>
      </Row>
      <Stack as="ul" gap={1} breakWords className={styles['plain']}>
        {changes.map(({ text, cause, uploads }) => (
          <li key={text}>
            {text} {cause === 'script' && <StatusBadge tone="inactive" icon="info" label="Script" />}
            {uploads.length > 0 && <Text tone="dim"> · read by {uploads.join(', ')}</Text>}
          </li>
        ))}
      </Stack>
      {isScript && change.script !== null && (
        <Text tone="dim">
          Script “{change.script}”{change.published_by !== null && `, published by ${change.published_by.name}`}
          {change.published_on !== null && (
            <>
              {' '}
              on <Timestamp value={change.published_on} />
            </>
          )}
        </Text>
      )}
      {dirty.length > 0 && (
        <Text tone="dim">
          Dirty rows of {fullNumber(rows)}:{' '}
          {dirty
            .map(
              ({ column, reason, rows: count }) =>
                `${fullNumber(count)} ${column === '' ? '' : `${column}: `}${reason}`,
            )
            .join('; ')}
        </Text>
      )}
    </li>
  );
}
