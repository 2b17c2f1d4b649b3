import type { DownloadRowFragment } from '../../api/generated/graphql.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { COLUMN_WIDTHS, ROW_HEIGHT, TALL_ROW_HEIGHT } from '../../ui/theme/metrics.ts';
import { CutText, Duration, NameCell, purposeLabel, ReportDate } from '../transfer/cells.tsx';
import { DownloadStatusCell } from '../transfer/transfer-status.tsx';
import { dirtyStatusOf } from './dirty-rows.ts';

type DownloadColumn = Column<DownloadRowFragment>;

const { date, project, small, medium, name, outcome, text } = COLUMN_WIDTHS;

/** The columns of every list of downloads. `linkTo` is where a download's name leads. */
export function downloadColumns(linkTo: (download: DownloadRowFragment) => string): readonly DownloadColumn[] {
  return [
    {
      id: 'report_datetime',
      header: 'Report Date',
      essential: true,
      width: date,
      sort: 'REPORT_DATETIME',
      cell: (row) => <ReportDate value={row.report_datetime} />,
    },
    {
      id: 'created',
      header: 'Found',
      width: medium,
      sort: 'CREATED',
      hidden: true,
      cell: (row) => <Timestamp value={row.created} />,
    },
    {
      id: 'started',
      header: 'Started',
      width: medium,
      sort: 'STARTED',
      cell: (row) => <Timestamp value={row.started} />,
    },
    {
      id: 'finished',
      header: 'Finished',
      width: medium,
      sort: 'FINISHED',
      hidden: true,
      cell: (row) => <Timestamp value={row.finished} />,
    },
    {
      id: 'download_duration',
      header: 'Duration',
      width: small,
      hidden: true,
      cell: (row) => <Duration from={row.started} to={row.finished} />,
    },
    { id: 'project', header: 'Project', width: project, cell: (row) => <CutText value={row.project} mono={false} /> },
    {
      id: 'name',
      header: 'Name',
      essential: true,
      width: name,
      grow: 1.5,
      cell: (row) => <NameCell id={row.id} name={row.name} to={linkTo(row)} />,
    },
    { id: 'purpose', header: 'Purpose', width: small, cell: (row) => purposeLabel(row.purpose) },
    {
      id: 'description',
      header: 'Description',
      width: text,
      grow: 2,
      cell: (row) => <CutText value={row.description} mono={row.description === row.handle.filename} />,
    },
    {
      id: 'status',
      header: 'Status',
      width: outcome,
      grow: 2.8,
      essential: true,
      cell: (row) => <DownloadStatusCell download={row} />,
    },
  ];
}

/** Rows with dirty rows are taller: their counts stand below the status. */
export function downloadRowHeight(row: DownloadRowFragment): number {
  return dirtyStatusOf(row) === 'none' ? ROW_HEIGHT : TALL_ROW_HEIGHT;
}
