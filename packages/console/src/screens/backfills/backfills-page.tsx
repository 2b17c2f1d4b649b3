import { Button } from '@mantine/core';
import { IconCopy, IconGauge, IconListDetails, IconPlus, IconX } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import type { BackfillRowFragment } from '../../api/generated/graphql.ts';
import { ListPage } from '../../api/lists/list-page.tsx';
import { prefetchList } from '../../api/lists/prefetch-list.ts';
import { useList } from '../../api/lists/use-list.ts';
import { useShowsUsage } from '../../entities/usage/use-shows-usage.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';
import type { RowAction } from '../../ui/data-table/types.ts';
import { copyText } from '../../ui/text/copyable.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import { BACKFILL_COLUMNS } from './backfill-columns.tsx';
import { BACKFILL_LIST } from './backfill-list.ts';
import { useBackfillPaths } from './backfill-paths.ts';
import { isActive } from './backfill-status.ts';
import { BACKFILLS_VIEW } from './backfills-view.ts';
import { useBulkCancel } from './bulk/use-bulk-cancel.tsx';
import { useCancelBackfill } from './use-cancel-backfill.tsx';

const LaunchDialog = lazyLayer(async () => (await import('./launch/launch-dialog.tsx')).LaunchDialog);
const UsageDialog = lazyLayer(async () => (await import('./usage-dialog.tsx')).UsageDialog);

export const prefetchBackfills = prefetchList(BACKFILL_LIST, BACKFILLS_VIEW);

/** /backfills/list */
export function BackfillsPage() {
  const state = useList(BACKFILL_LIST, BACKFILLS_VIEW);
  const { refresh } = state.connection;
  const navigate = useNavigate();
  const paths = useBackfillPaths();
  const [isLaunching, setIsLaunching] = useState(false);
  const showsUsage = useShowsUsage();
  const [isUsageOpen, setIsUsageOpen] = useState(false);
  const { ask, dialog } = useCancelBackfill('Error cancelling backfill', refresh);
  const bulk = useBulkCancel(state.variables, refresh);
  const open = useCallback((row: BackfillRowFragment) => void navigate(paths.details(row)), [navigate, paths]);
  const actions = useCallback(
    (backfill: BackfillRowFragment): readonly RowAction[] => [
      {
        label: 'View details',
        icon: <IconListDetails size={ICON_SIZE} />,
        run: () => open(backfill),
      },
      {
        label: 'Copy backfill ID',
        icon: <IconCopy size={ICON_SIZE} />,
        run: () => void copyText(backfill.id, 'Copied to clipboard'),
      },
      ...(ask !== undefined && isActive(backfill)
        ? [{ label: 'Cancel backfill', icon: <IconX size={ICON_SIZE} />, danger: true, run: () => ask(backfill) }]
        : []),
    ],
    [ask, open],
  );
  return (
    <ListPage
      page={state}
      columns={BACKFILL_COLUMNS}
      actions={actions}
      onOpen={open}
      commands={
        <>
          {showsUsage && (
            <Button leftSection={<IconGauge size={ICON_SIZE} />} onClick={() => setIsUsageOpen(true)}>
              Usage
            </Button>
          )}
          <Button variant="filled" leftSection={<IconPlus size={ICON_SIZE} />} onClick={() => setIsLaunching(true)}>
            Backfill
          </Button>
        </>
      }
      selection={bulk.selection}
      selectionBar={bulk.bar}
      emptyTitle="You have no backfills yet"
      emptyText="A backfill runs pipelines again for a range of report dates."
      dialog={
        <>
          {dialog}
          {bulk.dialog}
          {isUsageOpen && <UsageDialog onClose={() => setIsUsageOpen(false)} />}
          {isLaunching && <LaunchDialog onClose={() => setIsLaunching(false)} onLaunched={refresh} />}
        </>
      }
    />
  );
}
