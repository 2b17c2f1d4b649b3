import { type KeyboardEvent, useCallback, useState } from 'react';
import { ROW_HEIGHT } from '../theme/metrics.ts';
import { gridCommand } from './keyboard.ts';
import type { Lines } from './use-lines.ts';

type Options<Row extends { readonly id: string }> = {
  readonly rows: readonly Row[];
  readonly lines: Lines<Row>;
  readonly expanded: ReadonlySet<string>;
  readonly toggle: ((row: Row) => void) | undefined;
  readonly onOpen: ((row: Row) => void) | undefined;
};

/** Keyboard navigation of a grid. Keys pressed in a control inside a row belong to that control. */
export function useGridKeyboard<Row extends { readonly id: string }>(options: Options<Row>) {
  const { rows, lines, expanded, toggle, onOpen } = options;
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const activate = useCallback((row: Row) => setFocusedId(row.id), []);
  const present = focusedId !== null && rows.some((row) => row.id === focusedId);
  const activeId = present ? focusedId : (rows[0]?.id ?? null);

  const focusRow = (grid: HTMLElement, index: number): void => {
    const row = rows[index];
    if (row === undefined) return;
    setFocusedId(row.id);
    lines.virtualizer.scrollToIndex(lines.items.findIndex((line) => line.kind === 'row' && line.row.id === row.id));
    // A row outside the view is rendered only after the scroll.
    const focus = (): boolean => {
      const element = grid.querySelector<HTMLElement>(`[data-row-id="${CSS.escape(row.id)}"]`);
      element?.focus({ preventScroll: true });
      return element !== null;
    };
    if (!focus()) requestAnimationFrame(() => requestAnimationFrame(focus));
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const element = event.target;
    if (!(element instanceof HTMLElement) || element.dataset['rowId'] === undefined) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const index = rows.findIndex((row) => row.id === element.dataset['rowId']);
    const row = rows[index];
    if (row === undefined) return;
    const page = Math.max(1, Math.floor((lines.virtualizer.scrollRect?.height ?? 0) / ROW_HEIGHT) - 2);
    const command = gridCommand(event.key, { index, count: rows.length, page });
    if (command === null) return;
    event.preventDefault();
    if (command.do === 'focus') focusRow(event.currentTarget, command.index);
    else if (command.do === 'open') onOpen?.(row);
    else if (command.do === 'menu') element.querySelector<HTMLElement>('[data-row-menu]')?.click();
    else {
      const isOpen = expanded.has(row.id);
      const wanted = command.do === 'toggle' ? !isOpen : command.do === 'expand';
      if (wanted !== isOpen) toggle?.(row);
    }
  };

  return { activeId, activate, onKeyDown };
}
