import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef } from 'react';

/** Counts the screens that the page has shown. */
const ArrivalsContext = createContext<RefObject<number>>({ current: 0 });

/** Counts the screens that are shown inside it, for `FocusOnArrival`. */
export function Arrivals({ children }: { readonly children: ReactNode }) {
  const arrivals = useRef(0);
  return <ArrivalsContext value={arrivals}>{children}</ArrivalsContext>;
}

/**
 * Moves the focus to the screen's heading after a change of the screen, so that the keyboard and screen readers continue
 * there. Rendered after each screen, beside it: its effect runs once the screen is loaded. The first screen of a page, and
 * a focus that the screen has set itself, stay as they are.
 */
export function FocusOnArrival() {
  const arrivals = useContext(ArrivalsContext);
  useEffect(() => {
    arrivals.current += 1;
    const main = document.querySelector('#main');
    if (arrivals.current === 1 || main === null) return;
    const focused = document.activeElement;
    if (focused !== main && main.contains(focused)) return;
    main.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }, [arrivals]);
  return null;
}
