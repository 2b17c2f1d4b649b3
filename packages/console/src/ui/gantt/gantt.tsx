import { UnstyledButton } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { IconZoomReset } from '@tabler/icons-react';
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import styles from '../canvas/canvas.module.css';
import { createFitText } from '../canvas/fit-text.ts';
import { useCanvas } from '../canvas/use-canvas.ts';
import { usePanZoom } from '../canvas/use-pan-zoom.ts';
import type { Point, Size } from '../canvas/viewport.ts';
import { ZoomButtons } from '../canvas/zoom-buttons.tsx';
import { ICON_SIZE } from '../theme/metrics.ts';
import { AXIS_HEIGHT, drawGantt, namesWidth } from './draw-gantt.ts';
import { LANE_HEIGHT, type PlacedBar, type PlacedGantt, rowsBetween, topOf } from './gantt-data.ts';
import { nextBar } from './next-bar.ts';
import { moveWindow, type TimeWindow, zoomWindow } from './time-scale.ts';

type Props = {
  /** Accessible name of the timeline. */
  readonly label: string;
  readonly gantt: PlacedGantt;
  /** All that can be shown. */
  readonly bounds: TimeWindow;
  /** Shown first. */
  readonly initial: TimeWindow;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The id of the selected bar; it is brought into view when it changes. */
  readonly selected: string | null;
  /** Ids of the bars on the critical path, in their order. */
  readonly path: readonly string[];
  readonly onOpen: (id: string) => void;
};

const ZOOM_STEP = 1.6;
/** CSS pixels around a bar that belong to it. */
const NEAR = 4;

/** Draws when something happened, on a canvas: scrolled, zoomed in time, and walked through by the arrow keys. One tab stop. */
export function Gantt({ label, gantt, bounds, initial, now, selected, path, onOpen }: Props) {
  const [element, setElement] = useState<HTMLCanvasElement | null>(null);
  const window = useRef(initial);
  const scroll = useRef(0);
  const hovered = useRef<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const takesFocus = useRef(false);
  const [fitText] = useState(createFitText);
  const [focused, setFocused] = useState<string | null>(null);
  const bars = useMemo(() => new Map(gantt.rows.flatMap((row) => row.bars.map((bar) => [bar.id, bar]))), [gantt]);
  const onPath = useMemo(() => path.flatMap((id) => bars.get(id) ?? []), [path, bars]);
  const active = bars.get(focused ?? '') ?? bars.get(selected ?? '') ?? bars.values().next().value;
  const { ref, size, redraw } = useCanvas((context, drawn, theme) => {
    const scene = { gantt, window: window.current, scroll: scroll.current, origin: midnightOf(bounds), now, fitText };
    const found = drawGantt(context, drawn, theme, { ...scene, selected, hovered: hovered.current, path: onPath });
    Object.assign(context.canvas.dataset, { rows: found.rows, bars: found.bars });
    if (active !== undefined) placeButton(button.current, areaOf(gantt, active, drawn, scene));
  });
  const canvas = useMergedRef(ref, setElement);
  const scrollTo = (top: number): void => {
    const room = size === null ? 0 : Math.max(0, gantt.height - (size.height - AXIS_HEIGHT));
    scroll.current = Math.min(room, Math.max(0, top));
    redraw();
  };
  const setWindow = (next: TimeWindow): void => {
    window.current = next;
    redraw();
  };
  const zoom = (at: number, factor: number): void => setWindow(zoomWindow(window.current, at, factor, bounds));
  const timeOf = (pixels: number): number => {
    const { start, end } = window.current;
    return size === null ? 0 : ((end - start) * pixels) / Math.max(1, size.width - namesWidth(size));
  };
  const barAt = ({ x, y }: Point): PlacedBar | null => {
    if (size === null || x < namesWidth(size) || y < AXIS_HEIGHT) return null;
    const top = y - AXIS_HEIGHT + scroll.current;
    const row = gantt.rows[rowsBetween(gantt.rows, top, top)[0]];
    const at = window.current.start + timeOf(x - namesWidth(size));
    const near = timeOf(NEAR);
    return (
      row?.bars.findLast(
        (bar) =>
          at >= bar.from - near &&
          at <= bar.until + near &&
          top >= topOf(gantt, bar) &&
          top < topOf(gantt, bar) + LANE_HEIGHT,
      ) ?? null
    );
  };
  const reveal = useCallback(
    (bar: PlacedBar): void => {
      if (size === null) return;
      const top = topOf(gantt, bar);
      const height = size.height - AXIS_HEIGHT;
      const room = Math.max(0, gantt.height - height);
      if (top < scroll.current || top + LANE_HEIGHT > scroll.current + height)
        scroll.current = Math.min(room, Math.max(0, top - height / 2));
      const { start, end } = window.current;
      if (bar.from > end || bar.until < start)
        window.current = moveWindow(window.current, (bar.from + bar.until - start - end) / 2, bounds);
      redraw();
    },
    [gantt, size, bounds, redraw],
  );
  usePanZoom(element, {
    onPan: (by) => {
      window.current = moveWindow(window.current, -timeOf(by.x), bounds);
      scrollTo(scroll.current - by.y);
    },
    onScroll: (by) => {
      window.current = moveWindow(window.current, timeOf(by.x), bounds);
      scrollTo(scroll.current + by.y);
    },
    onZoom: (at, factor) => {
      if (size !== null) zoom(Math.max(0, (at.x - namesWidth(size)) / (size.width - namesWidth(size))), factor);
    },
    onPress: (at) => {
      const pressed = barAt(at);
      if (pressed === null) return;
      setFocused(pressed.id);
      onOpen(pressed.id);
    },
    onHover: (at) => {
      const bar = at === null ? null : barAt(at);
      if ((bar?.id ?? null) === hovered.current) return;
      hovered.current = bar?.id ?? null;
      element?.toggleAttribute('data-hovered', bar !== null);
      if (bar === null) element?.removeAttribute('data-tip');
      else element?.setAttribute('data-tip', bar.description);
      redraw();
    },
  });
  const former = useRef(initial);
  useLayoutEffect(() => {
    const { start, end } = window.current;
    // Whoever has zoomed keeps the part of the day while more arrives; another day is shown whole.
    const isZoomed = start !== former.current.start || end !== former.current.end;
    window.current = isZoomed && start >= bounds.start && end <= bounds.end ? window.current : initial;
    former.current = initial;
  }, [bounds, initial]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them is drawn
  useEffect(redraw, [gantt, bounds, initial, now, selected, onPath, active, redraw]);
  const isMeasured = size !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: moved only for another selection
  useEffect(() => {
    const bar = bars.get(selected ?? '');
    if (isMeasured && bar !== undefined && selected !== focused) reveal(bar);
  }, [selected, isMeasured]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button of another bar is another element
  useLayoutEffect(() => {
    if (takesFocus.current) button.current?.focus({ preventScroll: true });
    takesFocus.current = false;
  }, [active?.id]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (active === undefined) return;
    if (event.key === '+' || event.key === '-') {
      event.preventDefault();
      zoom(0.5, event.key === '+' ? ZOOM_STEP : 1 / ZOOM_STEP);
      return;
    }
    const next = nextBar(event.key, active, gantt);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    takesFocus.current = true;
    setFocused(next.id);
    reveal(next);
  };
  return (
    <div className={styles['frame']} role="group" aria-label={label}>
      <canvas ref={canvas} className={styles['canvas']} />
      {active !== undefined && (
        <UnstyledButton
          key={active.id}
          ref={button}
          className={styles['active']}
          data-bar={active.id}
          aria-label={active.description}
          aria-pressed={active.id === selected}
          onKeyDown={onKeyDown}
          onFocus={() => reveal(active)}
          onClick={() => onOpen(active.id)}
        />
      )}
      <ZoomButtons
        className={styles['zoom']}
        wholeLabel="Show the whole day"
        wholeIcon={<IconZoomReset size={ICON_SIZE} />}
        onZoomIn={() => zoom(0.5, ZOOM_STEP)}
        onZoomOut={() => zoom(0.5, 1 / ZOOM_STEP)}
        onShowWhole={() => setWindow(bounds)}
      />
    </div>
  );
}

/** The midnight before, in the viewer's zone: marks of a time axis are at whole hours. */
const midnightOf = ({ start }: TimeWindow): number => new Date(start).setHours(0, 0, 0, 0);

type Place = Point & Size;

/** Where a bar is drawn in the canvas. */
function areaOf(
  gantt: PlacedGantt,
  bar: PlacedBar,
  size: Size,
  { window, scroll }: { readonly window: TimeWindow; readonly scroll: number },
): Place {
  const left = namesWidth(size);
  const scale = (size.width - left) / (window.end - window.start);
  const xOf = (at: number): number => Math.min(size.width, Math.max(left, left + (at - window.start) * scale));
  return {
    x: xOf(bar.from) - 2,
    y: AXIS_HEIGHT - scroll + topOf(gantt, bar),
    width: Math.max(LANE_HEIGHT, xOf(bar.until) - xOf(bar.from) + 4),
    height: LANE_HEIGHT,
  };
}

/** Lays the button of the active bar over its drawing. */
function placeButton(button: HTMLElement | null, { x, y, width, height }: Place): void {
  if (button === null) return;
  button.style.transform = `translate(${x}px, ${y}px)`;
  button.style.width = `${width}px`;
  button.style.height = `${height}px`;
}
