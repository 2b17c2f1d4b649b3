import { type RefObject, useEffect } from 'react';
import { useLatest } from '../../lib/use-latest.ts';

/** Handled by Monaco, where the cursor is. */
export const PREVIEW_KEYS = 'Shift Alt P';

export type EditorShortcuts = {
  readonly save: () => void;
  readonly test: () => void;
  readonly publish: () => void;
};

const NAMES = { s: 'save', y: 'test', enter: 'publish' } as const;

/**
 * Handles Ctrl or Cmd with S, Y and Enter on the whole page, also while nothing has the focus. They are handled before Monaco, which has
 * other uses for them. Keys of a dialog over the editor are left alone, and Enter where `data-keeps-enter` is set.
 * @param shortcuts null where nothing can be changed: the keys then do nothing
 */
export function useEditorShortcuts(editor: RefObject<HTMLElement | null>, shortcuts: EditorShortcuts | null): void {
  const latest = useLatest(shortcuts);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { ctrlKey, metaKey, altKey, shiftKey, key, target } = event;
      if (!(ctrlKey || metaKey) || altKey || shiftKey) return;
      const name = NAMES[key.toLowerCase() as keyof typeof NAMES];
      const layer = target instanceof Element ? target.closest('[role="dialog"]') : null;
      if (name === undefined || (layer !== null && layer !== editor.current)) return;
      // There it sends what is written.
      if (name === 'publish' && target instanceof Element && target.closest('[data-keeps-enter]') !== null) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current?.[name]();
    };
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, [editor]);
}
