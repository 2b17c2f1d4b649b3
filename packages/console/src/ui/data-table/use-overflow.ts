import { useLayoutEffect, useState } from 'react';

/** Whether an element is narrower than its content. Follows the size of the element without reading it on scroll. */
export function useOverflow(element: HTMLElement | null, contentWidth: number): boolean {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    if (element === null) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return width < contentWidth;
}
