import type { VirtualItem } from '@tanstack/react-virtual';

/** Where a person is in a grid, so that Back can lead there again. */
export type GridPlace = {
  /** The scroll position in pixels. */
  readonly offset: number;
  /** The measured heights of expanded rows. */
  readonly sizes: readonly VirtualItem[];
  readonly expanded: ReadonlySet<string>;
  readonly focusedId: string | null;
};
