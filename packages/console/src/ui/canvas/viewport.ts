/** The shown part of a drawing: a point of the drawing stands at `x + point * scale` of the canvas, in CSS pixels. */
export type Viewport = { readonly x: number; readonly y: number; readonly scale: number };

export type Size = { readonly width: number; readonly height: number };
export type Area = Size & { readonly x: number; readonly y: number };
export type Point = { readonly x: number; readonly y: number };
export type ScaleRange = { readonly least: number; readonly most: number };

const within = (value: number, { least, most }: ScaleRange): number => Math.min(most, Math.max(least, value));

/** The point of the drawing at a place of the canvas. */
export const toDrawing = ({ x, y, scale }: Viewport, at: Point): Point => ({
  x: (at.x - x) / scale,
  y: (at.y - y) / scale,
});

/** The part of the drawing that a canvas of this size shows. */
export const shownArea = ({ x, y, scale }: Viewport, { width, height }: Size): Area => ({
  x: -x / scale,
  y: -y / scale,
  width: width / scale,
  height: height / scale,
});

/** Whether two areas have a point in common. */
export const overlaps = (one: Area, other: Area): boolean =>
  one.x <= other.x + other.width &&
  other.x <= one.x + one.width &&
  one.y <= other.y + other.height &&
  other.y <= one.y + one.height;

/** Changes the scale by a factor. The point of the drawing at `at` stays where it is. */
export function zoomAt(viewport: Viewport, at: Point, factor: number, range: ScaleRange): Viewport {
  const scale = within(viewport.scale * factor, range);
  const point = toDrawing(viewport, at);
  return { x: at.x - point.x * scale, y: at.y - point.y * scale, scale };
}

/** Shows a whole area in the middle of the canvas, with a margin, at most in its own size. */
export function fitArea(area: Area, size: Size, range: ScaleRange, margin = 24): Viewport {
  const room = { width: Math.max(1, size.width - 2 * margin), height: Math.max(1, size.height - 2 * margin) };
  const scale = within(
    Math.min(1, room.width / Math.max(1, area.width), room.height / Math.max(1, area.height)),
    range,
  );
  return centerOn({ x: area.x + area.width / 2, y: area.y + area.height / 2 }, size, scale);
}

/** Shows a point of the drawing in the middle of the canvas. */
export const centerOn = (point: Point, { width, height }: Size, scale: number): Viewport => ({
  x: width / 2 - point.x * scale,
  y: height / 2 - point.y * scale,
  scale,
});
