import { Button, Loader, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  type Column as TableColumn,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type CSSProperties, type ReactNode, useMemo, useState } from 'react';
import { PHONE_QUERY, ROW_HEIGHT } from '../theme/metrics.ts';
import { BodyRow } from './body-row.tsx';
import styles from './data-table.module.css';
import { HeaderCell } from './header-cell.tsx';
import { columnOrder, columnVisibility, columnWidths, fitToPhone, gridTemplate, showsActions } from './layout.ts';
import { SkeletonRows } from './skeleton-rows.tsx';
import type { Column, GridLayout, RowAction, Sort, TablePhase } from './types.ts';
import { useGridKeyboard } from './use-grid-keyboard.ts';
import { useHeaderActions } from './use-header-actions.ts';
import { useInfiniteScroll } from './use-infinite-scroll.ts';
import { type Line, useLines } from './use-lines.ts';

export type DataTableProps<Row extends { readonly id: string }> = {
  /** Accessible name of the grid. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** The name of a row, for the labels of its controls. */
  readonly rowName: (row: Row) => string;
  readonly phase: TablePhase;
  /** The rows belong to an earlier query; the next result is loading. */
  readonly stale?: boolean;
  readonly layout: GridLayout;
  readonly onLayoutChange: (layout: GridLayout) => void;
  readonly sort?: Sort;
  readonly onSort?: (sort: Sort) => void;
  /** Height of a row in pixels, as in the theme's tokens. */
  readonly rowHeight?: (row: Row) => number;
  readonly detail?: (row: Row) => ReactNode;
  readonly onOpen?: (row: Row) => void;
  readonly selectedId?: string | null;
  readonly actions?: ((row: Row) => readonly RowAction[]) | undefined;
  readonly empty: ReactNode;
  readonly error: ReactNode;
  readonly hasMore?: boolean;
  readonly loadingMore?: boolean;
  readonly moreFailed?: boolean;
  readonly onMore?: () => void;
  readonly onScrolledChange?: (scrolled: boolean) => void;
  /** The scrolling element, for callers that scroll it. */
  readonly scrollRef: React.RefObject<HTMLDivElement | null>;
};

const features = tableFeatures({ columnOrderingFeature, columnSizingFeature, columnVisibilityFeature });
const SKELETON_ROWS = 14;
const usual = (): number => ROW_HEIGHT;
const nothing = (): void => undefined;

/** The console's data grid: virtual rows, infinite scroll, personal column layout, keyboard navigation. */
export function DataTable<Row extends { readonly id: string }>(props: DataTableProps<Row>) {
  const { columns, rows, layout, onLayoutChange, detail, onOpen, rowHeight = usual } = props;
  const actions = showsActions(layout) ? props.actions : undefined;
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const phone = useMediaQuery(PHONE_QUERY, false, { getInitialValueInEffect: false });
  const chosen = useVisibleColumns(columns, rows, layout);
  const visible = useMemo(() => fitToPhone(chosen, phone), [chosen, phone]);
  const template = gridTemplate(visible, layout, {
    expander: detail !== undefined,
    menu: actions !== undefined,
    phone,
  });
  const header = useHeaderActions({ columns, visible, layout, onLayoutChange, onSort: props.onSort });
  const lines = useLines({ rows, expanded, rowHeight, scrollRef: props.scrollRef });
  const toggle = useMemo(
    () => (row: Row) =>
      setExpanded((current) => {
        const next = new Set(current);
        if (!next.delete(row.id)) next.add(row.id);
        return next;
      }),
    [],
  );
  const keyboard = useGridKeyboard({
    rows,
    lines,
    expanded,
    toggle: detail === undefined ? undefined : toggle,
    onOpen,
  });
  useInfiniteScroll(props);

  const style = { '--columns': template.template, '--minimum': `${template.minimum}px` } as CSSProperties;
  const extras = (detail === undefined ? 0 : 1) + (actions === undefined ? 0 : 1);

  const draw = (line: Line<Row>): ReactNode =>
    line.kind === 'detail' ? (
      <div role="row" aria-level={2} className={styles['detail']}>
        <div role="gridcell">{detail?.(line.row)}</div>
      </div>
    ) : (
      <BodyRow
        row={line.row}
        name={props.rowName(line.row)}
        columns={visible}
        index={line.index}
        active={keyboard.activeId === line.row.id}
        selected={props.selectedId === line.row.id}
        tall={rowHeight(line.row) > ROW_HEIGHT}
        filler={template.hasFiller}
        expanded={detail === undefined ? undefined : expanded.has(line.row.id)}
        onToggle={toggle}
        onOpen={onOpen}
        onFocus={keyboard.activate}
        actions={actions}
      />
    );

  return (
    <div ref={props.scrollRef} className={styles['scroll']} style={style} data-stale={props.stale || undefined}>
      <div
        role="treegrid"
        aria-label={props.label}
        aria-rowcount={props.hasMore === true ? -1 : rows.length + 1}
        aria-colcount={visible.length + extras}
        aria-busy={props.phase === 'loading' || props.stale === true}
        className={styles['grid']}
        onKeyDown={keyboard.onKeyDown}
      >
        <div role="row" aria-rowindex={1} className={styles['head']}>
          {detail !== undefined && (
            <div role="columnheader" aria-colindex={1}>
              <VisuallyHidden>Expand</VisuallyHidden>
            </div>
          )}
          {visible.map((column, index) => (
            <HeaderCell
              key={column.id}
              column={column}
              index={index + (detail === undefined ? 1 : 2)}
              sort={props.sort}
              actions={header}
            />
          ))}
          {template.hasFiller && <div role="presentation" />}
          {actions !== undefined && (
            <div role="columnheader" aria-colindex={visible.length + extras} className={styles['headMenu']}>
              <VisuallyHidden>Actions</VisuallyHidden>
            </div>
          )}
        </div>
        {rows.length > 0 && (
          <div role="rowgroup" className={styles['body']} style={{ height: lines.virtualizer.getTotalSize() }}>
            {lines.virtualizer.getVirtualItems().map((item) => {
              const line = lines.items[item.index];
              return line === undefined ? null : (
                <div
                  key={item.key}
                  role="presentation"
                  ref={lines.virtualizer.measureElement}
                  data-index={item.index}
                  className={styles['virtual']}
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  {draw(line)}
                </div>
              );
            })}
          </div>
        )}
      </div>
      {rows.length === 0 && props.phase === 'loading' && (
        <SkeletonRows rows={SKELETON_ROWS} columns={visible.length} expander={detail !== undefined} />
      )}
      {rows.length === 0 && props.phase === 'ready' && props.empty}
      {rows.length === 0 && props.phase === 'error' && props.error}
      {rows.length > 0 && (props.loadingMore === true || props.moreFailed === true) && (
        <div className={styles['foot']} role="status">
          {props.moreFailed === true ? (
            <>
              The next rows could not be loaded. <Button onClick={props.onMore ?? nothing}>Retry</Button>
            </>
          ) : (
            <>
              <Loader size="xs" /> Loading more
            </>
          )}
        </div>
      )}
    </div>
  );
}

/** The visible columns in the person's order. The array is stable while the columns are the same. */
function useVisibleColumns<Row extends { readonly id: string }>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  layout: GridLayout,
): readonly Column<Row>[] {
  const definitions = useMemo(() => columns.map((column) => ({ id: column.id, header: column.header })), [columns]);
  const state = useMemo(
    () => ({
      columnOrder: columnOrder(columns, layout),
      columnSizing: columnWidths(columns, layout),
      columnVisibility: columnVisibility(columns, layout),
    }),
    [columns, layout],
  );
  const table = useTable({ features, columns: definitions, data: rows as Row[], state, getRowId: (row) => row.id });
  const shown = table.getVisibleLeafColumns().map((column: TableColumn<typeof features, Row, unknown>) => column.id);
  const key = shown.join(' ');
  return useMemo(() => key.split(' ').flatMap((id) => columns.filter((column) => column.id === id)), [columns, key]);
}
