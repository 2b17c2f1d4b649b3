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

/** Requests the next page near the end of the list, and reports whether the list is scrolled. */
export function useInfiniteScroll(options: Options): void {
  const { scrollRef } = options;
  const checkPosition = useRef<() => void>(() => undefined);
  const scrolled = useRef(false);
  useEffect(() => {
    checkPosition.current = () => {
      const element = scrollRef.current;
      if (element === null) return;
      const isScrolled = element.scrollTop > SCROLLED_DISTANCE;
      if (isScrolled !== scrolled.current) {
        scrolled.current = isScrolled;
        options.onScrolledChange?.(isScrolled);
      }
      const left = element.scrollHeight - element.scrollTop - element.clientHeight;
      const busy = options.loadingMore === true || options.moreFailed === true || options.stale === true;
      if (left <= FETCH_DISTANCE && options.hasMore === true && !busy && options.rows.length > 0) options.onMore?.();
    };
    // A list that does not fill the view never scrolls, so the position is also checked after each render.
    const frame = requestAnimationFrame(() => checkPosition.current());
    return () => cancelAnimationFrame(frame);
  });
  useEffect(() => {
    const element = scrollRef.current;
    const onScroll = (): void => checkPosition.current();
    element?.addEventListener('scroll', onScroll, { passive: true });
    return () => element?.removeEventListener('scroll', onScroll);
  }, [scrollRef]);
}
