import { Button } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import type { ListedRestatementFragment } from '../../api/generated/graphql.ts';
import { useDownloadLink } from '../../entities/download/use-download-link.ts';
import { useScriptPaths } from '../../entities/draft/script-paths.ts';
import { ReportDate } from '../../entities/transfer/cells.tsx';
import { useUploadLink } from '../../entities/upload/use-upload-link.ts';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { differenceText, groupDigits } from './changed-number.ts';
import styles from './restatements.module.css';
import { stateView } from './restatements-view.ts';

type Restatement = ListedRestatementFragment;
type Props = {
  readonly restatement: Restatement;
  /** Absent for people who may not deliver it. */
  readonly onDeliver: (() => void) | undefined;
};

/** One changed result: what differs from the delivered one, why, and whether it was delivered. */
export function RestatementCard({ restatement, onDeliver }: Props) {
  const { upload_id: id, upload_name: name, report_datetime: date, created, state, destination } = restatement;
  const uploadLink = useUploadLink();
  const view = stateView(state);
  const heading = useId();
  return (
    <Stack as="li" gap={2} padding={[3, 4]} minWidth={0} frame="normal" aria-labelledby={heading}>
      <Row gap={[1, 3]} align="center" wrap minWidth={0} breakWords>
        <Text as="h2" id={heading} size="large" weight="strong" className={styles['title']}>
          <Link to={uploadLink({ id, name })} data-tip="Open the upload with the changed result">
            {name}
          </Link>
        </Text>
        <Text tone="dim">
          report date <ReportDate value={date} />
        </Text>
        <StatusBadge {...view} />
        <StateText restatement={restatement} />
        <Row gap={2} align="center" atEnd tone="dim">
          <Timestamp value={created} />
          {state === 'held' && onDeliver !== undefined && (
            <Button aria-label={`Deliver ${name} of ${date?.short ?? ''} anyway`} onClick={onDeliver}>
              Deliver anyway
            </Button>
          )}
        </Row>
      </Row>
      <Differences restatement={restatement} />
      <Row gap={[1, 3]} wrap minWidth={0} tone="dim" breakWords className={styles['facts']}>
        <Cause restatement={restatement} />
        <span>
          replaces <Link to={uploadLink({ id: restatement.replaced_id, name })}>the former upload</Link>
        </span>
        {destination !== '' && <span>to {destination}</span>}
      </Row>
    </Stack>
  );
}

/** The consequence of the state of a changed result for its destination. */
function StateText({ restatement: { state, delivered, held_by: freeze } }: { readonly restatement: Restatement }) {
  if (state === 'held') return <Text tone="dim">by the freeze of {freeze === null ? 'its date' : freeze.dates}</Text>;
  if (state === 'pending') return <Text tone="dim">on its way to the destination</Text>;
  if (state === 'dropped') return <Text tone="dim">what was delivered before stands</Text>;
  if (delivered === null) return null;
  return (
    <Text tone="dim">
      <Timestamp value={delivered} />
    </Text>
  );
}

function Differences({ restatement }: { readonly restatement: Restatement }) {
  const { rows_before: before, rows_after: after, totals } = restatement;
  return (
    <table className={styles['changes']} aria-label="What changed">
      <tbody>
        <Change label="rows" before={String(before)} after={String(after)} />
        {totals.map((total) => (
          <Change key={total.column} label={total.column} before={total.before} after={total.after} />
        ))}
      </tbody>
    </table>
  );
}

type ChangeProps = { readonly label: string; readonly before: string | null; readonly after: string | null };

function Change({ label, before, after }: ChangeProps) {
  const difference = before === null || after === null ? null : differenceText(before, after);
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{before === null ? 'no column' : groupDigits(before)}</td>
      <td>→ {after === null ? 'no column' : groupDigits(after)}</td>
      <td>{difference}</td>
    </tr>
  );
}

/** Why the result differs, in words, with the download and the script version that made the difference. */
function Cause({ restatement }: { readonly restatement: Restatement }) {
  const { cause, caused_by: person, download_id: download, has_other_script: hasOther } = restatement;
  const downloadLink = useDownloadLink();
  const by = person === null ? '' : ` by ${person.name}`;
  const newer: ReactNode = download !== null && (
    <>
      {' '}
      from <Link to={downloadLink({ id: download })}>a newer download</Link>
    </>
  );
  const version = <Version restatement={restatement} />;
  const other: ReactNode = hasOther && cause !== 'script' && <>, by {version}</>;
  switch (cause) {
    case 'source':
      return (
        <span data-cause={cause}>
          the source changed{download !== null && ': '}
          {download !== null && <Link to={downloadLink({ id: download })}>newer download</Link>}
          {other}
        </span>
      );
    case 'script':
      return (
        <span data-cause={cause}>
          {version} published{by}
          {newer}
        </span>
      );
    default:
      return (
        <span data-cause={cause}>
          {CAUSE_WORDS[cause] ?? cause}
          {by}
          {newer}
          {other}
        </span>
      );
  }
}

const CAUSE_WORDS: Readonly<Record<string, string>> = {
  schedule: 'made again by its schedule',
  run_again: 'run again',
  retry: 'retried',
  backfill: 'backfill launched',
};

function Version({ restatement: { changelist_id: id, script } }: { readonly restatement: Restatement }) {
  const paths = useScriptPaths();
  return (
    <>
      script version <Link to={paths.editor(id)}>{script ?? 'without a description'}</Link>
    </>
  );
}
