import type { KeyboardEvent } from 'react';

export type EditorShortcuts = {
  readonly save: () => void;
  readonly test: () => void;
  readonly publish: () => void;
};

/**
 * The handler of Ctrl or Cmd with S, Y and Enter. It is asked before Monaco, which has other uses for them. Keys of dialogs, which
 * React reports here as well, are left alone.
 */
export function shortcutHandler(shortcuts: EditorShortcuts | null): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    const { ctrlKey, metaKey, altKey, shiftKey, key, currentTarget, target } = event;
    if (!(ctrlKey || metaKey) || altKey || shiftKey) return;
    if (!(target instanceof Node) || !currentTarget.contains(target)) return;
    const name = ({ s: 'save', y: 'test', enter: 'publish' } as const)[key.toLowerCase()];
    if (name === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    shortcuts?.[name]();
  };
}
