import { type RefObject, useEffect, useRef } from 'react';
import { FETCH_DISTANCE, SCROLLED_DISTANCE } from '../theme/metrics.ts';

type Options = {
  readonly scrollRef: RefObject<HTMLDivElement | null>;
  readonly rows: readonly unknown[];
  readonly hasMore?: boolean;
  readonly loadingMore?: boolean;
  readonly moreFailed?: boolean;
  readonly stale?: boolean;
  readonly onMore?: () => void;
  readonly onScrolledChange?: (scrolled: boolean) => void;
};

/** Asks for the next page when the end comes near, and tells whether the top is still in view. */
export function useInfiniteScroll(options: Options): void {
  const { scrollRef, rows } = options;
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    const element = scrollRef.current;
    if (element === null) return;
    let scrolled = false;
    const look = (): void => {
      const now = latest.current;
      const isScrolled = element.scrollTop > SCROLLED_DISTANCE;
      if (isScrolled !== scrolled) {
        scrolled = isScrolled;
        now.onScrolledChange?.(scrolled);
      }
      const left = element.scrollHeight - element.scrollTop - element.clientHeight;
      const busy = now.loadingMore === true || now.moreFailed === true || now.stale === true;
      if (left <= FETCH_DISTANCE && now.hasMore === true && !busy && now.rows.length > 0) now.onMore?.();
    };
    const frame = requestAnimationFrame(look);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener('scroll', look);
    };
  }, [scrollRef, rows]);
}
