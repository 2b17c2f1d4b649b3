import { formatReportDate } from '@switchboard/model/format';
import { Link } from 'react-router';
import type { Column } from '../../src/ui/data-table/types.ts';
import { StatusBadge } from '../../src/ui/status/status-badge.tsx';
import { Copyable } from '../../src/ui/text/copyable.tsx';
import text from '../../src/ui/text/text.module.css';
import { Timestamp } from '../../src/ui/text/timestamp.tsx';
import { COLUMN_WIDTHS } from '../../src/ui/theme/metrics.ts';
import styles from '../gallery.module.css';
import type { SampleRow } from './sample-rows.ts';

const { date, project, small, medium, name, text: wideText, outcome } = COLUMN_WIDTHS;

/** The columns of the gallery's tables, like those of the downloads. */
export const SAMPLE_COLUMNS: readonly Column<SampleRow>[] = [
  {
    id: 'date',
    header: 'Report Date',
    width: date,
    sort: 'DATE',
    essential: true,
    cell: (row) => <time className={text['plain']}>{formatReportDate(row.started, { now: new Date() })}</time>,
  },
  { id: 'started', header: 'Started', width: medium, cell: (row) => <Timestamp value={row.started} /> },
  { id: 'project', header: 'Project', width: project, part: 'detail', cell: (row) => row.project },
  {
    id: 'name',
    header: 'Name',
    width: name,
    grow: 1.5,
    essential: true,
    part: 'title',
    cell: (row) => (
      <Copyable text={row.id} what="id">
        <Link to={`?row=${row.id}`} className={`${text['strong']} ${text['cut']} ${styles['link']}`} tabIndex={-1}>
          {row.name}
        </Link>
      </Copyable>
    ),
  },
  { id: 'purpose', header: 'Purpose', width: small, part: 'detail', cell: (row) => row.purpose },
  {
    id: 'description',
    header: 'Description',
    width: wideText,
    grow: 2,
    part: 'detail',
    cell: (row) => (
      <span className={`${text['cut']} ${text['mono']}`} data-tip={row.description}>
        {row.description}
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    width: outcome,
    grow: 2.8,
    essential: true,
    part: 'status',
    cell: (row) => (
      <span className={styles['status']}>
        <StatusBadge tone={row.tone} label={row.status} />
        <span className={text['cut']} data-tip={row.text}>
          {row.text}
        </span>
      </span>
    ),
  },
];
