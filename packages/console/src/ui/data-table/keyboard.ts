export type GridCommand =
  | { readonly do: 'focus'; readonly index: number }
  | { readonly do: 'open' | 'toggle' | 'expand' | 'collapse' | 'menu' };

/** The command of a key on the focused row, or null. `page` is the number of rows in view. */
export function gridCommand(
  key: string,
  at: { readonly index: number; readonly count: number; readonly page: number },
): GridCommand | null {
  const focus = (index: number): GridCommand => ({
    do: 'focus',
    index: Math.max(0, Math.min(at.count - 1, index)),
  });
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return focus(at.index + 1);
    case 'ArrowUp':
    case 'k':
      return focus(at.index - 1);
    case 'PageDown':
      return focus(at.index + at.page);
    case 'PageUp':
      return focus(at.index - at.page);
    case 'Home':
      return focus(0);
    case 'End':
      return focus(at.count - 1);
    case 'Enter':
      return { do: 'open' };
    case ' ':
      return { do: 'toggle' };
    case 'ArrowRight':
      return { do: 'expand' };
    case 'ArrowLeft':
      return { do: 'collapse' };
    case 'm':
      return { do: 'menu' };
    default:
      return null;
  }
}
