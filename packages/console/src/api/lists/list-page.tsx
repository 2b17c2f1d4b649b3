import { type ReactNode, Suspense } from 'react';
import { ColumnsButton } from '../../ui/data-table/columns-button.tsx';
import { Page } from '../../ui/page/page.tsx';
import { LiveIndicator } from '../../ui/status/live-indicator.tsx';
import type { Identified } from './list-description.ts';
import { ListPanel, type ListPanelProps } from './list-panel.tsx';
import type { ListPageState } from './use-list-page.ts';

type Props<Row extends Identified> = Pick<
  ListPanelProps<Row>,
  'columns' | 'detail' | 'actions' | 'emptyTitle' | 'emptyText'
> & {
  readonly page: ListPageState<Row>;
  /** The drawer of the open row; rendered while one is open. */
  readonly drawer: ReactNode;
  /** Dialogs of the row actions. */
  readonly dialog?: ReactNode;
};

/** A page that is one list: title, live state, column choice, filters, grid and drawer. */
export function ListPage<Row extends Identified>({ page, drawer, dialog, ...panel }: Props<Row>) {
  const { list, live, connection, layout, setLayout } = page;
  return (
    <Page
      title={list.title}
      aside={
        <LiveIndicator
          state={live.state}
          updated={Math.max(live.lastChange ?? 0, connection.updated ?? 0) || null}
          onPause={live.setPaused}
        />
      }
      actions={
        <ColumnsButton
          columns={panel.columns}
          hasActions={panel.actions !== undefined}
          layout={layout}
          onLayoutChange={setLayout}
        />
      }
    >
      <ListPanel {...panel} state={page} primary onOpen={page.open} selectedId={page.openId} />
      {page.openId !== '' && <Suspense fallback={null}>{drawer}</Suspense>}
      {dialog}
    </Page>
  );
}
