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
  const { scrollRef } = options;
  const look = useRef<() => void>(() => undefined);
  const scrolled = useRef(false);
  useEffect(() => {
    look.current = () => {
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
    // A short list that does not fill the view never scrolls: look after each drawing, too.
    const frame = requestAnimationFrame(() => look.current());
    return () => cancelAnimationFrame(frame);
  });
  useEffect(() => {
    const element = scrollRef.current;
    const onScroll = (): void => look.current();
    element?.addEventListener('scroll', onScroll, { passive: true });
    return () => element?.removeEventListener('scroll', onScroll);
  }, [scrollRef]);
}
