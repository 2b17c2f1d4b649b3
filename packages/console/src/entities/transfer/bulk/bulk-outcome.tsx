import { Button, Group } from '@mantine/core';
import { formatReportDate, fullNumber } from '@switchboard/model/format';
import { Link } from 'react-router';
import type { Failure } from '../../../api/failure.ts';
import type { BulkProgressFragment } from '../../../api/generated/graphql.ts';
import { Stack } from '../../../ui/layout/layout.tsx';
import type { TransferKind } from '../transfer-kind.ts';
import styles from './bulk.module.css';
import { BULK_LABELS, type BulkAction } from './bulk-action.ts';
import { changedCount, repeatableIds } from './bulk-state.ts';
import { countText, doneText } from './bulk-texts.ts';

/** Where the name of a download or an upload leads. */
export type LinkOf = (subject: { readonly id: string; readonly name: string }) => string;

type Props = {
  readonly noun: TransferKind['noun'];
  readonly action: BulkAction;
  readonly progress: BulkProgressFragment;
  /** Why not all rows were processed; null when the person stopped, or when all were. */
  readonly failure: Failure | null;
  readonly linkOf: LinkOf;
  /** Processes the rows that are left; absent when none is. */
  readonly onContinue?: () => void;
  readonly onRepeat: (ids: readonly string[]) => void;
  readonly onClose: () => void;
};

/** Outcome of a change: the changed rows, and each row that was not changed, with the reason. */
export function BulkOutcome(props: Props) {
  const { noun, action, progress, failure, linkOf, onContinue, onRepeat, onClose } = props;
  const changed = changedCount(progress);
  const refused = progress.count - progress.open - changed;
  const repeatable = repeatableIds(progress);
  return (
    <Stack gap={3} className={styles['step']}>
      {failure !== null && (
        <p role="alert" className={styles['failure']}>
          Interrupted: {failure.message}
          {failure.requestId !== undefined && ` (Request-ID ${failure.requestId})`}
        </p>
      )}
      <p role="status">
        {doneText(changed, noun, action)}
        {refused > 0 && ` ${countText(refused, noun)} not changed.`}
        {progress.open > 0 && ` ${countText(progress.open, noun)} not processed yet; none is changed twice.`}
      </p>
      {progress.refusals.length > 0 && (
        <ul className={styles['refusals']} aria-label="Not changed">
          {progress.refusals.map((refusal) => (
            <Refusal key={refusal.download?.id ?? refusal.upload?.id ?? refusal.message} {...refusal} linkOf={linkOf} />
          ))}
          {refused > progress.refusals.length && <li>and {fullNumber(refused - progress.refusals.length)} more</li>}
        </ul>
      )}
      <Group justify="flex-end" gap="xs">
        {repeatable.length > 0 && (
          <Button onClick={() => onRepeat(repeatable)}>
            {BULK_LABELS[action]} those {repeatable.length}
          </Button>
        )}
        {onContinue !== undefined && (
          <Button variant="filled" onClick={onContinue}>
            Continue
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
      </Group>
    </Stack>
  );
}

type RefusalProps = BulkProgressFragment['refusals'][number] & { readonly linkOf: LinkOf };

function Refusal({ message, download, upload, linkOf }: RefusalProps) {
  const subject = download ?? upload;
  const date = subject?.report_datetime;
  return (
    <li>
      {subject !== null && subject !== undefined && (
        <>
          <Link to={linkOf(subject)}>{subject.name}</Link>
          {date != null && ` · ${formatReportDate(date.iso, { now: new Date() })}`}
          {': '}
        </>
      )}
      {message}
    </li>
  );
}
