import { describe, expect, it } from 'vitest';
import { centerOn, fitArea, overlaps, shownArea, toDrawing, zoomAt } from './viewport.ts';

const RANGE = { least: 0.1, most: 2 };
const CANVAS = { width: 800, height: 600 };

describe('a viewport', () => {
  it('keeps the point under the pointer in its place when the scale changes', () => {
    const before = { x: 40, y: -20, scale: 0.5 };
    const at = { x: 300, y: 200 };
    const after = zoomAt(before, at, 1.5, RANGE);
    expect(after.scale).toBe(0.75);
    expect(toDrawing(after, at)).toEqual(toDrawing(before, at));
  });

  it('keeps its scale within the range', () => {
    const at = { x: 0, y: 0 };
    expect(zoomAt({ x: 0, y: 0, scale: 1 }, at, 100, RANGE).scale).toBe(2);
    expect(zoomAt({ x: 0, y: 0, scale: 1 }, at, 0.001, RANGE).scale).toBe(0.1);
  });

  it('shows a whole area in the middle, at most in its own size', () => {
    const area = { x: 100, y: 100, width: 4_000, height: 1_000 };
    const wide = fitArea(area, CANVAS, RANGE);
    const shown = shownArea(wide, CANVAS);
    expect(shown.x).toBeLessThan(area.x);
    expect(shown.x + shown.width).toBeGreaterThan(area.x + area.width);
    expect(fitArea({ x: 0, y: 0, width: 10, height: 10 }, CANVAS, RANGE).scale).toBe(1);
  });

  it('shows a point in the middle of the canvas', () => {
    const viewport = centerOn({ x: 50, y: 70 }, CANVAS, 2);
    expect(toDrawing(viewport, { x: 400, y: 300 })).toEqual({ x: 50, y: 70 });
  });

  it('areas that touch overlap, and those apart do not', () => {
    const area = { x: 0, y: 0, width: 10, height: 10 };
    expect(overlaps(area, { x: 10, y: 10, width: 5, height: 5 })).toBe(true);
    expect(overlaps(area, { x: 11, y: 0, width: 5, height: 5 })).toBe(false);
    expect(overlaps(area, { x: 0, y: -6, width: 5, height: 5 })).toBe(false);
  });
});
