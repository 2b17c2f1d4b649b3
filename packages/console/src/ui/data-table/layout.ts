import { COLUMN_WIDTHS } from '../theme/metrics.ts';
import type { Column, GridLayout } from './types.ts';

type AnyColumn = Pick<Column<never>, 'id' | 'width' | 'grow' | 'hidden'>;

/** All column ids: the saved order first; a column that is not in it follows its neighbour of the default order. */
export function columnOrder(columns: readonly AnyColumn[], layout: GridLayout): string[] {
  const known = new Set(columns.map((column) => column.id));
  const order = [...new Set((layout.columnsOrder ?? []).filter((id) => known.has(id)))];
  for (const [index, column] of columns.entries()) {
    if (order.includes(column.id)) continue;
    const before = columns[index - 1];
    const place = before === undefined ? 0 : order.indexOf(before.id) + 1;
    order.splice(place, 0, column.id);
  }
  return order;
}

/** The column of row menus. It can be hidden; it stands last and has a fixed width. */
export const ACTION_COLUMN = 'action';

export function showsActions(layout: GridLayout): boolean {
  return layout.columnVisibilityModel?.[ACTION_COLUMN] ?? true;
}

/** Visibility by column id, without the column of row menus. */
export function columnVisibility(columns: readonly AnyColumn[], layout: GridLayout): Record<string, boolean> {
  return Object.fromEntries(
    columns.map((column) => [column.id, layout.columnVisibilityModel?.[column.id] ?? column.hidden !== true]),
  );
}

export function clampWidth(width: number): number {
  return Math.round(Math.min(COLUMN_WIDTHS.maximum, Math.max(COLUMN_WIDTHS.minimum, width)));
}

/** Width in pixels by column id. A saved width takes precedence when it is a number. */
export function columnWidths(columns: readonly AnyColumn[], layout: GridLayout): Record<string, number> {
  return Object.fromEntries(
    columns.map((column) => {
      const saved = layout.columnsWidth?.[column.id];
      return [column.id, typeof saved === 'number' && Number.isFinite(saved) ? clampWidth(saved) : column.width];
    }),
  );
}

export type GridTemplate = {
  readonly template: string;
  /** In pixels. */
  readonly minimum: number;
  /** A filler track stands before the row menu. */
  readonly hasFiller: boolean;
};

/**
 * The CSS grid of a row: check box, expander, columns, filler, row menu.
 * A column grows only while the person has not resized it. Without a growing column the filler takes the rest.
 */
export function gridTemplate(
  visible: readonly AnyColumn[],
  layout: GridLayout,
  options: { readonly check?: boolean; readonly expander: boolean; readonly menu: boolean },
): GridTemplate {
  const widths = columnWidths(visible, layout);
  const tracks: string[] = [];
  let minimum = 0;
  let grows = false;
  if (options.check === true) {
    tracks.push(`${COLUMN_WIDTHS.check}px`);
    minimum += COLUMN_WIDTHS.check;
  }
  if (options.expander) {
    tracks.push(`${COLUMN_WIDTHS.expander}px`);
    minimum += COLUMN_WIDTHS.expander;
  }
  for (const column of visible) {
    const width = widths[column.id] ?? column.width;
    const grow = layout.columnsWidth?.[column.id] === undefined ? (column.grow ?? 0) : 0;
    tracks.push(grow > 0 ? `minmax(${width}px, ${grow}fr)` : `${width}px`);
    grows ||= grow > 0;
    minimum += width;
  }
  if (!grows) tracks.push('minmax(0, 1fr)');
  if (options.menu) {
    tracks.push(`${COLUMN_WIDTHS.menu}px`);
    minimum += COLUMN_WIDTHS.menu;
  }
  return { template: tracks.join(' '), minimum, hasFiller: !grows };
}

/** Moves a column before or after another. */
export function moveColumn(order: readonly string[], id: string, target: string, side: 'before' | 'after'): string[] {
  if (id === target) return [...order];
  const rest = order.filter((other) => other !== id);
  const index = rest.indexOf(target);
  if (index < 0) return [...order];
  rest.splice(side === 'before' ? index : index + 1, 0, id);
  return rest;
}

/** Moves a column past its visible neighbour. */
export function moveBy(order: readonly string[], visible: readonly string[], id: string, step: -1 | 1): string[] {
  const neighbour = visible[visible.indexOf(id) + step];
  return neighbour === undefined ? [...order] : moveColumn(order, id, neighbour, step < 0 ? 'before' : 'after');
}

/** Some of the columns, in the order of the ids. */
export function pickColumns<Row>(columns: readonly Column<Row>[], ids: readonly string[]): readonly Column<Row>[] {
  return ids.flatMap((id) => columns.filter((column) => column.id === id));
}

/** The layout with the columns as they were at first. The density stays. */
export function withoutColumnChanges({ density }: GridLayout): GridLayout {
  return density === undefined ? {} : { density };
}
