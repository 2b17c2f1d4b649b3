import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { type Brush, brushRange, readBrushKey } from './brush.ts';
import styles from './brush-bars.module.css';

/** One stacked bar of a chart. */
export type BrushBar = {
  readonly key: string;
  /** The bar in words; shown in its tooltip and read by screen readers. */
  readonly text: string;
  /** From the bottom to the top, each as a share of the chart's height. */
  readonly parts: readonly { readonly tone: 'error' | 'warning' | 'inactive'; readonly share: number }[];
};

type Props = {
  /** The chart in words. */
  readonly label: string;
  readonly bars: readonly BrushBar[];
  /** The first and the last selected bar. */
  readonly selected: readonly [number, number] | null;
  readonly onSelect: (first: number, last: number) => void;
  readonly onClear: () => void;
};

/** Bars of which a range is selected: by dragging over them, or by arrows with Shift and Enter. Escape clears it. */
export function BrushBars({ label, bars, selected, onSelect, onClear }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<number | null>(null);
  const [brush, setBrush] = useState<Brush | null>(null);
  const focusable = Math.min(active ?? selected?.[1] ?? bars.length - 1, bars.length - 1);
  const shown = brush === null ? selected : brushRange(brush);

  const apply = (range: Brush): void => {
    const [first, last] = brushRange(range);
    setBrush(null);
    if (selected?.[0] === first && selected[1] === last) onClear();
    else onSelect(first, last);
  };
  const barAt = (event: PointerEvent): number => {
    const box = frame.current?.getBoundingClientRect();
    if (box === undefined || box.width === 0) return 0;
    const index = Math.floor(((event.clientX - box.left) / box.width) * bars.length);
    return Math.min(Math.max(index, 0), bars.length - 1);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const current = brush ?? { anchor: focusable, head: focusable };
    const key = readBrushKey(event, current, bars.length);
    // Escape with nothing to clear may close what is around the chart.
    if (key === null || (key.kind === 'clear' && brush === null && selected === null)) return;
    event.preventDefault();
    event.stopPropagation();
    if (key.kind === 'apply') apply(current);
    else if (key.kind === 'clear') {
      setBrush(null);
      if (brush === null) onClear();
    } else {
      setBrush(event.shiftKey ? key.brush : null);
      setActive(key.brush.head);
      frame.current?.querySelectorAll<HTMLElement>('[role="option"]')[key.brush.head]?.focus();
    }
  };
  return (
    <div
      ref={frame}
      role="listbox"
      aria-label={label}
      aria-multiselectable="true"
      aria-orientation="horizontal"
      className={styles['bars']}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setBrush(null);
      }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const index = barAt(event);
        setBrush({ anchor: index, head: index });
        setActive(index);
      }}
      onPointerMove={(event) => {
        if (event.buttons === 1 && brush !== null) setBrush({ anchor: brush.anchor, head: barAt(event) });
      }}
      onPointerUp={() => {
        if (brush !== null) apply(brush);
      }}
      onPointerCancel={() => setBrush(null)}
    >
      {bars.map((bar, index) => (
        <div
          key={bar.key}
          role="option"
          aria-selected={shown !== null && index >= shown[0] && index <= shown[1]}
          aria-label={bar.text}
          data-tip={bar.text}
          tabIndex={index === focusable ? 0 : -1}
          className={styles['bar']}
        >
          {bar.parts.map(({ tone, share }) => (
            <span key={tone} className={styles['part']} data-tone={tone} style={{ height: `${share * 100}%` }} />
          ))}
        </div>
      ))}
    </div>
  );
}
