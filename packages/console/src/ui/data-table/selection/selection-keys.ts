/** `extend` selects from the row that was changed last; with a step it also moves the focus. */
export type SelectionCommand =
  | { readonly do: 'toggle' }
  | { readonly do: 'all' }
  | { readonly do: 'clear' }
  | { readonly do: 'extend'; readonly step: -1 | 0 | 1 };

type Key = { readonly key: string; readonly shiftKey: boolean; readonly ctrlKey: boolean; readonly metaKey: boolean };

/**
 * The command of a key on the focused row of a grid whose rows can be selected, or null.
 * @param expands the rows expand, which Space alone then does
 */
export function selectionCommand(pressed: Key, expands: boolean): SelectionCommand | null {
  const { key, shiftKey } = pressed;
  if (pressed.ctrlKey || pressed.metaKey) return key === 'a' ? { do: 'all' } : null;
  switch (key) {
    case 'x':
      return { do: 'toggle' };
    case 'X':
      return { do: 'extend', step: 0 };
    case ' ':
      return shiftKey || !expands ? { do: 'toggle' } : null;
    case 'ArrowDown':
      return shiftKey ? { do: 'extend', step: 1 } : null;
    case 'ArrowUp':
      return shiftKey ? { do: 'extend', step: -1 } : null;
    case 'Escape':
      return { do: 'clear' };
    default:
      return null;
  }
}
