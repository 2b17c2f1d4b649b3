import type { Browser } from 'playwright-core';
import { withVisit } from '../../e2e/browser.ts';

export type CanvasTrial = 'map' | 'gantt';

export type Drawing = {
  /** Milliseconds from the start of the page's script to the frame after the first drawing. */
  readonly firstDrawing: number;
  /** Frames a second while all of it is moved. */
  readonly whole: number;
  /** Frames a second while a part in readable size is moved. */
  readonly near: number;
};

/** Opens a drawing of the gallery, and moves it as a hand does: from afar, then from near. */
export async function measureCanvas(browser: Browser, url: string, trial: CanvasTrial): Promise<Drawing> {
  let found: Drawing | undefined;
  await withVisit(browser, {}, async ({ page }) => {
    await page.goto(`${url}/?part=${trial}`);
    const canvas = page.locator(`canvas[data-${trial === 'map' ? 'nodes' : 'bars'}]`);
    await canvas.waitFor();
    const firstDrawing = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
          requestAnimationFrame(() => resolve(performance.now() - (navigation?.responseEnd ?? 0)));
        }),
    );
    const frames = () => canvas.evaluate(moveAndCount);
    const whole = await frames();
    for (let step = 0; step < 6; step += 1) await page.getByRole('button', { name: 'Zoom in' }).click();
    found = { firstDrawing, whole, near: await frames() };
  });
  if (found === undefined) throw new Error('Nothing was drawn.');
  return found;
}

/** Drags a canvas back and forth for two seconds. Returns the frames a second. Runs in the page. */
async function moveAndCount(canvas: Element): Promise<number> {
  const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const send = (type: string, x: number, y: number): void => {
    const at = { clientX: left + width / 2 + x, clientY: top + height / 2 + y };
    canvas.dispatchEvent(new PointerEvent(type, { ...at, pointerId: 1, button: 0, bubbles: true }));
  };
  // A pointer that no hand holds cannot be captured.
  (canvas as HTMLElement).setPointerCapture = () => undefined;
  send('pointerdown', 0, 0);
  const start = await nextFrame();
  let [frames, now] = [0, start];
  while (now - start < 2_000) {
    const turn = (now - start) / 250;
    send('pointermove', 120 * Math.sin(turn), 80 * Math.cos(turn));
    now = await nextFrame();
    frames += 1;
  }
  send('pointerup', 0, 0);
  return (frames * 1000) / (now - start);
}
