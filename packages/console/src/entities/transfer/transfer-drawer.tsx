import { type ReactNode, useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { Identified } from '../../api/lists/list-description.ts';
import { ListPanel } from '../../api/lists/list-panel.tsx';
import type { PageVariables } from '../../api/lists/use-connection.ts';
import { useList } from '../../api/lists/use-list.ts';
import { withoutSorting } from '../../ui/data-table/layout.ts';
import { SideDrawer } from '../../ui/page/side-drawer.tsx';
import type { TransferRows } from './transfer-rows.ts';

type Props<Data, Variables extends PageVariables, Row extends Identified> = {
  readonly title: string;
  /** What the drawer is about; null while it loads. */
  readonly summary: ReactNode;
  readonly rows: TransferRows<Data, Variables, Row>;
  /** The variables that select the rows of the drawer. */
  readonly scope: Partial<Variables>;
  readonly emptyTitle: string;
  readonly emptyText?: string | undefined;
  readonly onClose: () => void;
};

/** A drawer with the downloads of an upload, or with the uploads of a download. */
export function TransferDrawer<Data, Variables extends PageVariables, Row extends Identified>(
  props: Props<Data, Variables, Row>,
) {
  const { title, rows } = props;
  const { list, columns: columnsOf, useActions } = rows;
  const state = useList(list, rows.drawerView, props.scope);
  const linkTo = rows.useLink();
  const navigate = useNavigate();
  const open = useCallback((row: Row) => void navigate(linkTo(row)), [navigate, linkTo]);
  const columns = useMemo(() => withoutSorting(columnsOf(linkTo)), [columnsOf, linkTo]);
  const { actions, dialog } = useActions({
    onOpen: open,
    openLabel: `Show in ${list.title}`,
    onAbandoned: state.connection.remove,
  });
  return (
    <SideDrawer opened title={title} onClose={props.onClose}>
      {props.summary}
      <ListPanel
        state={state}
        label={title}
        filtersLabel={rows.noun === 'uploads' ? 'Uploads of the download' : 'Downloads of the upload'}
        columns={columns}
        onOpen={open}
        actions={actions}
        emptyTitle={props.emptyTitle}
        emptyText={props.emptyText}
      />
      {dialog}
    </SideDrawer>
  );
}
