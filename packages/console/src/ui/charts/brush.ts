/** A range of bars: from where it began to where it is. */
export type Brush = { readonly anchor: number; readonly head: number };

/** Effect of a key on the bars: it moves, widens or applies the brush, or clears the selection. */
export type BrushKey =
  | { readonly kind: 'move'; readonly brush: Brush }
  | { readonly kind: 'apply' }
  | { readonly kind: 'clear' }
  | null;

type Press = { readonly key: string; readonly shiftKey: boolean };

/** Arrows, Home and End move, with Shift they widen; Enter and Space apply; Escape clears. */
export function readBrushKey({ key, shiftKey }: Press, { anchor, head }: Brush, bars: number): BrushKey {
  if (key === 'Enter' || key === ' ') return { kind: 'apply' };
  if (key === 'Escape') return { kind: 'clear' };
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: head - 1,
    ArrowRight: head + 1,
    Home: 0,
    End: bars - 1,
  };
  const target = targets[key];
  if (target === undefined) return null;
  const next = Math.min(Math.max(target, 0), bars - 1);
  return { kind: 'move', brush: { anchor: shiftKey ? anchor : next, head: next } };
}

export const brushRange = ({ anchor, head }: Brush): readonly [number, number] =>
  anchor <= head ? [anchor, head] : [head, anchor];
