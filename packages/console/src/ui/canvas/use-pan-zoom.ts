import { useEffect, useRef } from 'react';
import { useLatest } from '../../lib/use-latest.ts';
import type { Point } from './viewport.ts';

export type PanZoom = {
  /** CSS pixels by which the drawing is moved. */
  readonly onPan: (by: Point) => void;
  /** @param at the point that stays, in the canvas */
  readonly onZoom: (at: Point, factor: number) => void;
  /** The wheel, CSS pixels; without it the wheel zooms. With the control key it always does. */
  readonly onScroll?: (by: Point) => void;
  /** A press without a drag. */
  readonly onPress: (at: Point) => void;
  readonly onHover?: (at: Point | null) => void;
};

/** CSS pixels that a press may move. */
const STILL = 4;
const WHEEL_SPEED = 0.0016;
/** CSS pixels of a line and of a page, in which some wheels count. */
const WHEEL_UNITS: readonly number[] = [1, 16, 400];

/** Dragging, the wheel and two fingers on an element. */
export function usePanZoom(element: HTMLElement | null, actions: PanZoom): void {
  const latest = useLatest(actions);
  const pointers = useRef(new Map<number, Point>());
  useEffect(() => {
    if (element === null) return;
    const open = pointers.current;
    let moved = 0;
    const placeOf = ({ clientX, clientY }: MouseEvent): Point => {
      const { left, top } = element.getBoundingClientRect();
      return { x: clientX - left, y: clientY - top };
    };
    const onDown = (event: PointerEvent): void => {
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      open.set(event.pointerId, placeOf(event));
      if (open.size === 1) moved = 0;
    };
    const onMove = (event: PointerEvent): void => {
      const at = placeOf(event);
      const before = open.get(event.pointerId);
      if (before === undefined) {
        latest.current.onHover?.(at);
        return;
      }
      const other = [...open].find(([id]) => id !== event.pointerId)?.[1];
      open.set(event.pointerId, at);
      moved += Math.hypot(at.x - before.x, at.y - before.y);
      if (other !== undefined) {
        const factor = distance(at, other) / Math.max(1, distance(before, other));
        latest.current.onZoom({ x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 }, factor);
      } else if (moved > STILL) latest.current.onPan({ x: at.x - before.x, y: at.y - before.y });
    };
    const onUp = (event: PointerEvent): void => {
      const isPress = open.delete(event.pointerId) && open.size === 0 && moved <= STILL && event.type === 'pointerup';
      if (isPress) latest.current.onPress(placeOf(event));
    };
    const onLeave = (): void => latest.current.onHover?.(null);
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const { onScroll, onZoom } = latest.current;
      const unit = WHEEL_UNITS[event.deltaMode] ?? 1;
      if (onScroll === undefined || event.ctrlKey || event.metaKey)
        onZoom(placeOf(event), Math.exp(-event.deltaY * unit * WHEEL_SPEED));
      else if (event.shiftKey) onScroll({ x: event.deltaY * unit, y: 0 });
      else onScroll({ x: event.deltaX * unit, y: event.deltaY * unit });
    };
    const stop = new AbortController();
    const { signal } = stop;
    element.addEventListener('pointerdown', onDown, { signal });
    element.addEventListener('pointermove', onMove, { signal });
    element.addEventListener('pointerup', onUp, { signal });
    element.addEventListener('pointercancel', onUp, { signal });
    element.addEventListener('pointerleave', onLeave, { signal });
    // Not passive: the page must not scroll.
    element.addEventListener('wheel', onWheel, { signal, passive: false });
    return () => {
      stop.abort();
      open.clear();
    };
  }, [element]);
}

const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);
