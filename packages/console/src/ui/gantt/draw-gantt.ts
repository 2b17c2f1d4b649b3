import { formatClock } from '../../lib/clock.ts';
import { type CanvasTheme, toneColors } from '../canvas/canvas-theme.ts';
import type { FitText } from '../canvas/fit-text.ts';
import type { Size } from '../canvas/viewport.ts';
import { LANE_HEIGHT, type PlacedBar, type PlacedGantt, type PlacedRow, rowsBetween, topOf } from './gantt-data.ts';
import { type TimeWindow, timeMarks } from './time-scale.ts';

export type GanttScene = {
  readonly gantt: PlacedGantt;
  readonly window: TimeWindow;
  /** Pixels by which the rows are scrolled. */
  readonly scroll: number;
  /** The midnight from which marks are counted, epoch milliseconds. */
  readonly origin: number;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly fitText: FitText;
  readonly selected: string | null;
  readonly hovered: string | null;
  /** The bars on the critical path in their order; empty without one. */
  readonly path: readonly PlacedBar[];
};

/** How much was drawn. Bars that share their pixels with others are not. */
export type DrawnGantt = { readonly rows: number; readonly bars: number };

export const AXIS_HEIGHT = 28;
const BAR_HEIGHT = 12;
const LEAST_WIDTH = 2;
const FAINT = 0.25;

/** The width of the names of rows. */
export const namesWidth = ({ width }: Size): number => (width < 600 ? 112 : 200);

/** Draws the rows and the time that the canvas shows. */
export function drawGantt(
  context: CanvasRenderingContext2D,
  size: Size,
  theme: CanvasTheme,
  scene: GanttScene,
): DrawnGantt {
  const { gantt, scroll, window, now } = scene;
  const left = namesWidth(size);
  const width = Math.max(1, size.width - left);
  const scale = width / (window.end - window.start);
  const xOf = (at: number): number => left + (at - window.start) * scale;
  const [first, end] = rowsBetween(gantt.rows, scroll, scroll + size.height - AXIS_HEIGHT);
  const shown = gantt.rows.slice(first, end);
  context.save();
  context.beginPath();
  context.rect(0, AXIS_HEIGHT, size.width, size.height - AXIS_HEIGHT);
  context.clip();
  context.translate(0, AXIS_HEIGHT - scroll);
  for (const row of shown) drawGround(context, row, size, theme);
  context.restore();
  drawAxis(context, size, theme, scene, xOf);
  context.save();
  context.beginPath();
  context.rect(left, AXIS_HEIGHT, width, size.height - AXIS_HEIGHT);
  context.clip();
  context.translate(0, AXIS_HEIGHT - scroll);
  let bars = 0;
  for (const row of shown) bars += drawBars(context, row, theme, scene, xOf);
  drawPath(context, theme, scene, xOf);
  context.restore();
  if (now > window.start && now < window.end) drawLine(context, xOf(now), size, theme.accent);
  drawNames(context, shown, size, theme, scene);
  return { rows: shown.length, bars };
}

function drawGround(context: CanvasRenderingContext2D, row: PlacedRow, size: Size, theme: CanvasTheme): void {
  context.fillStyle = theme.line;
  context.fillRect(0, row.top + row.height - 1, size.width, 1);
}

type XOf = (at: number) => number;

function drawAxis(
  context: CanvasRenderingContext2D,
  size: Size,
  theme: CanvasTheme,
  scene: GanttScene,
  xOf: XOf,
): void {
  const left = namesWidth(size);
  const { window, origin } = scene;
  context.fillStyle = theme.soft;
  context.fillRect(0, 0, size.width, AXIS_HEIGHT);
  context.fillStyle = theme.line;
  context.fillRect(0, AXIS_HEIGHT - 1, size.width, 1);
  context.font = `400 11px ${theme.font}`;
  context.textBaseline = 'middle';
  const marks = timeMarks(window, size.width - left, origin);
  const isShort = marks.some((at) => (at - origin) % 60_000 !== 0);
  for (const at of marks) {
    const x = Math.round(xOf(at));
    if (x < left) continue;
    context.fillStyle = theme.line;
    context.fillRect(x, AXIS_HEIGHT, 1, size.height - AXIS_HEIGHT);
    const text = isShort
      ? `${formatClock(at)}:${String(Math.floor(at / 1000) % 60).padStart(2, '0')}`
      : formatClock(at);
    context.fillStyle = theme.dim;
    if (x + 44 < size.width) context.fillText(text, x + 4, AXIS_HEIGHT / 2);
  }
}

function drawLine(context: CanvasRenderingContext2D, x: number, size: Size, color: string): void {
  context.fillStyle = color;
  context.fillRect(Math.round(x), 0, 1.5, size.height);
}

/** Names stand still while time moves. */
function drawNames(
  context: CanvasRenderingContext2D,
  rows: readonly PlacedRow[],
  size: Size,
  theme: CanvasTheme,
  { scroll, fitText }: GanttScene,
): void {
  const width = namesWidth(size);
  context.fillStyle = theme.background;
  context.fillRect(0, AXIS_HEIGHT, width, size.height - AXIS_HEIGHT);
  context.save();
  context.beginPath();
  context.rect(0, AXIS_HEIGHT, width, size.height - AXIS_HEIGHT);
  context.clip();
  context.font = `400 12px ${theme.font}`;
  context.textBaseline = 'middle';
  for (const { top, height, label, glyph } of rows) {
    const y = AXIS_HEIGHT - scroll + top;
    context.fillStyle = theme.line;
    context.fillRect(0, y + height - 1, width, 1);
    context.fillStyle = theme.dim;
    if (glyph !== 'none') context.fillText(glyph === 'down' ? '↓' : '↑', 12, y + Math.min(height, LANE_HEIGHT + 8) / 2);
    context.fillStyle = theme.text;
    context.fillText(
      fitText(context, label, width - 36),
      glyph === 'none' ? 12 : 28,
      y + Math.min(height, LANE_HEIGHT + 8) / 2,
    );
  }
  context.restore();
  context.fillStyle = theme.line;
  context.fillRect(width - 1, 0, 1, size.height);
}

/** The tones in the order in which one hides another where bars share their pixels. */
const URGENCY: Readonly<Record<PlacedBar['tone'], number>> = {
  ...{ skipped: 0, inactive: 1, completed: 2, working: 3, warning: 4, error: 5 },
};

/** Draws the bars of a row that the window shows. Of several that fill the same pixels of a lane the most urgent one is drawn. */
function drawBars(
  context: CanvasRenderingContext2D,
  row: PlacedRow,
  theme: CanvasTheme,
  scene: GanttScene,
  xOf: XOf,
): number {
  const { gantt, window, path, selected, hovered } = scene;
  const kept: PlacedBar[] = [];
  const lasts: (number | undefined)[] = [];
  for (const bar of row.bars) {
    if (bar.from > window.end) break;
    if (bar.until < window.start) continue;
    const at = lasts[bar.lane];
    const last = at === undefined ? undefined : kept[at];
    const isHidden = last !== undefined && xOf(bar.until) - xOf(last.from) < LEAST_WIDTH;
    if (isHidden && at !== undefined) {
      if (URGENCY[bar.tone] > URGENCY[last.tone]) kept[at] = bar;
      continue;
    }
    lasts[bar.lane] = kept.length;
    kept.push(bar);
  }
  for (const bar of kept) {
    const isMarked = bar.id === selected || path.some(({ id }) => id === bar.id);
    context.globalAlpha = bar.isFaint && !isMarked ? FAINT : 1;
    drawBar(context, bar, topOf(gantt, bar), theme, xOf);
    if (isMarked || bar.id === hovered)
      outline(context, bar, topOf(gantt, bar), isMarked ? theme.accent : theme.dim, xOf);
  }
  context.globalAlpha = 1;
  return kept.length;
}

function drawBar(context: CanvasRenderingContext2D, bar: PlacedBar, top: number, theme: CanvasTheme, xOf: XOf): void {
  const { line, ground } = toneColors(theme, bar.tone);
  const y = top + (LANE_HEIGHT - BAR_HEIGHT) / 2;
  for (const { kind, from, until } of bar.parts) {
    const x = xOf(from);
    const width = Math.max(LEAST_WIDTH, xOf(until) - x);
    if (kind === 'wait') {
      context.fillStyle = theme.lineStrong;
      context.fillRect(x, y + BAR_HEIGHT / 2 - 1, width, 2);
      continue;
    }
    context.fillStyle = kind === 'prepare' ? ground : line;
    context.fillRect(x, y, width, BAR_HEIGHT);
    if (kind === 'prepare' && width > 3) {
      context.strokeStyle = line;
      context.lineWidth = 1;
      context.strokeRect(x + 0.5, y + 0.5, width - 1, BAR_HEIGHT - 1);
    }
  }
  for (const at of bar.failures) drawCross(context, xOf(at), y + BAR_HEIGHT / 2, theme);
  if (bar.isLate) {
    context.fillStyle = theme.error;
    context.font = `620 11px ${theme.font}`;
    context.textBaseline = 'middle';
    context.fillText('late', xOf(bar.until) + 4, y + BAR_HEIGHT / 2);
  }
}

function drawCross(context: CanvasRenderingContext2D, x: number, y: number, theme: CanvasTheme): void {
  for (const [color, width] of [
    [theme.background, 4],
    [theme.error, 2],
  ] as const) {
    context.beginPath();
    context.moveTo(x - 3.5, y - 3.5);
    context.lineTo(x + 3.5, y + 3.5);
    context.moveTo(x + 3.5, y - 3.5);
    context.lineTo(x - 3.5, y + 3.5);
    context.strokeStyle = color;
    context.lineWidth = width;
    context.stroke();
  }
}

function outline(context: CanvasRenderingContext2D, bar: PlacedBar, top: number, color: string, xOf: XOf): void {
  const x = xOf(bar.from);
  context.strokeStyle = color;
  context.lineWidth = 1.5;
  context.beginPath();
  context.roundRect(x - 3, top + 0.5, Math.max(LEAST_WIDTH, xOf(bar.until) - x) + 6, LANE_HEIGHT - 1, 4);
  context.stroke();
}

/** Lines between the bars of the critical path, from the end of each to where the next one begins. */
function drawPath(context: CanvasRenderingContext2D, theme: CanvasTheme, { gantt, path }: GanttScene, xOf: XOf): void {
  context.strokeStyle = theme.accent;
  context.lineWidth = 2;
  for (const [index, bar] of path.entries()) {
    const next = path[index + 1];
    if (next === undefined) continue;
    const x = xOf(bar.until);
    context.beginPath();
    context.moveTo(x, topOf(gantt, bar) + LANE_HEIGHT / 2);
    context.lineTo(x, topOf(gantt, next) + LANE_HEIGHT / 2);
    context.stroke();
  }
}
