import { useEffect, useRef } from 'react';

export type Shortcuts = {
  /** What the letters after `g` do. */
  readonly go: ReadonlyMap<string, () => void>;
  readonly help: () => void;
  readonly palette: () => void;
};

const SEQUENCE_TIMEOUT = 1200;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      /^(input|textarea|select)$/i.test(target.tagName) ||
      target.closest('[role="dialog"], [role="menu"]') !== null)
  );
}

/** Handles Ctrl/Cmd+K and, outside text fields, `g` with a letter, `/` for the search and `?` for the shortcuts. */
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
      const afterG = event.timeStamp - pressedG < SEQUENCE_TIMEOUT;
      pressedG = key === 'g' && !afterG ? event.timeStamp : -SEQUENCE_TIMEOUT;
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
    pressedG = -SEQUENCE_TIMEOUT;
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
