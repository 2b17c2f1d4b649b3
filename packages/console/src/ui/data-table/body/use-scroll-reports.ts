import { useEffect, useRef } from 'react';
import { FETCH_DISTANCE, SCROLL_TOP_DISTANCE, SCROLLED_DISTANCE } from '../../theme/metrics.ts';
import type { Lines } from './use-lines.ts';

export type ScrollReports = {
  readonly hasMore?: boolean;
  readonly loadingMore?: boolean;
  readonly moreFailed?: boolean;
  readonly stale?: boolean;
  readonly onMore?: () => void;
  /** The grid is scrolled, so that rows that arrive above must not move the ones in view. */
  readonly onScrolledChange?: (scrolled: boolean) => void;
  /** The grid is scrolled so far that a way back to the top helps. */
  readonly onFarChange?: (far: boolean) => void;
};

/** Calls `report` when a value has changed; false is the value at first. */
function useChangeReport(value: boolean, report: ((value: boolean) => void) | undefined): void {
  const reported = useRef(false);
  useEffect(() => {
    if (reported.current === value) return;
    reported.current = value;
    report?.(value);
  });
}

/**
 * Requests the next page before the end of the list comes into view, and reports how far the list is scrolled. Works
 * with the sizes that the virtualizer knows: reading the layout while scrolling would cost frames.
 */
export function useScrollReports<Row extends { readonly id: string }>(
  { virtualizer, head }: Lines<Row>,
  reports: ScrollReports,
): void {
  const offset = virtualizer.scrollOffset ?? 0;
  const height = virtualizer.scrollRect?.height ?? 0;
  const isScrolled = offset > SCROLLED_DISTANCE;
  // An untouched list loads one page. Once a person scrolls, the next page is there before they reach the end.
  const distance = isScrolled ? Math.max(FETCH_DISTANCE, height) : FETCH_DISTANCE;
  const isNearEnd = height > 0 && virtualizer.getTotalSize() + head - offset - height <= distance;
  const isBusy = reports.loadingMore === true || reports.moreFailed === true || reports.stale === true;
  const wantsMore = isNearEnd && reports.hasMore === true && !isBusy;
  const { onMore } = reports;
  useEffect(() => {
    if (wantsMore) onMore?.();
  }, [wantsMore, onMore]);
  useChangeReport(isScrolled, reports.onScrolledChange);
  useChangeReport(offset > SCROLL_TOP_DISTANCE, reports.onFarChange);
}
