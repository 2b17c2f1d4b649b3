import { launchBrowser, withVisit } from '../../e2e/browser.ts';
import { serveGallery } from '../../e2e/gallery/serve-gallery.ts';
import { createAccount } from '../../e2e/people/empty-account.ts';
import { signInAsSupport } from '../../e2e/people/people.ts';
import { startProduct } from '../../e2e/product.ts';
import { createGoals, load, median, quantile, spread } from '../measure.ts';
import { readOptions } from '../options.ts';
import { ACCOUNT, makeDraft, openApi, pathOf, publishUploads } from './drafts.ts';
import { measureLayout, measurePan, measurePreview } from './measure-backfills.ts';
import { measureCompletion, measureDiagnostics, measureOpening, type Opening } from './measure-editor.ts';

/** The script editor and backfills in Chromium on the production build: drafts that open, keys that are answered, diagrams. */
const GOALS = {
  small: 1_500,
  large: 4_000,
  diagnostics: 100,
  completion: 60,
  layout: 1_000,
  frames: 30,
  preview: 1_000,
};
const SMALL = 200;

const { runs, files, keys, uploads, days } = readOptions({ runs: 3, files: 10_000, keys: 60, uploads: 200, days: 30 });
const goals = createGoals();
const ms = (time: number): string => `${time.toFixed(0)} ms`;
const times = (all: readonly number[]): string => `median ${ms(median(all))}, best ${ms(Math.min(...all))}`;

const product = await startProduct({ days: 1 });
const gallery = await serveGallery();
const browser = await launchBrowser();
try {
  await createAccount(product.dataDir, ACCOUNT);
  await withVisit(browser, {}, async ({ page }) => {
    page.setDefaultTimeout(120_000);
    await signInAsSupport(page, product.url);
    const ask = await openApi(page, product.url);
    for (const [count, goal] of [
      [SMALL, GOALS.small],
      [files, GOALS.large],
    ] as const) {
      const id = await makeDraft(ask, count);
      // The first one fills the browser's cache.
      await measureOpening(page, product.url, id, count);
      const openings: Opening[] = [];
      for (let run = 0; run < runs; run += 1) openings.push(await measureOpening(page, product.url, id, count));
      const shown = openings.map((one) => one.shown);
      console.log(`a draft of ${count} files: text and tree ${times(shown)}, ${runs} times; ${load()}`);
      console.log(`  checked ${times(openings.map(({ checked }) => checked))}`);
      goals.check(median(shown) < goal, `a draft of ${count} files opens under ${goal} ms`);
      if (count !== SMALL) continue;
      await page.goto(`${product.url}/app/${ACCOUNT.urlName}/scripts/editor/${id}?file=${pathOf(3)}`);
      await page.getByText('No problems').waitFor();
      const diagnostics = await measureDiagnostics(page, keys);
      console.log(`diagnostics after a key, ${SMALL} files: ${spread(diagnostics)}; ${load()}`);
      goals.check(quantile(diagnostics, 0.95) < GOALS.diagnostics, `p95 under ${GOALS.diagnostics} ms`);
      const completion = await measureCompletion(page, keys);
      console.log(`completion after its key: ${spread(completion)}; ${load()}`);
      goals.check(quantile(completion, 0.95) < GOALS.completion, `p95 under ${GOALS.completion} ms`);
    }

    const layouts: number[] = [];
    const pans: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      layouts.push(await measureLayout(page, gallery.url));
      pans.push(await measurePan(page, 3));
    }
    console.log(
      `a diagram of 500 nodes: layout ${times(layouts)}; dragged at ${pans.map(Math.round).join(', ')} frames a second; ${load()}`,
    );
    goals.check(median(layouts) < GOALS.layout, `layout under ${GOALS.layout} ms`);
    goals.check(median(pans) >= GOALS.frames, `dragged at ${GOALS.frames} frames a second or more`);

    await publishUploads(ask, uploads);
    const previews: number[] = [];
    for (let run = 0; run < runs; run += 1) previews.push(await measurePreview(ask, uploads, days));
    console.log(`preview of ${days} days x ${uploads} uploads: ${times(previews)}; ${load()}`);
    goals.check(median(previews) < GOALS.preview, `under ${GOALS.preview} ms`);
  });
} finally {
  await browser.close();
  await gallery.stop();
  await product.stop();
}
goals.end();
