import { useComputedColorScheme } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLatest } from '../../lib/use-latest.ts';
import { type CanvasTheme, readCanvasTheme } from './canvas-theme.ts';
import type { Size } from './viewport.ts';

/** Draws into a context whose unit is a CSS pixel. */
export type Draw = (context: CanvasRenderingContext2D, size: Size, theme: CanvasTheme) => void;

export type Canvas = {
  readonly ref: (canvas: HTMLCanvasElement | null) => void;
  /** In CSS pixels; null before the canvas has one. */
  readonly size: Size | null;
  /** Draws in the next frame, once however often it is called before. */
  readonly redraw: () => void;
};

/** Draws a canvas when it is asked to, when its size changes and when the colours do: never more than once a frame. */
export function useCanvas(draw: Draw): Canvas {
  const latest = useLatest(draw);
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null);
  const [size, setSize] = useState<Size | null>(null);
  const frame = useRef(0);
  const theme = useRef<CanvasTheme | null>(null);
  const scheme = useComputedColorScheme();
  const redraw = useCallback(() => {
    if (canvas === null || frame.current !== 0) return;
    frame.current = requestAnimationFrame(() => {
      frame.current = 0;
      const context = canvas.getContext('2d');
      if (context === null) return;
      theme.current ??= readCanvasTheme(canvas);
      const drawn = { width: canvas.clientWidth, height: canvas.clientHeight };
      const density = fitDensity(canvas, drawn);
      context.setTransform(density, 0, 0, density, 0, 0);
      context.clearRect(0, 0, drawn.width, drawn.height);
      latest.current(context, drawn, theme.current);
    });
  }, [canvas]);
  useEffect(() => {
    if (canvas === null) return;
    const observer = new ResizeObserver(() => {
      setSize({ width: canvas.clientWidth, height: canvas.clientHeight });
      redraw();
    });
    observer.observe(canvas);
    // A font that is still on its way changes what fits into a line.
    document.fonts?.addEventListener('loadingdone', redraw);
    return () => {
      observer.disconnect();
      document.fonts?.removeEventListener('loadingdone', redraw);
      cancelAnimationFrame(frame.current);
      frame.current = 0;
    };
  }, [canvas, redraw]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other scheme has other colours
  useEffect(() => {
    theme.current = null;
    redraw();
  }, [scheme, redraw]);
  return { ref: setCanvas, size, redraw };
}

/** Gives the canvas as many dots as the screen has in its place. Returns how many a CSS pixel has. */
function fitDensity(canvas: HTMLCanvasElement, { width, height }: Size): number {
  const density = window.devicePixelRatio || 1;
  const [columns, rows] = [Math.round(width * density), Math.round(height * density)];
  if (canvas.width !== columns) canvas.width = columns;
  if (canvas.height !== rows) canvas.height = rows;
  return density;
}
