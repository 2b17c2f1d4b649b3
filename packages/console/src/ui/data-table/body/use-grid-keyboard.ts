import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type SelectionCommand, selectionCommand } from '../selection/selection-keys.ts';
import type { RowSelection } from '../selection/use-row-selection.ts';
import { type GridCommand, gridCommand, pageAround } from './keyboard.ts';
import type { Lines } from './use-lines.ts';

type Options<Row extends { readonly id: string }> = {
  readonly rows: readonly Row[];
  readonly lines: Lines<Row>;
  readonly scrollElement: HTMLElement | null;
  readonly focusedId: string | null;
  readonly setFocusedId: (id: string) => void;
  readonly expanded: ReadonlySet<string>;
  readonly toggle: ((row: Row) => void) | undefined;
  readonly onOpen: ((row: Row) => void) | undefined;
  /** Undefined where rows cannot be selected. */
  readonly selecting: RowSelection | undefined;
};

/** Keys pressed in these elements belong to them. */
const LAYERS = '[role="dialog"], [role="menu"], [role="listbox"]';
const TEXT_FIELDS = 'input, textarea, select, [contenteditable="true"]';

function rowElement(grid: HTMLElement, id: string): HTMLElement | null {
  return grid.querySelector<HTMLElement>(`[data-row-id="${CSS.escape(id)}"]`);
}

/**
 * Keyboard navigation of a grid. Keys pressed in a control inside a row belong to that control. `j` and `k` also work
 * while the focus is elsewhere on the page.
 */
export function useGridKeyboard<Row extends { readonly id: string }>(options: Options<Row>) {
  const { rows, lines, scrollElement, focusedId, setFocusedId, expanded, toggle, onOpen, selecting } = options;
  const [wantedId, setWantedId] = useState<string | null>(null);
  const activate = useCallback((row: Row) => setFocusedId(row.id), [setFocusedId]);
  const present = focusedId !== null && rows.some((row) => row.id === focusedId);
  const activeId = present ? focusedId : (rows[0]?.id ?? null);

  // A row outside the view is rendered only after the scroll.
  useLayoutEffect(() => {
    if (wantedId === null || scrollElement === null) return;
    const element = rowElement(scrollElement, wantedId);
    if (element === null) return;
    element.focus({ preventScroll: true });
    setWantedId(null);
  });

  const focusRow = (index: number): void => {
    const row = rows[index];
    if (row === undefined) return;
    setFocusedId(row.id);
    lines.virtualizer.scrollToIndex(lines.items.findIndex((line) => line.kind === 'row' && line.row.id === row.id));
    setWantedId(row.id);
  };

  const commandOf = (key: string, row: Row): GridCommand | null => {
    const { items, virtualizer, head } = lines;
    const index = rows.indexOf(row);
    const line = items.findIndex((one) => one.kind === 'row' && one.index === index);
    const page = pageAround(virtualizer.measurementsCache, line, (virtualizer.scrollRect?.height ?? 0) - head);
    return gridCommand(key, {
      index,
      count: rows.length,
      page: {
        up: Math.min(index - 1, items[page.up]?.index ?? 0),
        down: Math.max(index + 1, items[page.down]?.index ?? 0),
      },
    });
  };

  const changeSelection = (
    row: Row,
    { toggle: toggleRow, extend, toggleAll, clear }: RowSelection,
    command: SelectionCommand,
  ): void => {
    if (command.do === 'all') toggleAll();
    else if (command.do === 'clear') clear();
    else if (command.do === 'toggle') toggleRow(row);
    else {
      const index = rows.indexOf(row) + command.step;
      const target = rows[index];
      if (target === undefined) return;
      extend(row, target);
      if (command.step !== 0) focusRow(index);
    }
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const element = event.target;
    if (!(element instanceof HTMLElement) || element.dataset['rowId'] === undefined) return;
    if (event.altKey) return;
    const row = rows.find((one) => one.id === element.dataset['rowId']);
    const selected = selecting === undefined ? null : selectionCommand(event, toggle !== undefined);
    if (row !== undefined && selecting !== undefined && selected !== null) {
      event.preventDefault();
      changeSelection(row, selecting, selected);
      return;
    }
    if (event.ctrlKey || event.metaKey) return;
    const command = row === undefined ? null : commandOf(event.key, row);
    if (row === undefined || command === null) return;
    event.preventDefault();
    if (command.do === 'focus') focusRow(command.index);
    else if (command.do === 'open') onOpen?.(row);
    else if (command.do === 'menu') element.querySelector<HTMLElement>('[data-row-menu]')?.click();
    else {
      const isOpen = expanded.has(row.id);
      const wanted = command.do === 'toggle' ? !isOpen : command.do === 'expand';
      if (wanted !== isOpen) toggle?.(row);
    }
  };

  const enter = useRef<() => void>(() => undefined);
  // With the render that shows the rows: a key may come before the effects of that render.
  useLayoutEffect(() => {
    enter.current = () => focusRow(rows.findIndex((row) => row.id === activeId));
  });
  useEffect(() => {
    const onPageKey = (event: globalThis.KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key !== 'j' && event.key !== 'k') return;
      const { target } = event;
      if (!(target instanceof Element) || target.closest(TEXT_FIELDS) !== null) return;
      if (target.closest(LAYERS) !== (scrollElement?.closest(LAYERS) ?? null)) return;
      event.preventDefault();
      enter.current();
    };
    document.addEventListener('keydown', onPageKey);
    return () => document.removeEventListener('keydown', onPageKey);
  }, [scrollElement]);
  return { activeId, activate, onKeyDown };
}
