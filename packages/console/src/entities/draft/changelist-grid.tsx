import { type ReactNode, useCallback } from 'react';
import { useNavigate } from 'react-router';
import type { ChangelistRowFragment } from '../../api/generated/graphql.ts';
import { ConnectionGrid } from '../../api/lists/connection-grid.tsx';
import type { ListState } from '../../api/lists/use-list.ts';
import type { Column, RowAction } from '../../ui/data-table/types.ts';
import { Stack } from '../../ui/layout/layout.tsx';
import styles from './changelist-columns.module.css';
import { ChangelistDetail } from './changelist-detail.tsx';
import { useScriptPaths } from './script-paths.ts';

type Row = ChangelistRowFragment;

type Props = {
  readonly state: ListState<Row>;
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly actions: ((row: Row) => readonly RowAction[]) | undefined;
  /** The published version; null when nothing is published or it is not known. */
  readonly publishedId: string | null;
  readonly emptyTitle: string;
  readonly emptyText: ReactNode;
};

/** A grid of drafts or versions: a row opens in the editor, and expands to what the compiler reports, changes and runs. */
export function ChangelistGrid({ state, label, columns, actions, publishedId, emptyTitle, emptyText }: Props) {
  const navigate = useNavigate();
  const { editor } = useScriptPaths();
  return (
    <Stack minHeight={0} flex={1} className={styles['frame']}>
      <ConnectionGrid
        label={label}
        columns={columns}
        connection={state.connection}
        rowName={state.list.rowName}
        {...(state.list.rowHeight === undefined ? {} : { rowHeight: state.list.rowHeight })}
        layout={state.layout}
        onLayoutChange={state.setLayout}
        onScrolledChange={state.setScrolled}
        onOpen={useCallback(({ id }: Row) => void navigate(editor(id)), [navigate, editor])}
        detail={useCallback(({ id }: Row) => <ChangelistDetail id={id} publishedId={publishedId} />, [publishedId])}
        actions={actions}
        menuHeading="Options"
        // The lists have no filter that finds nothing by accident.
        narrowing="none"
        onClearFilters={state.clearFilters}
        emptyTitle={emptyTitle}
        emptyText={emptyText}
      />
    </Stack>
  );
}
