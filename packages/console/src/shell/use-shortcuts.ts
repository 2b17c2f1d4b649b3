import { useEffect } from 'react';
import { useLatest } from '../lib/use-latest.ts';

export type Shortcuts = {
  /** Actions of the letters after `g`. */
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

/** Whether the event is a key of the page: pressed alone, and not in a field or a layer. */
const isPageKey = (event: KeyboardEvent): boolean =>
  !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented && !isTyping(event.target);

/** Handles Ctrl/Cmd+K and, outside text fields, `g` with a letter, `/` for the search and `?` for the shortcuts. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useLatest(shortcuts);
  useEffect(() => {
    let pressedG = -SEQUENCE_TIMEOUT;
    // Before the elements of the page: in a list, `k` alone goes to the previous row.
    const onSequence = (event: KeyboardEvent): void => {
      if (!isPageKey(event)) return;
      const key = event.key.toLowerCase();
      const afterG = event.timeStamp - pressedG < SEQUENCE_TIMEOUT;
      pressedG = key === 'g' && !afterG ? event.timeStamp : -SEQUENCE_TIMEOUT;
      const open = afterG ? latest.current.go.get(key) : undefined;
      if (open === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      open();
    };
    const onKey = (event: KeyboardEvent): void => {
      const { help, palette } = latest.current;
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        palette();
        return;
      }
      if (!isPageKey(event)) return;
      if (event.key === '/') {
        const field = document.querySelector<HTMLInputElement>('input[data-page-search]');
        if (field === null) return;
        event.preventDefault();
        field.focus();
        field.select();
      } else if (event.key === '?') help();
    };
    document.addEventListener('keydown', onSequence, { capture: true });
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onSequence, { capture: true });
      document.removeEventListener('keydown', onKey);
    };
  }, []);
}
