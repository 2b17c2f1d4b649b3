import type { DownloadRowFragment } from '../../api/generated/graphql.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { Text } from '../../ui/layout/layout.tsx';
import { COLUMN_WIDTHS } from '../../ui/theme/metrics.ts';
import { CutText } from '../transfer/cells.tsx';
import { transferColumns } from '../transfer/transfer-columns.tsx';
import { DownloadStatusCell } from './download-status-cell.tsx';

const { outcome, text: textWidth } = COLUMN_WIDTHS;

/** The columns of every list of downloads. `linkTo` is where a download's name leads. */
export function downloadColumns(
  linkTo: (download: DownloadRowFragment) => string,
): readonly Column<DownloadRowFragment>[] {
  const shared = transferColumns({ linkTo, kind: 'download', createdHeader: 'Found', durationId: 'download_duration' });
  return [
    ...shared.dates,
    shared.duration,
    shared.project,
    shared.name,
    shared.purpose,
    {
      id: 'description',
      header: 'Description',
      part: 'detail',
      width: textWidth,
      grow: 1.5,
      cell: (row) => <Description download={row} />,
    },
    {
      id: 'status',
      header: 'Status',
      width: outcome,
      grow: 3.6,
      essential: true,
      part: 'status',
      cell: (row) => <DownloadStatusCell download={row} />,
    },
  ];
}

/** The names of a download's files, or what it waits for, with the times of its probes in the tooltip. */
function Description({ download }: { readonly download: DownloadRowFragment }) {
  const { waiting_text: waiting, description, handle } = download;
  if (waiting !== null) {
    return (
      <Text truncate data-tip={waiting.tooltip}>
        {waiting.text}
      </Text>
    );
  }
  return <CutText value={description} mono={description === handle.filename} />;
}
