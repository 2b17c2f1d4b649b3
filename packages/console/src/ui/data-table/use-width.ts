import { useLayoutEffect, useState } from 'react';

/**
 * The inner width of an element in pixels, without reading it on scroll.
 * @returns infinity until it is known, and while the element is not drawn
 */
export function useWidth(element: HTMLElement | null): number {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    if (element === null) return;
    const measure = (): void => setWidth(element.clientWidth || Number.POSITIVE_INFINITY);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
