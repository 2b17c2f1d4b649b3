import { type ReactNode, useMemo, useState } from 'react';
import { ListPage } from '../../api/lists/list-page.tsx';
import type { PageVariables } from '../../api/lists/use-connection.ts';
import { type ListPageState, type ListPageView, useListPage } from '../../api/lists/use-list-page.ts';
import { LazyMaintenanceFeed } from '../maintenance/lazy-maintenance-feed.tsx';
import { MaintenanceContext, NO_WINDOWS } from '../maintenance/maintenance-context.ts';
import { useBulkActions } from './bulk/use-bulk-actions.tsx';
import type { Linked, TransferRows } from './transfer-rows.ts';

type Props<Data, Variables extends PageVariables, Row extends Linked> = {
  readonly rows: TransferRows<Data, Variables, Row>;
  readonly view: ListPageView<Variables, Row>;
  /** The label of the action that opens the drawer of a row. */
  readonly openLabel: string;
  /** Renders the details below an expanded row. */
  readonly detail?: (row: Row) => ReactNode;
  /** Text for an account without any row. */
  readonly emptyText: string;
  /** The state of the list in one line. */
  readonly strip: (page: ListPageState<Row>) => ReactNode;
  /** The drawer of the open row. */
  readonly drawer: (page: ListPageState<Row>) => ReactNode;
};

/** The page of all downloads, or of all uploads. */
export function TransferPage<Data, Variables extends PageVariables, Row extends Linked>(
  props: Props<Data, Variables, Row>,
) {
  const { noun, list, columns: columnsOf, useActions, useLink } = props.rows;
  const page = useListPage(list, props.view);
  const { linkTo, open } = page;
  const columns = useMemo(() => columnsOf(linkTo), [columnsOf, linkTo]);
  const { actions, dialog } = useActions({
    onOpen: open,
    openLabel: props.openLabel,
    onAbandoned: page.connection.remove,
  });
  const [windows, setWindows] = useState(NO_WINDOWS);
  const bulk = useBulkActions(noun, page, useLink());
  return (
    <MaintenanceContext value={windows}>
      <ListPage
        page={page}
        columns={columns}
        {...(props.detail && { detail: props.detail })}
        actions={actions}
        emptyTitle={`You have no ${noun} yet`}
        emptyText={props.emptyText}
        strip={
          <>
            {/* The rows come first. */}
            {page.connection.phase !== 'loading' && <LazyMaintenanceFeed onWindows={setWindows} />}
            {props.strip(page)}
          </>
        }
        drawer={props.drawer(page)}
        dialog={
          <>
            {dialog}
            {bulk.dialog}
          </>
        }
        selection={bulk.selection}
        selectionBar={bulk.bar}
        commands={bulk.menu}
      />
    </MaintenanceContext>
  );
}
