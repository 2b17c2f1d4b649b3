import { UnstyledButton } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { IconFocusCentered } from '@tabler/icons-react';
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import canvasStyles from '../canvas/canvas.module.css';
import { createFitText } from '../canvas/fit-text.ts';
import { useCanvas } from '../canvas/use-canvas.ts';
import { usePanZoom } from '../canvas/use-pan-zoom.ts';
import {
  centerOn,
  fitArea,
  overlaps,
  type Point,
  type Size,
  shownArea,
  toDrawing,
  type Viewport,
  zoomAt,
} from '../canvas/viewport.ts';
import { ZoomButtons } from '../canvas/zoom-buttons.tsx';
import { ICON_SIZE } from '../theme/metrics.ts';
import { areaOf, drawMap, FAR_SCALE } from './draw-map.ts';
import { neighboursOf, nodesAround } from './map-data.ts';
import { NODE_SIZE } from './map-sizes.ts';
import { nextInMap } from './next-in-map.ts';
import styles from './node-map.module.css';
import type { PlacedMap } from './use-places.ts';

type Props = {
  /** Accessible name of the graph. */
  readonly label: string;
  readonly map: PlacedMap;
  /** The id of the selected node; it is brought into view when it changes. */
  readonly selected: string | null;
  readonly onOpen: (id: string) => void;
};

const SCALES = { least: 0.04, most: 2 };
const ZOOM_STEP = 1.4;
/** The least scale in which a chosen node is shown. */
const READABLE = 0.9;
const NOTHING: ReadonlySet<number> = new Set();

/** A graph on a canvas: dragged, zoomed, and walked through along its edges by the arrow keys. One tab stop. */
export function NodeMap({ label, map, selected, onOpen }: Props) {
  const [element, setElement] = useState<HTMLCanvasElement | null>(null);
  const viewport = useRef<Viewport | null>(null);
  const hovered = useRef<number | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const takesFocus = useRef(false);
  const [fitText] = useState(createFitText);
  const [focused, setFocused] = useState<string | null>(null);
  const positions = useMemo(() => new Map(map.data.nodes.map(({ id }, at) => [id, at])), [map.data]);
  const neighbours = useMemo(() => neighboursOf(map.data.nodes.length, map.data.edges), [map.data]);
  const selectedAt = selected === null ? null : (positions.get(selected) ?? null);
  const active = positions.get(focused ?? selected ?? '') ?? selectedAt ?? 0;
  const connected = useMemo(
    () => (selectedAt === null ? NOTHING : nodesAround(selectedAt, neighbours, { before: Infinity, after: Infinity })),
    [selectedAt, neighbours],
  );
  const whole = useCallback(
    (size: Size): Viewport => fitArea({ x: 0, y: 0, width: map.places.width, height: map.places.height }, size, SCALES),
    [map.places],
  );
  const { ref, size, redraw } = useCanvas((context, drawn, theme) => {
    viewport.current ??= whole(drawn);
    const scene = {
      map,
      viewport: viewport.current,
      fitText,
      selected: selectedAt,
      hovered: hovered.current,
      connected,
    };
    const { nodes, edges } = drawMap(context, drawn, theme, scene);
    Object.assign(context.canvas.dataset, { nodes, edges, scale: viewport.current.scale.toFixed(3) });
    placeButton(button.current, viewport.current, areaOf(map, active));
  });
  const canvas = useMergedRef(ref, setElement);
  const show = useCallback(
    (next: Viewport): void => {
      viewport.current = next;
      redraw();
    },
    [redraw],
  );
  const change = (of: (current: Viewport, within: Size) => Viewport): void => {
    if (viewport.current !== null && size !== null) show(of(viewport.current, size));
  };
  const nodeAt = (at: Point): number | null => {
    if (viewport.current === null) return null;
    const point = { ...toDrawing(viewport.current, at), width: 0, height: 0 };
    const found = map.data.nodes.findLastIndex((_, index) => overlaps(areaOf(map, index), point));
    return found === -1 ? null : found;
  };
  const reveal = useCallback(
    (at: number, scale: number): void => {
      if (viewport.current === null || size === null) return;
      const area = areaOf(map, at);
      const shown = shownArea(viewport.current, size);
      const isInside =
        area.x >= shown.x &&
        area.y >= shown.y &&
        area.x + area.width <= shown.x + shown.width &&
        area.y + area.height <= shown.y + shown.height;
      if (isInside && viewport.current.scale >= scale) return;
      const middle = { x: area.x + NODE_SIZE.width / 2, y: area.y + NODE_SIZE.height / 2 };
      show(centerOn(middle, size, Math.max(viewport.current.scale, scale)));
    },
    [map, size, show],
  );
  usePanZoom(element, {
    onPan: (by) => change((current) => ({ ...current, x: current.x + by.x, y: current.y + by.y })),
    onZoom: (at, factor) => change((current) => zoomAt(current, at, factor, SCALES)),
    onPress: (at) => {
      const pressed = map.data.nodes[nodeAt(at) ?? -1];
      if (pressed === undefined) return;
      setFocused(pressed.id);
      onOpen(pressed.id);
    },
    onHover: (at) => {
      const next = at === null ? null : nodeAt(at);
      if (next === hovered.current) return;
      hovered.current = next;
      element?.toggleAttribute('data-hovered', next !== null);
      redraw();
    },
  });
  // Other places are another drawing: all of it is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a window of another size shows the same part
  useLayoutEffect(() => {
    if (size !== null) viewport.current = whole(size);
  }, [whole]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them is drawn
  useEffect(redraw, [map, selectedAt, active, redraw]);
  const isMeasured = size !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: moved only for another selection, or other places
  useEffect(() => {
    // What was pressed in the drawing is in view.
    if (isMeasured && selectedAt !== null && selected !== focused) reveal(selectedAt, READABLE);
  }, [selected, map.places, isMeasured]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button of another node is another element
  useLayoutEffect(() => {
    if (takesFocus.current) button.current?.focus({ preventScroll: true });
    takesFocus.current = false;
  }, [active]);
  const goTo = (at: number): void => {
    const next = map.data.nodes[at];
    if (next === undefined) return;
    takesFocus.current = true;
    setFocused(next.id);
    reveal(at, READABLE);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = nextInMap(event.key, active, map, neighbours);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    goTo(next);
  };
  const node = map.data.nodes[active];
  const middle = (within: Size): Point => ({ x: within.width / 2, y: within.height / 2 });
  return (
    <div className={canvasStyles['frame']} role="group" aria-label={label}>
      <canvas ref={canvas} className={canvasStyles['canvas']} />
      {node !== undefined && (
        <UnstyledButton
          key={node.id}
          ref={button}
          className={`${canvasStyles['active']} ${styles['active']}`}
          data-node={node.id}
          aria-label={node.description}
          aria-pressed={node.id === selected}
          onKeyDown={onKeyDown}
          onFocus={() => reveal(active, FAR_SCALE * 1.2)}
          onClick={() => onOpen(node.id)}
        />
      )}
      <ZoomButtons
        className={styles['zoom']}
        wholeLabel="Show all"
        wholeIcon={<IconFocusCentered size={ICON_SIZE} />}
        onZoomIn={() => change((current, within) => zoomAt(current, middle(within), ZOOM_STEP, SCALES))}
        onZoomOut={() => change((current, within) => zoomAt(current, middle(within), 1 / ZOOM_STEP, SCALES))}
        onShowWhole={() => change((_, within) => whole(within))}
      />
    </div>
  );
}

/** Lays the button of the active node over its drawing. */
function placeButton(button: HTMLElement | null, { x, y, scale }: Viewport, area: Point & Size): void {
  if (button === null) return;
  button.style.transform = `translate(${x + area.x * scale}px, ${y + area.y * scale}px)`;
  button.style.width = `${area.width * scale}px`;
  button.style.height = `${area.height * scale}px`;
}
