import { useEffect, useRef } from 'react';

export type Shortcuts = {
  /** Keys pressed after `g`, and where they go. */
  readonly go: ReadonlyMap<string, () => void>;
  readonly help: () => void;
  readonly palette: () => void;
};

const WAIT = 1200;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      /^(input|textarea|select)$/i.test(target.tagName) ||
      target.closest('[role="dialog"], [role="menu"]') !== null)
  );
}

/** Ctrl/Cmd+K, and while nothing is typed: `g` then a letter, `/` for the page's search, `?` for the list of keys. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    let pressedG = 0;
    const onKey = (event: KeyboardEvent): void => {
      const { go, help, palette } = latest.current;
      const key = event.key.toLowerCase();
      if ((event.ctrlKey || event.metaKey) && !event.altKey && key === 'k') {
        event.preventDefault();
        palette();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
      const afterG = event.timeStamp - pressedG < WAIT;
      pressedG = key === 'g' && !afterG ? event.timeStamp : -WAIT;
      if (afterG) {
        go.get(key)?.();
      } else if (event.key === '/') {
        const field = document.querySelector<HTMLInputElement>('input[data-page-search]');
        if (field === null) return;
        event.preventDefault();
        field.focus();
        field.select();
      } else if (event.key === '?') help();
    };
    pressedG = -WAIT;
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
