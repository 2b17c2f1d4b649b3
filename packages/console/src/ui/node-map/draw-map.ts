import { type CanvasTheme, toneColors } from '../canvas/canvas-theme.ts';
import type { FitText } from '../canvas/fit-text.ts';
import { type Area, overlaps, type Size, shownArea, type Viewport } from '../canvas/viewport.ts';
import type { MapNode } from './map-data.ts';
import { NODE_SIZE, SPACING } from './map-sizes.ts';
import type { MapFrame } from './place-nodes.ts';
import type { PlacedMap } from './use-places.ts';

export type MapScene = {
  readonly map: PlacedMap;
  readonly viewport: Viewport;
  readonly fitText: FitText;
  /** Positions of nodes. Null: none. */
  readonly selected: number | null;
  readonly hovered: number | null;
  /** The selected node with all that it is made from and that is made from it; empty without a selection. */
  readonly connected: ReadonlySet<number>;
};

/** How much was drawn. */
export type Drawn = { readonly nodes: number; readonly edges: number };

/** Below this scale, names cannot be read and are not drawn. */
export const FAR_SCALE = 0.4;
const RADIUS = 6;
const FAINT = 0.3;
const TONE_BAR = 3;

/** Draws the part of a graph that the canvas shows. */
export function drawMap(context: CanvasRenderingContext2D, size: Size, theme: CanvasTheme, scene: MapScene): Drawn {
  const { map, viewport } = scene;
  const { x, y, scale } = viewport;
  const shown = shownArea(viewport, size);
  context.save();
  // Letters keep their distances at every scale.
  context.textRendering = 'geometricPrecision';
  context.translate(x, y);
  context.scale(scale, scale);
  for (const frame of map.places.frames) if (overlaps(frame, shown)) drawFrame(context, frame, theme);
  const edges = drawEdges(context, shown, theme, scene);
  let nodes = 0;
  for (const [at, node] of map.data.nodes.entries()) {
    const area = areaOf(map, at);
    if (!overlaps(area, shown)) continue;
    nodes += 1;
    context.globalAlpha = node.isFaint ? FAINT : 1;
    if (scale < FAR_SCALE) drawFarNode(context, node, area, theme, at === scene.selected);
    else
      drawNode(context, node, area, theme, {
        ...scene,
        isSelected: at === scene.selected,
        isHovered: at === scene.hovered,
      });
  }
  context.globalAlpha = 1;
  context.restore();
  for (const frame of map.places.frames) if (overlaps(frame, shown)) drawTitle(context, frame, theme, scene);
  return { nodes, edges };
}

/** Where a node stands. */
export const areaOf = ({ places }: PlacedMap, at: number): Area => ({
  x: places.x[at] ?? 0,
  y: places.y[at] ?? 0,
  ...NODE_SIZE,
});

function drawFrame(context: CanvasRenderingContext2D, frame: MapFrame, theme: CanvasTheme): void {
  context.beginPath();
  context.roundRect(frame.x, frame.y, frame.width, frame.height, RADIUS);
  context.fillStyle = theme.soft;
  context.fill();
  context.lineWidth = 1;
  context.strokeStyle = theme.line;
  context.stroke();
}

/** The title of a frame, in the size of text at every scale. */
function drawTitle(context: CanvasRenderingContext2D, frame: MapFrame, theme: CanvasTheme, scene: MapScene): void {
  const { x, y, scale } = scene.viewport;
  const room = Math.round(frame.width * scale) - 16;
  if (room < 24 || SPACING.title * scale < 12) return;
  context.font = `620 12px ${theme.font}`;
  context.fillStyle = theme.dim;
  context.textBaseline = 'middle';
  context.fillText(
    scene.fitText(context, frame.label, room),
    x + (frame.x + SPACING.frame) * scale,
    y + (frame.y + SPACING.title / 2) * scale,
  );
}

type Line = readonly [from: Area, to: Area, way: readonly number[]];

/** Draws the edges that cross the shown area. Those of the selection come last. */
function drawEdges(
  context: CanvasRenderingContext2D,
  shown: Area,
  theme: CanvasTheme,
  { map, viewport, connected }: MapScene,
): number {
  const isFar = viewport.scale < FAR_SCALE;
  const marked: Line[] = [];
  const plain: Line[] = [];
  for (const [edge, [from, to]] of map.data.edges.entries()) {
    const line = [areaOf(map, from), areaOf(map, to), map.places.ways[edge] ?? []] as const;
    if (!overlaps(around(line), shown)) continue;
    // From near, an edge between two nodes outside says nothing about those inside.
    if (!isFar && !overlaps(line[0], shown) && !overlaps(line[1], shown)) continue;
    if (connected.has(from) && connected.has(to)) marked.push(line);
    else plain.push(line);
  }
  const stroke = (lines: readonly Line[], color: string, width: number): void => {
    context.strokeStyle = color;
    context.lineWidth = width;
    // One path of all would be filled as a whole, which takes many times longer where its lines cross.
    for (const line of lines) {
      context.beginPath();
      trace(context, line, isFar);
      context.stroke();
    }
  };
  stroke(plain, theme.lineStrong, 1.25);
  stroke(marked, theme.accent, 2);
  return plain.length + marked.length;
}

/** The area of an edge. Its curves stay between the heights of its points. */
function around([from, to, way]: Line): Area {
  const heights = [from.y + from.height / 2, to.y + to.height / 2, ...way.filter((_, index) => index % 2 === 1)];
  const [left, right] = [Math.min(from.x + from.width, to.x), Math.max(from.x + from.width, to.x)];
  const top = Math.min(...heights);
  return { x: left, y: top, width: right - left, height: Math.max(...heights) - top };
}

function trace(context: CanvasRenderingContext2D, [from, to, way]: Line, isFar: boolean): void {
  let [x, y] = [from.x + from.width, from.y + from.height / 2];
  context.moveTo(x, y);
  const points = [...way, to.x, to.y + to.height / 2];
  for (let index = 0; index < points.length; index += 2) {
    const [nextX = 0, nextY = 0] = [points[index], points[index + 1]];
    // Within a layer that an edge passes it is straight; from afar a curve cannot be seen from a line.
    if (isFar || nextY === y) context.lineTo(nextX, nextY);
    else {
      const bend = Math.max(24, Math.abs(nextX - x) / 2);
      context.bezierCurveTo(x + bend, y, nextX - bend, nextY, nextX, nextY);
    }
    [x, y] = [nextX, nextY];
  }
}

function drawFarNode(
  context: CanvasRenderingContext2D,
  node: MapNode,
  area: Area,
  theme: CanvasTheme,
  isSelected: boolean,
): void {
  const isQuiet = node.tone === 'completed' || node.tone === 'skipped' || node.tone === 'inactive';
  context.fillStyle = isSelected ? theme.accent : isQuiet ? theme.lineStrong : toneColors(theme, node.tone).line;
  context.fillRect(area.x, area.y, area.width, area.height);
}

type NodeScene = Pick<MapScene, 'fitText'> & { readonly isSelected: boolean; readonly isHovered: boolean };

function drawNode(
  context: CanvasRenderingContext2D,
  node: MapNode,
  { x, y, width, height }: Area,
  theme: CanvasTheme,
  { fitText, isSelected, isHovered }: NodeScene,
): void {
  const { line, ground } = toneColors(theme, node.tone);
  const isError = node.tone === 'error';
  context.beginPath();
  context.roundRect(x, y, width, height, RADIUS);
  context.fillStyle = isSelected ? theme.accentGround : isError ? ground : isHovered ? theme.soft : theme.background;
  context.fill();
  context.lineWidth = isSelected ? 2 : 1;
  context.strokeStyle = isSelected ? theme.accent : isError ? line : theme.lineStrong;
  context.stroke();
  context.fillStyle = line;
  context.beginPath();
  context.roundRect(x + 5, y + 8, TONE_BAR, height - 16, TONE_BAR / 2);
  context.fill();
  drawGlyph(context, node.glyph, x + 16, y + height / 2 - 7, theme);
  const room = width - 48;
  context.textBaseline = 'middle';
  context.font = `540 13px ${theme.font}`;
  context.fillStyle = theme.text;
  context.fillText(fitText(context, node.label, room), x + 38, y + 16);
  context.font = `400 11.5px ${theme.font}`;
  context.fillStyle = node.tone === 'completed' || node.tone === 'skipped' ? theme.dim : line;
  context.fillText(fitText(context, node.note, room), x + 38, y + 32);
}

/** The symbols of downloads, tables and uploads, 14 pixels wide. */
const GLYPHS: Readonly<Record<MapNode['glyph'], readonly (readonly number[])[]>> = {
  down: [
    [7, 2, 7, 12],
    [3, 8, 7, 12, 11, 8],
  ],
  up: [
    [7, 12, 7, 2],
    [3, 6, 7, 2, 11, 6],
  ],
  table: [
    [2, 2, 12, 2, 12, 12, 2, 12, 2, 2],
    [2, 6, 12, 6],
    [6, 2, 6, 12],
  ],
};

function drawGlyph(
  context: CanvasRenderingContext2D,
  glyph: MapNode['glyph'],
  x: number,
  y: number,
  theme: CanvasTheme,
): void {
  context.beginPath();
  for (const points of GLYPHS[glyph])
    for (let index = 0; index < points.length; index += 2) {
      const [dx = 0, dy = 0] = [points[index], points[index + 1]];
      if (index === 0) context.moveTo(x + dx, y + dy);
      else context.lineTo(x + dx, y + dy);
    }
  context.lineWidth = 1.5;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.strokeStyle = theme.dim;
  context.stroke();
}
