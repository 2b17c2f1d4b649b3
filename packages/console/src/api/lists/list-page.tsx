import type { ReactNode } from 'react';
import { ColumnsButton } from '../../ui/data-table/columns-button.tsx';
import { Page } from '../../ui/page/page.tsx';
import { LiveIndicator } from '../../ui/status/live-indicator.tsx';
import { ListDrawer } from './drawer/list-drawer.tsx';
import { ExportButton } from './export-button.tsx';
import type { Identified } from './list-description.ts';
import { ListPanel, type ListPanelProps } from './list-panel.tsx';
import type { ListState } from './use-list.ts';
import type { ListPageState } from './use-list-page.ts';

type Props<Row extends Identified> = Pick<
  ListPanelProps<Row>,
  'columns' | 'detail' | 'actions' | 'selection' | 'emptyTitle' | 'emptyText'
> & {
  /** A list whose rows open in a drawer, or one whose rows open as `onOpen` says. */
  readonly page: ListPageState<Row> | ListState<Row>;
  /** Opens a row of a list without a drawer. Absent where rows do not open. */
  readonly onOpen?: (row: Row) => void;
  /** The drawer of the open row; rendered while one is open. */
  readonly drawer?: ReactNode;
  /** Dialogs of the row actions. */
  readonly dialog?: ReactNode;
  /** The state of the list in one line, above its filters. */
  readonly strip?: ReactNode;
  /** Actions on the list, before the ones that every list has. */
  readonly commands?: ReactNode;
  /** Commands for the selected rows, below the grid. */
  readonly selectionBar?: ReactNode;
};

/** A page that is one list: title, live state, column choice, filters, grid and drawer. */
export function ListPage<Row extends Identified>(props: Props<Row>) {
  const { page, onOpen, drawer, dialog, strip, commands, selectionBar, ...panel } = props;
  const { list, live, connection, layout, setLayout, grid, variables } = page;
  const opening = 'openId' in page ? page : null;
  return (
    <Page
      title={list.title}
      aside={<LiveIndicator live={live} loaded={connection.updated} />}
      actions={
        <>
          {commands}
          {(grid === 'downloads' || grid === 'uploads' || grid === 'events') && (
            <ExportButton type={grid} variables={variables} />
          )}
          <ColumnsButton
            columns={panel.columns}
            hasActions={panel.actions !== undefined}
            layout={layout}
            sort={page.sort}
            onLayoutChange={setLayout}
          />
        </>
      }
    >
      {strip}
      <ListPanel
        {...panel}
        state={page}
        primary
        {...(opening === null ? onOpen && { onOpen } : { onOpen: opening.open, selectedId: opening.openId })}
      />
      {selectionBar}
      {opening !== null && opening.openId !== '' && <ListDrawer page={opening}>{drawer}</ListDrawer>}
      {dialog}
    </Page>
  );
}
