import { useEffect } from 'react';
import { ListDrawer } from '../../../api/lists/drawer/list-drawer.tsx';
import { ListPanel } from '../../../api/lists/list-panel.tsx';
import { useListPage } from '../../../api/lists/use-list-page.ts';
import { lazyLayer } from '../../../lib/load-chunk.ts';
import { toastFailed } from '../../../ui/feedback/toasts.ts';
import styles from '../backfills.module.css';
import { RUNS_VIEW } from '../backfills-view.ts';
import { RUN_COLUMNS } from './run-columns.tsx';
import { RUN_LIST } from './run-list.ts';

const RunDrawer = lazyLayer(async () => (await import('./run-drawer.tsx')).RunDrawer);

type Props = { readonly backfillId: string };

const FEW_ROWS = 5;

/** The runs of a backfill, the newest report date first. */
export function RunsTab({ backfillId }: Props) {
  const state = useListPage(RUN_LIST, RUNS_VIEW, { backfill_id: backfillId, sortDirection: 'DESC' });
  const { connection, openId, openRow, close } = state;
  const hasFailed = connection.failure !== null || connection.moreFailed;
  useEffect(() => {
    if (hasFailed) toastFailed('Failed to fetch runs');
  }, [hasFailed]);
  return (
    <div className={styles['list']}>
      <ListPanel
        state={state}
        columns={RUN_COLUMNS}
        actions={undefined}
        onOpen={state.open}
        selectedId={openId}
        emptyTitle="No Runs"
        emptyText="The backfill has started none."
      />
      {connection.rows.length > FEW_ROWS && <p className={styles['hint']}>Scroll down to see more rows</p>}
      {openId !== '' && (
        <ListDrawer page={state}>
          <RunDrawer runId={openId} known={openRow} onClose={close} />
        </ListDrawer>
      )}
    </div>
  );
}
