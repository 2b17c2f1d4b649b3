import type { Page } from 'playwright-core';
import { ACCOUNT, pathOf } from './drafts.ts';

/** Milliseconds since the navigation began. */
export type Opening = { readonly shown: number; readonly checked: number };

/** State of the measurements, stored in the page. */
type Bench = {
  readonly benchOpening?: Partial<Opening>;
  readonly benchTimes?: readonly number[];
  readonly benchCompletion?: number | null;
};

/** Notes in the page when the text and the tree are shown, and when the draft is checked. */
const OBSERVE = `
  window.benchOpening = {};
  (function probe() {
    const opening = window.benchOpening;
    const text = document.querySelector('.monaco-editor .view-line span');
    const tree = document.querySelector('[role=tree] [role=treeitem]');
    if (opening.shown === undefined && text !== null && tree !== null) opening.shown = performance.now();
    const problems = document.querySelector('section[aria-label=Problems] h3');
    if (opening.shown !== undefined && problems !== null && problems.textContent !== 'Checking…') opening.checked = performance.now();
    if (opening.checked === undefined) requestAnimationFrame(probe);
  })();`;

/** Opens a draft in a new tab. The browser has the code of the console in its cache. */
export async function measureOpening(page: Page, url: string, id: string, count: number): Promise<Opening> {
  const tab = await page.context().newPage();
  tab.setDefaultTimeout(120_000);
  await tab.addInitScript(OBSERVE);
  await tab.goto(`${url}/app/${ACCOUNT.urlName}/scripts/editor/${id}?file=${pathOf(count >> 1)}`);
  await tab.waitForFunction(() => (globalThis as Bench).benchOpening?.checked !== undefined);
  const opening = await tab.evaluate<Opening>('window.benchOpening');
  await tab.close();
  return opening;
}

/** Milliseconds from each key that makes or fixes a mistake until the list of problems says so. */
export async function measureDiagnostics(page: Page, keys: number): Promise<readonly number[]> {
  await page.evaluate(`
    window.benchTimes = [];
    window.benchKey = null;
    window.addEventListener('keydown', () => { window.benchKey = performance.now(); }, { capture: true });
    new MutationObserver(() => {
      if (window.benchKey === null) return;
      window.benchTimes.push(performance.now() - window.benchKey);
      window.benchKey = null;
    }).observe(document.querySelector('section[aria-label=Problems]'), { subtree: true, childList: true, characterData: true });`);
  await page.locator('.monaco-editor .view-line').first().click();
  await page.keyboard.press('ControlOrMeta+End');
  for (let key = 0; key < keys; key += 1) {
    await page.keyboard.press(key % 2 === 0 ? 'x' : 'Backspace');
    await page.waitForFunction((count) => (globalThis as Bench).benchTimes?.length === count, key + 1);
    await page.keyboard.press('Escape');
    await page.evaluate('window.benchKey = null');
  }
  return page.evaluate<number[]>('window.benchTimes');
}

/** A suggestion. Monaco marks their list as visible 100 ms after it is shown, and removes them when it is hidden. */
const SUGGESTION = '.suggest-widget .monaco-list-row';

/** Milliseconds from the key that asks for suggestions of tables until they are shown. */
export async function measureCompletion(page: Page, rounds: number): Promise<readonly number[]> {
  await page.locator('.monaco-editor .view-lines').first().getByText('clicks_3', { exact: true }).last().click();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Noted in the page before the key is pressed: the browser may handle a key before a script that was sent earlier.
    await page.evaluate(`
      window.benchCompletion = null;
      window.addEventListener('keydown', () => {
        const start = performance.now();
        (function probe() {
          const row = document.querySelector('${SUGGESTION}');
          const isShown = row !== null && row.getClientRects().length > 0;
          if (isShown) window.benchCompletion = performance.now() - start; else requestAnimationFrame(probe);
        })();
      }, { capture: true, once: true });`);
    await page.keyboard.press('Control+Space');
    await page.waitForFunction(() => typeof (globalThis as Bench).benchCompletion === 'number');
    times.push(await page.evaluate<number>('window.benchCompletion'));
    await page.keyboard.press('Escape');
    await page.locator(SUGGESTION).first().waitFor({ state: 'detached' });
  }
  return times;
}
