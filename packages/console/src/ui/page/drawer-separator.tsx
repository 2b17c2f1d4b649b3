import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { DRAWER_WIDTH } from '../theme/metrics.ts';
import styles from './side-drawer.module.css';

type Props = {
  readonly width: number;
  /** Called while the edge is dragged. */
  readonly onDrag: (width: number) => void;
  /** Called with the width that was chosen. */
  readonly onChange: (width: number) => void;
};

const clamp = (width: number): number =>
  Math.round(Math.min(Math.max(width, DRAWER_WIDTH.minimum), DRAWER_WIDTH.maximum));

/** The width after a key: arrows move the edge, Home and End take it as far as it goes. Null for other keys. */
export function widthAfter(key: string, width: number): number | null {
  switch (key) {
    case 'ArrowLeft':
      return clamp(width + DRAWER_WIDTH.step);
    case 'ArrowRight':
      return clamp(width - DRAWER_WIDTH.step);
    case 'Home':
      return DRAWER_WIDTH.minimum;
    case 'End':
      return DRAWER_WIDTH.maximum;
    default:
      return null;
  }
}

/** The left edge of a drawer, by which its width is changed. */
export function DrawerSeparator({ width, onDrag, onChange }: Props) {
  const start = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const at = (event: PointerEvent): number =>
    clamp(start.current === null ? width : start.current.width + start.current.x - event.clientX);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = widthAfter(event.key, width);
    if (next === null) return;
    event.preventDefault();
    onChange(next);
  };
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the drawer"
      aria-valuenow={width}
      aria-valuemin={DRAWER_WIDTH.minimum}
      aria-valuemax={DRAWER_WIDTH.maximum}
      tabIndex={0}
      className={styles['separator']}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        // A narrow window shows less than the chosen width.
        const shown = event.currentTarget.parentElement?.offsetWidth;
        start.current = { x: event.clientX, width: shown === undefined || shown === 0 ? width : shown };
      }}
      onPointerMove={(event) => {
        if (start.current !== null) onDrag(at(event));
      }}
      onPointerUp={(event) => {
        if (start.current === null) return;
        const next = at(event);
        start.current = null;
        onChange(next);
      }}
      onPointerCancel={() => {
        start.current = null;
      }}
    />
  );
}
