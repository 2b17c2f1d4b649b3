import { formatBytes, fullNumber } from '@switchboard/model/format';
import { useMemo } from 'react';
import type { DownloadRowFragment } from '../../api/generated/graphql.ts';
import { usePermission } from '../../api/session/session.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { Row, Text } from '../../ui/layout/layout.tsx';
import { NestedTable } from '../../ui/nested-table/nested-table.tsx';
import { Copyable } from '../../ui/text/copyable.tsx';
import { COLUMN_WIDTHS } from '../../ui/theme/metrics.ts';
import { CutText } from '../transfer/cells.tsx';
import { DirtyRowActions } from './dirty-row-actions.tsx';
import { dirtyCountText, reasonsText, topReasons } from './dirty-rows.ts';
import styles from './download-part.module.css';
import type { Part, PartOwner } from './part-files.ts';
import { SampleButton } from './sample-button.tsx';

const UNKNOWN_COUNT = "Row count couldn't be determined";
const { name, medium, outcome, project, small, wide } = COLUMN_WIDTHS;

const FACTS: readonly Column<Part>[] = [
  {
    id: 'name',
    header: 'Table',
    width: name,
    cell: (part) => (
      <Copyable text={part.id} what="id">
        <Text tone="text" weight="medium" truncate data-tip={part.name}>
          {part.name}
        </Text>
      </Copyable>
    ),
  },
  {
    id: 'project',
    header: 'Project',
    width: project,
    cell: (part) => <CutText value={part.source_table.project} mono={false} />,
  },
  {
    id: 'rows',
    header: 'Rows',
    width: medium,
    cell: (part) =>
      part.row_count === null ? (
        <Text tone="faint" data-tip={UNKNOWN_COUNT}>
          —
        </Text>
      ) : (
        fullNumber(part.row_count)
      ),
  },
  {
    id: 'bytes',
    header: 'Size',
    width: small,
    cell: (part) => <span data-tip="Size of the files that it was loaded from">{formatBytes(part.bytes)}</span>,
  },
  {
    id: 'dirty',
    header: 'Dirty rows',
    width: outcome,
    cell: (part) => {
      const dirty = dirtyCountText(part);
      if (dirty === null) return <Text tone="faint">—</Text>;
      const reasons = reasonsText(topReasons([part]));
      return <CutText value={reasons === null ? dirty : `${dirty}: ${reasons}`} mono={false} />;
    },
  },
];

function actionColumn(owner: PartOwner): Column<Part> {
  return {
    id: 'action',
    header: 'Actions',
    width: wide,
    grow: 2,
    cell: (part) => (
      <Row as="span" inline gap={['half', 2]} align="center" wrap minWidth={0} className={styles['actions']}>
        <SampleButton part={part} owner={owner} />
        <DirtyRowActions part={part} owner={owner} />
      </Row>
    ),
  };
}

/** The tables that a download has loaded, with their samples and dirty rows. */
export function PartsTable({ download }: { readonly download: DownloadRowFragment }) {
  const mayFetch = usePermission('manage-account-settings');
  const { status, finished, parts } = download;
  const columns = useMemo(
    () => (mayFetch ? [...FACTS, actionColumn({ status, finished })] : FACTS),
    [mayFetch, status, finished],
  );
  return (
    <NestedTable
      label={`Parts of download ${download.name}`}
      columns={columns}
      rows={parts}
      loading={false}
      note="No Items"
    />
  );
}
