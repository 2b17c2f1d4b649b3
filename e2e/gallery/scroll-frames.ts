import type { Page } from 'playwright-core';

const SCROLL_TIME = 2500;
/** In pixels a second: about as fast as a hand on a wheel. */
const SCROLL_SPEED = 5000;
const TABLE = '[role="treegrid"]';
const PLAIN = '[data-plain-list]';

/** Frames a second while a loaded list of the gallery is scrolled. */
export async function measureFrames(page: Page, url: string, kind: 'table' | 'plain', rows: number): Promise<number> {
  await page.goto(`${url}/?rows=${rows}${kind === 'plain' ? '&plain' : ''}`);
  const list = page.locator(kind === 'plain' ? PLAIN : TABLE);
  await list.getByText('orders_2', { exact: true }).waitFor();
  return list.evaluate(
    async (element, { duration, speed, isTable }) => {
      const view = isTable ? element.parentElement : element;
      if (view === null) throw new Error('The table is in no view.');
      const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
      const start = await nextFrame();
      let frames = 0;
      let now = start;
      while (now - start < duration) {
        view.scrollTop = ((now - start) / 1000) * speed;
        now = await nextFrame();
        frames += 1;
      }
      if (view.scrollTop < (duration / 1000) * speed * 0.8) throw new Error('The list did not scroll.');
      return (frames * 1000) / (now - start);
    },
    { duration: SCROLL_TIME, speed: SCROLL_SPEED, isTable: kind === 'table' },
  );
}
