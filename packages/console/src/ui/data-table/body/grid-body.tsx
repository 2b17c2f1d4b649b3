import { type ReactNode, useCallback, useId, useLayoutEffect, useRef, useState } from 'react';
import { lazyLayer } from '../../../lib/load-chunk.ts';
import type { GridSelection } from '../selection/selection.ts';
import type { RowSelection } from '../selection/use-row-selection.ts';
import type { Column, GridForm, RowAction, RowGroups } from '../types.ts';
import { BodyRow } from './body-row.tsx';
import type { GridPlace } from './grid-place.ts';
import styles from './row.module.css';
import type { OpenMenu } from './row-menu.tsx';
import { useGridKeyboard } from './use-grid-keyboard.ts';
import { useKeptRow } from './use-kept-row.ts';
import { useLines } from './use-lines.ts';
import { type ScrollReports, useScrollReports } from './use-scroll-reports.ts';
import { useShownSelection } from './use-shown-selection.ts';

const RowMenu = lazyLayer(async () => (await import('./row-menu.tsx')).RowMenu);

type Props<Row extends { readonly id: string }> = {
  readonly rows: readonly Row[];
  readonly rowName: (row: Row) => string;
  /** In pixels. A new function when the heights change. */
  readonly rowHeight: (row: Row) => number;
  readonly columns: readonly Column<Row>[];
  readonly folded: readonly Column<Row>[];
  readonly form: GridForm;
  readonly filler: boolean;
  readonly groups: RowGroups<Row> | undefined;
  readonly expanded: ReadonlySet<string>;
  readonly onToggle: (row: Row) => void;
  readonly detail: ((row: Row) => ReactNode) | undefined;
  readonly onOpen: ((row: Row) => void) | undefined;
  readonly selectedId: string | null;
  readonly selection: GridSelection | undefined;
  readonly selecting: RowSelection;
  readonly actions: ((row: Row) => readonly RowAction[]) | undefined;
  /** Null while the grid is not in the document yet. */
  readonly scrollElement: HTMLDivElement | null;
  readonly reports: ScrollReports;
  readonly initialPlace: GridPlace | undefined;
  readonly onLeave: ((place: GridPlace) => void) | undefined;
};

/** The rows of a grid. A component of its own, so that scrolling renders nothing else. */
export function GridBody<Row extends { readonly id: string }>(props: Props<Row>) {
  const { rows, columns, folded, form, expanded, detail, onOpen, actions, scrollElement, initialPlace } = props;
  const [focusedId, setFocusedId] = useState<string | null>(initialPlace?.focusedId ?? null);
  const lines = useLines({
    rows,
    expanded,
    rowHeight: props.rowHeight,
    groupOf: props.groups?.of,
    hasHeader: form !== 'cards',
    scrollElement,
    keptId: focusedId,
    initialOffset: initialPlace?.offset ?? 0,
    initialSizes: initialPlace?.sizes,
  });
  const { virtualizer, items, head } = lines;
  const keyboard = useGridKeyboard({
    rows,
    lines,
    scrollElement,
    focusedId,
    setFocusedId,
    expanded,
    toggle: detail === undefined ? undefined : props.onToggle,
    onOpen,
    selecting: props.selection === undefined ? undefined : props.selecting,
  });
  useScrollReports(lines, props.reports);
  useKeptRow(lines, props.rowHeight, props.selectedId || focusedId);
  useShownSelection(lines, props.selectedId);

  const leave = useRef<() => void>(() => undefined);
  useLayoutEffect(() => {
    leave.current = () => {
      const offset = scrollElement?.scrollTop ?? 0;
      props.onLeave?.({ offset, sizes: virtualizer.takeSnapshot(), expanded, focusedId });
    };
  });
  useLayoutEffect(() => () => leave.current(), []);

  const menuId = useId();
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const openMenu = useCallback(
    (row: Row, button: HTMLElement) => setMenu({ rowId: row.id, button, actions: actions?.(row) ?? [] }),
    [actions],
  );

  return (
    <div
      role="rowgroup"
      className={styles['body']}
      style={{ height: virtualizer.getTotalSize() }}
      onKeyDown={keyboard.onKeyDown}
    >
      {virtualizer.getVirtualItems().map((item) => {
        const line = items[item.index];
        const top = item.start - head;
        if (line === undefined) return null;
        if (line.kind === 'group')
          return (
            <div
              key={item.key}
              role="row"
              className={styles['group']}
              style={{ height: item.size, transform: `translateY(${top}px)` }}
            >
              <div role="rowheader" aria-colspan={columns.length}>
                {props.groups?.heading(line.row)}
              </div>
            </div>
          );
        return line.kind === 'detail' ? (
          <div
            key={item.key}
            role="row"
            aria-level={2}
            ref={virtualizer.measureElement}
            data-index={item.index}
            className={styles['detail']}
            style={{ transform: `translateY(${top}px)` }}
          >
            <div role="gridcell">{detail?.(line.row)}</div>
          </div>
        ) : (
          <BodyRow
            key={item.key}
            row={line.row}
            name={props.rowName(line.row)}
            columns={columns}
            folded={folded}
            form={form}
            index={line.index}
            top={top}
            height={item.size}
            active={keyboard.activeId === line.row.id}
            selected={props.selectedId === line.row.id}
            checked={props.selection?.ids.has(line.row.id)}
            selecting={props.selecting}
            filler={props.filler}
            expanded={detail === undefined ? undefined : expanded.has(line.row.id)}
            onToggle={props.onToggle}
            onOpen={onOpen}
            onFocus={keyboard.activate}
            onMenu={actions === undefined ? undefined : openMenu}
            menuTargetId={menu?.rowId === line.row.id ? `${menuId}-target` : undefined}
          />
        );
      })}
      {menu !== null && <RowMenu key={menu.rowId} open={menu} id={menuId} onClose={() => setMenu(null)} />}
    </div>
  );
}
