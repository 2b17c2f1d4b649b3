import type { Page } from 'playwright-core';
import type { Ask } from './drafts.ts';

const LARGE = 'All tables';
const FIRST_NODE = `[role=group][aria-label="${LARGE}"] [data-node]`;

/** Milliseconds from the click on the part of the gallery until its 500 nodes have their places. */
export async function measureLayout(page: Page, url: string): Promise<number> {
  await page.goto(`${url}/?part=forms`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.addInitScript(`
    window.benchLaid = null;
    (function probe() {
      const first = document.querySelector('${FIRST_NODE.replaceAll("'", "\\'")}');
      if (first === null) requestAnimationFrame(probe); else window.benchLaid = performance.now();
    })();
    window.benchScript = null;
    new PerformanceObserver((list) => {
      for (const { name, responseEnd } of list.getEntries()) if (name.includes('elk-worker')) window.benchScript ??= responseEnd;
    }).observe({ type: 'resource', buffered: true });`);
  await page.goto(`${url}/?part=graphs`);
  await page.waitForFunction(() => (globalThis as { benchLaid?: number | null }).benchLaid != null);
  return page.evaluate<number>('window.benchLaid - (window.benchScript ?? 0)');
}

/** Frames a second while the diagram of 500 nodes is dragged. */
export async function measurePan(page: Page, seconds: number): Promise<number> {
  const canvas = page.getByRole('group', { name: LARGE, exact: true });
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  if (box === null) throw new Error('The diagram is not shown.');
  const [x, y] = [box.x + box.width / 2, box.y + 8];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.evaluate(`
    window.benchFrames = 0;
    (function count() { window.benchFrames += 1; requestAnimationFrame(count); })();`);
  const start = performance.now();
  for (let step = 0; performance.now() - start < seconds * 1000; step += 1)
    await page.mouse.move(x + 150 * Math.sin(step / 10), y + 80 * Math.cos(step / 10));
  const frames = await page.evaluate<number>('window.benchFrames');
  const rate = (frames * 1000) / (performance.now() - start);
  await page.mouse.up();
  return rate;
}

const PREVIEW = `query ($names: [String!]!, $start: String!, $end: String!) {
  preview: preview_backfill(upload_names: $names, start_datetime: $start, end_datetime: $end) {
    __typename
    ... on BackfillPreview {
      dates { report_datetime { iso } pipelines uploads { name action reason delivered conflict { id title } } }
      counts { create skip conflict delivered downloads pipelines }
      warnings
    }
  }
}`;

type Preview = {
  readonly preview: {
    readonly __typename: string;
    readonly dates?: readonly { readonly uploads: readonly unknown[] }[];
  };
};

/** Milliseconds of the request for what a backfill of 30 days and so many uploads would do. @throws when it shows others */
export async function measurePreview(ask: Ask, uploads: number, days: number): Promise<number> {
  const dayBefore = (back: number): string => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
  const names = Array.from({ length: uploads }, (_, index) => `shared_${index}`);
  const start = performance.now();
  const { preview } = await ask<Preview>(PREVIEW, { names, start: dayBefore(days), end: dayBefore(1) });
  const ms = performance.now() - start;
  const shown = (preview.dates ?? []).reduce((sum, date) => sum + date.uploads.length, 0);
  if (shown !== uploads * days)
    throw new Error(`The preview has ${shown} uploads: ${JSON.stringify(preview).slice(0, 300)}`);
  return ms;
}
