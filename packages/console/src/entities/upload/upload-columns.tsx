import { LIMITS, truncate } from '@switchboard/model';
import type { UploadRowFragment } from '../../api/generated/graphql.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { COLUMN_WIDTHS } from '../../ui/theme/metrics.ts';
import { CutText, Duration, NameCell, purposeLabel, ReportDate } from '../transfer/cells.tsx';
import { UploadStatusCell } from '../transfer/transfer-status.tsx';

type UploadColumn = Column<UploadRowFragment>;

const { date, project, small, medium, name, outcome, text, wide } = COLUMN_WIDTHS;

function Destination({ upload }: { readonly upload: UploadRowFragment }) {
  return <CutText value={upload.destination} shown={truncate(upload.destination, LIMITS.destinationLength)} mono />;
}

/** The columns of every list of uploads. `linkTo` is where an upload's name leads. */
export function uploadColumns(linkTo: (upload: UploadRowFragment) => string): readonly UploadColumn[] {
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
      header: 'Ready',
      width: medium,
      sort: 'CREATED',
      hidden: true,
      cell: (row) => <Timestamp value={row.ready} />,
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
      id: 'queued_duration',
      header: 'Queued for',
      width: small,
      hidden: true,
      cell: (row) => <Duration from={row.ready} to={row.started} />,
    },
    {
      id: 'upload_duration',
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
    { id: 'purpose', header: 'Purpose', width: small, hidden: true, cell: (row) => purposeLabel(row.purpose) },
    {
      id: 'description',
      header: 'Description',
      width: text,
      hidden: true,
      cell: (row) => <CutText value={row.handle} mono />,
    },
    {
      id: 'destination',
      header: 'Destination',
      width: wide,
      grow: 3.3,
      cell: (row) => <Destination upload={row} />,
    },
    {
      id: 'status',
      header: 'Status',
      width: outcome,
      grow: 3.2,
      essential: true,
      cell: (row) => <UploadStatusCell upload={row} />,
    },
  ];
}
