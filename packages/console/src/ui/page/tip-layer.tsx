import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';

type Tip = { readonly element: HTMLElement; readonly text: string };

const DELAY = 350;

function tipOf(target: EventTarget | null): Tip | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;
  const text = element?.dataset['tip'];
  return element === null || text === undefined || text === '' ? null : { element, text };
}

/**
 * One tooltip for the whole page: elements with `data-tip` show it on hover and on keyboard focus.
 * A tooltip component in each cell would cost more than the rest of a long grid.
 */
export function TipLayer() {
  const [tip, setTip] = useState<Tip | null>(null);
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
  return <Tooltip key={tip.text} opened target={tip.element} label={tip.text} />;
}
