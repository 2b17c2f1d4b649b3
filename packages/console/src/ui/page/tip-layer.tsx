import { useEffect, useState } from 'react';
import { lazyLayer } from '../../lib/load-chunk.ts';

const Tip = lazyLayer(async () => (await import('../layers/tip.tsx')).Tip);

type Shown = { readonly element: HTMLElement; readonly text: string };

const DELAY = 350;

function tipOf(target: EventTarget | null): Shown | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;
  const text = element?.dataset['tip'];
  return element === null || text === undefined || text === '' ? null : { element, text };
}

/**
 * One tooltip for the whole page: elements with `data-tip` show it on hover and on keyboard focus.
 * A tooltip component in each cell would cost more than the rest of a long grid.
 */
export function TipLayer() {
  const [tip, setTip] = useState<Shown | null>(null);
  useEffect(() => {
    let timer = 0;
    const show = (event: Event): void => {
      const next = tipOf(event.target);
      clearTimeout(timer);
      if (next === null) setTip(null);
      else timer = window.setTimeout(() => setTip(next), DELAY);
    };
    const hide = (): void => {
      clearTimeout(timer);
      setTip(null);
    };
    const dismiss = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') hide();
    };
    const ended = new AbortController();
    const { signal } = ended;
    for (const type of ['pointerover', 'focusin']) document.addEventListener(type, show, { signal });
    for (const type of ['focusout', 'pointerdown']) document.addEventListener(type, hide, { signal });
    document.addEventListener('scroll', hide, { signal, capture: true });
    document.addEventListener('keydown', dismiss, { signal });
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, []);
  if (tip === null || !tip.element.isConnected) return null;
  return <Tip key={tip.text} element={tip.element} text={tip.text} />;
}
