import { Button } from '@mantine/core';
import { formatReportDate } from '@switchboard/model/format';
import { useState } from 'react';
import { differenceSummary } from '../../../entities/test-run/difference-summary.ts';
import { DifferenceCounts } from '../../../entities/test-run/differences/difference-counts.tsx';
import { DifferenceTable } from '../../../entities/test-run/differences/difference-table.tsx';
import { StatusBadge } from '../../../ui/status/status-badge.tsx';
import styles from './publish.module.css';
import type { ChangedUpload, ComparedRows, RowsState } from './use-impact.ts';

type Props = {
  readonly upload: ChangedUpload;
  /** Null where the rows stay as they are. */
  readonly rows: RowsState | null;
  readonly onCompare: () => void;
};

/** Effects of publishing on one upload. */
export function UploadImpact({ upload, rows, onCompare }: Props) {
  const { name, change, destination, aspects } = upload;
  return (
    <li className={styles['upload']} aria-label={name}>
      <div className={styles['item']}>
        <span className={styles['change']} data-change={change}>
          {change}
        </span>
        <code className={styles['name']}>{name}</code>
        <span className={styles['facts']}>{aspects.length > 0 ? aspects.join(', ') : destination}</span>
      </div>
      {change === 'changed' && <Columns upload={upload} />}
      {change === 'changed' && (
        <div className={styles['rows']}>
          {rows === null ? 'Its rows stay as they are.' : <Rows name={name} rows={rows} onCompare={onCompare} />}
        </div>
      )}
    </li>
  );
}

function Columns({ upload }: Pick<Props, 'upload'>) {
  const { columns_added: added, columns_removed: removed, columns_retyped: retyped } = upload;
  if (added.length + removed.length + retyped.length === 0) return null;
  return (
    <ul aria-label={`Columns of ${upload.name}`} className={styles['columns']}>
      {added.map(({ name, type }) => (
        <li key={`added ${name}`} data-change="added">
          + <code>{name}</code> {type}
        </li>
      ))}
      {removed.map(({ name, type }) => (
        <li key={`removed ${name}`} data-change="removed">
          − <code>{name}</code> {type}
        </li>
      ))}
      {retyped.map(({ name, before, after }) => (
        <li key={`retyped ${name}`} data-change="changed">
          ~ <code>{name}</code> {before} → {after}
        </li>
      ))}
    </ul>
  );
}

type RowsProps = { readonly name: string; readonly rows: RowsState; readonly onCompare: () => void };

function Rows({ name, rows, onCompare }: RowsProps) {
  switch (rows.phase) {
    case 'idle':
      return (
        <Button size="xs" onClick={onCompare}>
          Compare rows of {name}
        </Button>
      );
    case 'waiting':
      return <StatusBadge tone="inactive" icon="waiting" label="Rows: waiting for the uploads before it" />;
    case 'loading':
      return <StatusBadge tone="working" icon="working" label="Computing the newest report date's rows…" />;
    case 'failed':
      return (
        <span className={styles['failure']}>
          <StatusBadge tone="warning" label="Rows not compared" /> {rows.message}{' '}
          <Button size="xs" variant="subtle" aria-label={`Retry ${name}`} onClick={onCompare}>
            Retry
          </Button>
        </span>
      );
    case 'ready':
      return <Compared name={name} compared={rows.data} />;
  }
}

/** How the rows of the newest delivered report date differ. */
function Compared({ name, compared }: { readonly name: string; readonly compared: ComparedRows }) {
  const { difference, report_datetime: date, milliseconds } = compared;
  const [isOpen, setIsOpen] = useState(false);
  const summary = differenceSummary(difference);
  return (
    <>
      <span className={styles['compared']}>
        {date !== null && (
          <time dateTime={date.iso.slice(0, 10)} data-tip={date.long_utc}>
            {formatReportDate(date.iso, { now: new Date() })}
          </time>
        )}
        <span>{summary === 'Same as production' ? 'Same rows as production' : `Rows: ${summary}`}</span>
        <span className={styles['dim']}>{(milliseconds / 1000).toFixed(1)} s</span>
        <Button
          size="xs"
          variant="subtle"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Hide' : 'Show'} rows of ${name}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Hide rows' : 'Show rows'}
        </Button>
      </span>
      {isOpen && (
        <div className={styles['difference']}>
          <DifferenceCounts difference={difference} side="the draft" />
          <DifferenceTable name={name} difference={difference} side="the draft" />
        </div>
      )}
    </>
  );
}
