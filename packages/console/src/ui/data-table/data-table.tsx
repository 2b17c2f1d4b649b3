import { Button, Loader } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { type CSSProperties, type ReactNode, useCallback, useMemo, useState } from 'react';
import { Row } from '../layout/layout.tsx';
import { COLUMN_WIDTHS, ROW_HEIGHT } from '../theme/metrics.ts';
import { GridBody } from './body/grid-body.tsx';
import type { GridPlace } from './body/grid-place.ts';
import rowStyles from './body/row.module.css';
import { SkeletonRows } from './body/skeleton-rows.tsx';
import type { ScrollReports } from './body/use-scroll-reports.ts';
import styles from './data-table.module.css';
import { fitColumns, fittedHeight } from './fit.ts';
import { HeaderRow } from './header/header-row.tsx';
import { useHeaderActions } from './header/use-header-actions.ts';
import { gridTemplate, showsActions } from './layout.ts';
import { type GridSelection, selectedShare } from './selection/selection.ts';
import { useRowSelection } from './selection/use-row-selection.ts';
import type { Column, GridLayout, RowAction, RowGroups, Sort, TablePhase } from './types.ts';
import { useGridForm } from './use-grid-form.ts';
import { useVisibleColumns } from './use-visible-columns.ts';
import { useWidth } from './use-width.ts';

export type DataTableProps<Row extends { readonly id: string }> = ScrollReports & {
  /** Accessible name of the grid. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** The name of a row, for the labels of its controls. */
  readonly rowName: (row: Row) => string;
  readonly phase: TablePhase;
  /** Drawn while the first rows load; by default as many as fill a page. */
  readonly skeletonRows?: number;
  /** The rows belong to an earlier query; the next result is loading. */
  readonly stale?: boolean;
  readonly layout: GridLayout;
  readonly onLayoutChange: (layout: GridLayout) => void;
  readonly sort?: Sort;
  readonly onSort?: (sort: Sort) => void;
  /** Height in pixels of a row of a wide, comfortable grid: of every row, or a constant function that gives that of each. */
  readonly rowHeight?: number | ((row: Row) => number);
  readonly detail?: (row: Row) => ReactNode;
  /** Absent where rows are not grouped. */
  readonly groups?: RowGroups<Row> | undefined;
  readonly onOpen?: (row: Row) => void;
  /** The row that is open in a drawer. */
  readonly selectedId?: string | null;
  /** Absent where rows cannot be selected. */
  readonly selection?: GridSelection | undefined;
  readonly actions?: ((row: Row) => readonly RowAction[]) | undefined;
  /** The visible heading of the row menus. */
  readonly menuHeading?: string;
  readonly empty: ReactNode;
  readonly error: ReactNode;
  /** The scrolling element, for callers that scroll it. */
  readonly scrollRef: React.RefObject<HTMLDivElement | null>;
  /** Where the person was when the grid was last shown. Read once. */
  readonly initialPlace?: GridPlace | undefined;
  /** Called with the place in the grid when it is unmounted. */
  readonly onLeave?: (place: GridPlace) => void;
};

const SKELETON_ROWS = 14;
const NOTHING_EXPANDED: ReadonlySet<string> = new Set();
const nothing = (): void => undefined;

/** The console's data grid: virtual rows, infinite scroll, personal column layout, keyboard navigation. */
export function DataTable<Row extends { readonly id: string }>(props: DataTableProps<Row>) {
  const { columns, rows, layout, onLayoutChange, detail, selection, rowHeight = ROW_HEIGHT } = props;
  const actions = showsActions(layout) ? props.actions : undefined;
  const [expanded, setExpanded] = useState(props.initialPlace?.expanded ?? NOTHING_EXPANDED);
  const [scrollElement, setScrollElement] = useState<HTMLDivElement | null>(null);
  const width = useWidth(scrollElement);
  const form = useGridForm(width);
  const density = layout.density ?? 'comfortable';
  const visible = useVisibleColumns(columns, rows, layout);
  const heightOf = useCallback(
    (row: Row) => fittedHeight(typeof rowHeight === 'number' ? rowHeight : rowHeight(row), form, density),
    [rowHeight, form, density],
  );
  const hasExpander = detail !== undefined;
  const hasCheck = selection !== undefined;
  const others =
    (hasCheck ? COLUMN_WIDTHS.check : 0) +
    (hasExpander ? COLUMN_WIDTHS.expander : 0) +
    (actions === undefined ? 0 : COLUMN_WIDTHS.menu);
  const sortedBy = props.sort?.column;
  const { shown, folded } = useMemo(
    () => fitColumns(visible, form, width - others, sortedBy),
    [visible, form, width, others, sortedBy],
  );
  const template = gridTemplate(shown, layout, {
    check: hasCheck,
    expander: hasExpander,
    menu: actions !== undefined,
  });
  const selecting = useRowSelection(rows, selection);
  const isSideways = width < template.minimum && form !== 'cards';
  const header = useHeaderActions({ columns, visible: shown, layout, onLayoutChange, onSort: props.onSort });
  const toggle = useCallback(
    (row: Row) =>
      setExpanded((current) => {
        const next = new Set(current);
        if (!next.delete(row.id)) next.add(row.id);
        return next;
      }),
    [],
  );

  const checkWidth = hasCheck ? COLUMN_WIDTHS.check : 0;
  const style = {
    '--columns': template.template,
    '--minimum': form === 'cards' ? '0' : `${template.minimum}px`,
    '--pin-expander': `${checkWidth}px`,
    '--pin-start': `${checkWidth + (hasExpander ? COLUMN_WIDTHS.expander : 0)}px`,
    '--pin-end': actions === undefined ? '0' : `${COLUMN_WIDTHS.menu}px`,
  } as CSSProperties;
  const leading = (hasCheck ? 1 : 0) + (hasExpander ? 1 : 0);
  const extras = leading + (actions === undefined ? 0 : 1);

  return (
    <div
      ref={useMergedRef(props.scrollRef, setScrollElement)}
      className={styles['scroll']}
      style={style}
      data-stale={props.stale || undefined}
      data-density={density}
    >
      <div
        role="treegrid"
        aria-label={props.label}
        aria-rowcount={props.hasMore === true ? -1 : rows.length + 1}
        aria-colcount={shown.length + extras}
        aria-multiselectable={hasCheck || undefined}
        aria-busy={props.phase === 'loading' || props.stale === true}
        className={`${styles['grid'] ?? ''} ${isSideways ? (rowStyles['sideways'] ?? '') : ''}`}
      >
        {form !== 'cards' && (
          <HeaderRow
            columns={shown}
            sort={props.sort}
            actions={header}
            selected={selection && selectedShare(rows, selection.ids)}
            onSelectAll={selecting.toggleAll}
            hasExpander={hasExpander}
            hasFiller={template.hasFiller}
            hasMenus={actions !== undefined}
            menuHeading={props.menuHeading}
          />
        )}
        {rows.length > 0 && (
          <GridBody
            rows={rows}
            rowName={props.rowName}
            rowHeight={heightOf}
            columns={shown}
            folded={folded}
            form={form}
            filler={template.hasFiller}
            groups={props.groups}
            expanded={expanded}
            onToggle={toggle}
            detail={detail}
            onOpen={props.onOpen}
            selectedId={props.selectedId ?? null}
            selection={selection}
            selecting={selecting}
            actions={actions}
            scrollElement={scrollElement}
            reports={props}
            initialPlace={props.initialPlace}
            onLeave={props.onLeave}
          />
        )}
      </div>
      {rows.length === 0 && props.phase === 'loading' && (
        <SkeletonRows
          rows={props.skeletonRows ?? SKELETON_ROWS}
          columns={shown.length}
          leading={leading}
          form={form}
          height={fittedHeight(typeof rowHeight === 'number' ? rowHeight : ROW_HEIGHT, form, density)}
        />
      )}
      {rows.length === 0 && props.phase === 'ready' && props.empty}
      {rows.length === 0 && props.phase === 'error' && props.error}
      {rows.length > 0 && (props.loadingMore === true || props.moreFailed === true) && (
        <Row gap={3} align="center" justify="center" minHeight="row" size="small" tone="dim" role="status">
          {props.moreFailed === true ? (
            <>
              The next rows could not be loaded. <Button onClick={props.onMore ?? nothing}>Retry</Button>
            </>
          ) : (
            <>
              <Loader size="xs" /> Loading more
            </>
          )}
        </Row>
      )}
    </div>
  );
}
