import { prefetchList } from '../../api/lists/prefetch-list.ts';
import { useList } from '../../api/lists/use-list.ts';
import { HISTORY_COLUMNS } from '../../entities/draft/changelist-columns.tsx';
import { ChangelistGrid } from '../../entities/draft/changelist-grid.tsx';
import { HISTORY_LIST } from '../../entities/draft/changelist-lists.ts';
import { useChangelistActions } from '../../entities/draft/use-changelist-actions.tsx';
import { usePublishedVersion } from '../../entities/draft/use-published-version.ts';
import { ColumnsButton } from '../../ui/data-table/columns-button.tsx';
import { Page } from '../../ui/page/page.tsx';
import { LiveIndicator } from '../../ui/status/live-indicator.tsx';
import { HISTORY_VIEW } from './history-view.ts';

export const prefetchHistory = prefetchList(HISTORY_LIST, HISTORY_VIEW);

/** /scripts/history: the published version and those before it. */
export function HistoryPage() {
  const state = useList(HISTORY_LIST, HISTORY_VIEW);
  const { connection, live } = state;
  const version = usePublishedVersion();
  const { actions, dialog } = useChangelistActions(connection, version);
  return (
    <Page
      title="History"
      aside={<LiveIndicator live={live} loaded={connection.updated} />}
      actions={
        <ColumnsButton
          columns={HISTORY_COLUMNS}
          hasActions={actions !== undefined}
          layout={state.layout}
          sort={undefined}
          onLayoutChange={state.setLayout}
        />
      }
    >
      <ChangelistGrid
        state={state}
        label="History"
        columns={HISTORY_COLUMNS}
        actions={actions}
        publishedId={version.published?.id ?? null}
        emptyTitle="No Published Drafts"
        emptyText="Each version that is published is kept here, and can be published again."
      />
      {dialog}
    </Page>
  );
}
