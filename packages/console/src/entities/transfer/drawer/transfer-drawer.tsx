import '@mantine/core/styles/Tabs.layer.css';
import '../../../ui/theme/mantine-layer-styles.ts';
import { Tabs } from '@mantine/core';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { ListPanel } from '../../../api/lists/list-panel.tsx';
import type { PageVariables } from '../../../api/lists/use-connection.ts';
import { useList } from '../../../api/lists/use-list.ts';
import { useUrlState } from '../../../lib/address/use-url-state.ts';
import { DrawerTitle } from '../../../ui/page/side-drawer.tsx';
import { drawerTabParameters } from '../transfer-filters.ts';
import type { Linked, TransferRows } from '../transfer-rows.ts';
import styles from './transfer-drawer.module.css';

/** A further tab of a drawer, after the tab with its list. */
export type DrawerTab = { readonly value: string; readonly label: string; readonly content: ReactNode };

type Props<Data, Variables extends PageVariables, Row extends Linked> = {
  readonly title: string;
  /** Summary of the drawer's subject; null while it loads. */
  readonly summary: ReactNode;
  /** The tabs after the list. */
  readonly tabs: readonly DrawerTab[];
  readonly rows: TransferRows<Data, Variables, Row>;
  /** The variables that select the rows of the drawer. */
  readonly scope: Partial<Variables>;
  readonly emptyTitle: string;
  readonly emptyText?: string | undefined;
};

/** A drawer about an upload with its downloads, or about a download with its uploads. */
export function TransferDrawer<Data, Variables extends PageVariables, Row extends Linked>(
  props: Props<Data, Variables, Row>,
) {
  const { title, rows, tabs } = props;
  const { list, noun } = rows;
  const parameters = useMemo(() => drawerTabParameters(noun), [noun]);
  const [parameter = ''] = Object.keys(parameters);
  const [values, change] = useUrlState(parameters);
  const open = tabs.find((tab) => tab.value === values[parameter])?.value ?? noun;
  return (
    <>
      <DrawerTitle>{title}</DrawerTitle>
      {props.summary}
      <Tabs
        className={styles['tabs'] ?? ''}
        value={open}
        keepMounted={false}
        onChange={(value) => change({ [parameter]: value === noun || value === null ? '' : value })}
      >
        <Tabs.List className={styles['list'] ?? ''}>
          <Tabs.Tab value={noun}>{list.title}</Tabs.Tab>
          {tabs.map((tab) => (
            <Tabs.Tab key={tab.value} value={tab.value}>
              {tab.label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={noun} className={styles['panel'] ?? ''}>
          <DrawerList {...props} />
        </Tabs.Panel>
        {tabs.map((tab) => (
          <Tabs.Panel key={tab.value} value={tab.value} className={styles['panel'] ?? ''} data-padded>
            {tab.content}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}

function DrawerList<Data, Variables extends PageVariables, Row extends Linked>(props: Props<Data, Variables, Row>) {
  const { title, rows } = props;
  const { list, columns: columnsOf, useActions } = rows;
  const state = useList(list, rows.drawerView, props.scope);
  const linkTo = rows.useLink();
  const navigate = useNavigate();
  const open = useCallback((row: Row) => void navigate(linkTo(row)), [navigate, linkTo]);
  const columns = useMemo(() => columnsOf(linkTo), [columnsOf, linkTo]);
  const { actions, dialog } = useActions({
    onOpen: open,
    openLabel: `Show in ${list.title}`,
    onAbandoned: state.connection.remove,
  });
  return (
    <>
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
    </>
  );
}
