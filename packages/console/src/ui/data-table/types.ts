import type { ReactNode } from 'react';

export type Sort = { readonly column: string; readonly direction: 'ASC' | 'DESC' };

/** One column of a grid. `id` is also its name in a saved layout. */
export type Column<Row> = {
  readonly id: string;
  readonly header: string;
  /** In pixels, until the person resizes it. */
  readonly width: number;
  /** Its share of the width of all growing columns together, where that is more than its own width. */
  readonly grow?: number;
  /** The name by which the server sorts. */
  readonly sort?: string;
  readonly hidden?: boolean;
  /** Shown on a phone, where only these are. */
  readonly essential?: boolean;
  readonly cell: (row: Row) => ReactNode;
};

/** How a person arranged a grid; what is absent stands as the columns say. */
export type GridLayout = {
  readonly columnsOrder?: readonly string[];
  readonly columnsWidth?: Readonly<Record<string, number>>;
  readonly columnVisibilityModel?: Readonly<Record<string, boolean>>;
};

export type RowAction = {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  /** Why it cannot be done now; shown in its tooltip. */
  readonly disabledReason?: string | undefined;
  readonly run: () => void;
};

export type TablePhase = 'loading' | 'ready' | 'error';
