import { severityView } from '@switchboard/model/events';
import { formatDateTime, formatReportDate, truncate } from '@switchboard/model/format';
import { LIMITS } from '@switchboard/model/limits';
import { withoutName } from '@switchboard/model/presentation/without-name';
import { Link } from 'react-router';
import type { EventRowFragment } from '../../api/generated/graphql.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { Row, Text } from '../../ui/layout/layout.tsx';
import { Chip } from '../../ui/text/chip.tsx';
import text from '../../ui/text/text.module.css';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { COLUMN_WIDTHS } from '../../ui/theme/metrics.ts';
import { useDownloadLink } from '../download/use-download-link.ts';
import { useUploadLink } from '../upload/use-upload-link.ts';
import { EventChips } from './event-chips.tsx';
import styles from './event-text.module.css';
import { type FoldedEvent, repeatText } from './fold-events.ts';
import { isRoutine } from './severity.ts';
import { SeverityBadge } from './severity-badge.tsx';

const { small, medium, status, wide } = COLUMN_WIDTHS;

function Plain({ value }: { readonly value: string | null }) {
  return value === null ? <Text tone="faint">—</Text> : <span data-tip={value}>{value}</span>;
}

/** The download or upload of an event, with a link to it where one of its runs is concerned. */
function Subject({ event }: { readonly event: EventRowFragment }) {
  const downloadLink = useDownloadLink();
  const uploadLink = useUploadLink();
  const { download, upload } = event;
  const name = event.upload_declaration ?? event.download_declaration;
  if (name === null) return null;
  const className = `${text['strong']} ${text['cut']} ${styles['subject']}`;
  const to = upload !== null ? uploadLink({ id: upload.id, name }) : download !== null ? downloadLink(download) : null;
  return to === null ? (
    <span className={className} data-tip={name}>
      {name}
    </span>
  ) : (
    <Link to={to} className={className} data-tip={name} tabIndex={-1}>
      {name}
    </Link>
  );
}

/** The message of an event without the name that stands before it. */
export function shortMessage({
  message,
  download_declaration: download,
  upload_declaration: upload,
}: EventRowFragment): string {
  const name = upload ?? download;
  return truncate(name === null ? message : withoutName(message, name), LIMITS.eventMessageLength);
}

/** How many equal events a row stands for. */
function Repeats({ event }: { readonly event: ShownEvent }) {
  const { events, mayContinue = false } = event;
  const count = events === undefined ? null : repeatText({ events, mayContinue });
  if (events === undefined || count === null) return null;
  const oldest = formatDateTime(events.at(-1)?.created ?? event.created, { now: new Date() });
  return (
    <Chip tone="strong" tip={`${events.length} equal events since ${oldest}`}>
      {count}
    </Chip>
  );
}

/** An event of a list, which may stand for equal ones. */
export type ShownEvent = EventRowFragment & Partial<Pick<FoldedEvent, 'events' | 'mayContinue'>>;

export const EVENT_COLUMNS: readonly Column<ShownEvent>[] = [
  {
    id: 'severity',
    header: 'Status',
    width: status,
    essential: true,
    part: 'status',
    cell: (row) => <SeverityBadge event={row} />,
  },
  {
    id: 'created',
    header: 'Created',
    width: medium,
    essential: true,
    cell: (row) => <Timestamp value={row.created} />,
  },
  {
    id: 'report_datetime',
    header: 'Report Date',
    width: small,
    hidden: true,
    cell: (row) =>
      row.report_datetime === null ? (
        <Text tone="faint">—</Text>
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
    part: 'title',
    width: wide,
    grow: 1,
    cell: (row) => (
      <Row as="span" gap={3} align="center" minWidth={0}>
        <Subject event={row} />
        <Text
          truncate
          className={styles['messageText'] ?? ''}
          data-quiet={severityView(row.severity) === 'info' || undefined}
          data-routine={isRoutine(row) || undefined}
          data-tip={row.message}
        >
          {shortMessage(row)}
        </Text>
        <Repeats event={row} />
        <EventChips event={row} />
      </Row>
    ),
  },
];
