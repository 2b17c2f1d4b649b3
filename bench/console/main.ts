import { launchBrowser, withVisit } from '../../e2e/browser.ts';
import { measureFrames } from '../../e2e/gallery/scroll-frames.ts';
import { serveGallery } from '../../e2e/gallery/serve-gallery.ts';
import { startProduct } from '../../e2e/product.ts';
import { createGoals, load, median, quantile } from '../measure.ts';
import { readOptions } from '../options.ts';
import { type FirstLoad, measureFirstLoad } from './first-load.ts';
import { measureRouteChanges } from './route-changes.ts';

/** The console in Chromium on the production build with demo data: first load, route changes, scrolling. */
const GOALS = { bytes: 250_000, paint: 1_200, steps: 5, shift: 0.02, change: 150, frames: 0.8 };

const { loads, rounds, rows, runs } = readOptions({ loads: 7, rounds: 5, rows: 10_000, runs: 3 });
const goals = createGoals();
const say = (line: string): void => console.log(line);
const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

const product = await startProduct({ days: 3 });
const gallery = await serveGallery();
const browser = await launchBrowser();
try {
  const first: FirstLoad[] = [];
  for (let run = 0; run < loads; run += 1) first.push(await measureFirstLoad(browser, product.url));
  const of = (figure: (one: FirstLoad) => number): number => median(first.map(figure));
  const total = of(({ bytes }) => Object.values(bytes).reduce((sum, one) => sum + one, 0));
  const [one] = first;
  if (one === undefined) throw new Error('Nothing was loaded.');
  const types = Object.entries(one.bytes).map(([type, bytes]) => `${type} ${kilobytes(bytes)}`);
  say(
    `first load of the downloads, ${loads} times, medians: ${kilobytes(total)} (${types.join(', ')}) in ${one.requests} requests; `,
  );
  say(`  ${kilobytes(of(({ bytesAtRest }) => bytesAtRest))} with what follows by itself; ${load()}`);
  say(
    `  rows after ${of(({ rowsShown }) => rowsShown).toFixed(0)} ms, largest paint ${of(({ largestPaint }) => largestPaint).toFixed(0)} ms`,
  );
  say(`  steps: ${one.steps.join(' → ')}`);
  goals.check(total <= GOALS.bytes, `at most ${kilobytes(GOALS.bytes)}`);
  goals.check(of(({ largestPaint }) => largestPaint) < GOALS.paint, `largest paint under ${GOALS.paint} ms`);
  goals.check(of(({ steps }) => steps.length) <= GOALS.steps, `at most ${GOALS.steps} serial steps to the first rows`);
  goals.check(of(({ layoutShift }) => layoutShift) <= GOALS.shift, `layout shift of at most ${GOALS.shift}`);

  const changes = await measureRouteChanges(browser, product.url, rounds);
  for (const [path, all] of Map.groupBy(changes, (change) => change.path)) {
    const times = all.map(({ ms }) => ms);
    say(
      `change to ${path.padEnd(18)} median ${median(times).toFixed(0)} ms, at most ${quantile(times, 1).toFixed(0)} ms`,
    );
  }
  const slowest = Math.max(
    ...[...Map.groupBy(changes, ({ path }) => path).values()].map((all) => median(all.map(({ ms }) => ms))),
  );
  goals.check(slowest < GOALS.change, `each change to a screen that was open before under ${GOALS.change} ms`);

  await withVisit(browser, {}, async ({ page }) => {
    const table: number[] = [];
    const plain: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      plain.push(await measureFrames(page, gallery.url, 'plain', rows));
      table.push(await measureFrames(page, gallery.url, 'table', rows));
    }
    const ratio = median(table) / median(plain);
    say(
      `frames a second over ${rows} rows: table ${table.map(Math.round).join(', ')}; bare text ${plain.map(Math.round).join(', ')}; ratio ${ratio.toFixed(2)}`,
    );
    goals.check(ratio >= GOALS.frames, `at least ${GOALS.frames} of the frames of bare text`);
  });
} finally {
  await browser.close();
  await gallery.stop();
  await product.stop();
}
goals.end();
