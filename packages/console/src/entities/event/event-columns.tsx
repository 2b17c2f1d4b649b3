import { formatReportDate, LIMITS, namesDeclaration, truncate } from '@switchboard/model';
import type { EventRowFragment } from '../../api/generated/graphql.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import text from '../../ui/text/text.module.css';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { COLUMN_WIDTHS } from '../../ui/theme/metrics.ts';
import { EventChips } from './event-chips.tsx';
import styles from './event-text.module.css';
import { severityBadge } from './severity.ts';

const { small, medium, status, wide } = COLUMN_WIDTHS;

function Plain({ value }: { readonly value: string | null }) {
  return value === null ? <span className={text['faint']}>—</span> : <span data-tip={value}>{value}</span>;
}

function Severity({ event }: { readonly event: EventRowFragment }) {
  const badge = severityBadge(event.severity);
  return (
    <StatusBadge
      tone={badge.tone}
      label={badge.label}
      {...(badge.tone === 'working' ? { icon: 'info' as const } : {})}
    />
  );
}

/** The declaration of the event, unless its message names it. */
function Subject({ event }: { readonly event: EventRowFragment }) {
  const name = event.download_declaration ?? event.upload_declaration;
  return name === null || namesDeclaration(event.code) ? null : <span className={text['strong']}>{name}</span>;
}

export const EVENT_COLUMNS: readonly Column<EventRowFragment>[] = [
  { id: 'severity', header: 'Status', width: status, essential: true, cell: (row) => <Severity event={row} /> },
  { id: 'created', header: 'Created', width: medium, cell: (row) => <Timestamp value={row.created} /> },
  {
    id: 'report_datetime',
    header: 'Report Date',
    width: small,
    hidden: true,
    cell: (row) =>
      row.report_datetime === null ? (
        <span className={text['faint']}>—</span>
      ) : (
        <time dateTime={row.report_datetime.iso.slice(0, 10)} data-tip={row.report_datetime.long_utc}>
          {formatReportDate(row.report_datetime.iso, { now: new Date() })}
        </time>
      ),
  },
  {
    id: 'project_name',
    header: 'Project',
    width: small,
    hidden: true,
    cell: (row) => <Plain value={row.project_name} />,
  },
  {
    id: 'download_upload',
    header: 'Download or upload',
    width: wide,
    hidden: true,
    cell: (row) => <Plain value={row.download_declaration ?? row.upload_declaration} />,
  },
  {
    id: 'message',
    header: 'Message',
    essential: true,
    width: wide,
    grow: 1,
    cell: (row) => (
      <span className={styles['line']}>
        <Subject event={row} />
        <span className={`${text['cut']} ${styles['messageText'] ?? ''}`} data-tip={row.message}>
          {truncate(row.message, LIMITS.eventMessageLength)}
        </span>
        <EventChips event={row} />
      </span>
    ),
  },
];
