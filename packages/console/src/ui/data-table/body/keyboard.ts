export type GridCommand =
  | { readonly do: 'focus'; readonly index: number }
  | { readonly do: 'open' | 'toggle' | 'expand' | 'collapse' | 'menu' };

export type GridPosition = {
  readonly index: number;
  readonly count: number;
  /** The row that is a page further up, and the one that is a page further down. */
  readonly page: { readonly up: number; readonly down: number };
};

/** The command of a key on the focused row, or null. */
export function gridCommand(key: string, at: GridPosition): GridCommand | null {
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
      return focus(at.page.down);
    case 'PageUp':
      return focus(at.page.up);
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

type Span = { readonly start: number; readonly end: number };

/**
 * The lines a page away from a line, for lines of different heights. The page is as high as the view, so that no line
 * between the two is skipped: the former line and the next one are never further apart than what fits into the view.
 * @param height of the view in pixels
 */
export function pageAround(lines: readonly Span[], index: number, height: number): { up: number; down: number } {
  const from = lines[index];
  if (from === undefined) return { up: 0, down: 0 };
  let down = index + 1;
  while (down + 1 < lines.length && (lines[down + 1]?.end ?? Infinity) - from.start <= height) down += 1;
  let up = index - 1;
  while (up - 1 >= 0 && from.end - (lines[up - 1]?.start ?? -Infinity) <= height) up -= 1;
  return { up: Math.max(0, up), down: Math.min(lines.length - 1, down) };
}
