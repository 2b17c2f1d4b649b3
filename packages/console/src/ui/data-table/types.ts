import type { ReactNode } from 'react';

export type Sort = { readonly column: string; readonly direction: 'ASC' | 'DESC' };

/** One column of a grid. Saved layouts refer to it by `id`. */
export type Column<Row> = {
  readonly id: string;
  readonly header: string;
  /** Initial width in pixels. */
  readonly width: number;
  /** Its share of the remaining width, relative to other growing columns. At least `width`. */
  readonly grow?: number;
  /** The server's name for sorting by it. */
  readonly sort?: string;
  readonly hidden?: boolean;
  /** Shown on a phone. */
  readonly essential?: boolean;
  /**
   * Role of the column when space is short. The title and the status stay visible while the grid is scrolled sideways;
   * details are shown below the title; a spare column is left out where the title and the status would be cut.
   */
  readonly part?: 'title' | 'status' | 'detail' | 'spare';
  readonly cell: (row: Row) => ReactNode;
};

export const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

/** A person's layout of a grid. Absent parts fall back to the columns' defaults. */
export type GridLayout = {
  readonly columnsOrder?: readonly string[];
  readonly columnsWidth?: Readonly<Record<string, number>>;
  readonly columnVisibilityModel?: Readonly<Record<string, boolean>>;
  /** Comfortable by default. Compact rows are all of the same height. */
  readonly density?: Density;
};

/** How a grid is drawn: with all columns, with details below the title, or with a card for each row. */
export type GridForm = 'wide' | 'narrow' | 'cards';

/** Headings between the rows. Both are constant functions. */
export type RowGroups<Row> = {
  /** The group of a row. Rows of a group are one after the other. */
  readonly of: (row: Row) => string;
  /** The heading of the group that begins with a row. */
  readonly heading: (row: Row) => ReactNode;
};

export type RowAction = {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  /** Why the action is disabled; shown in its tooltip. */
  readonly disabledReason?: string | undefined;
  readonly run: () => void;
};

export type TablePhase = 'loading' | 'ready' | 'error';
