import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { faintTexts } from './contrast.ts';

type AxeOptions = {
  /** The selector of a part of the page; by default the whole page. */
  readonly within?: string;
  /** Rules that are left out. */
  readonly without?: readonly string[];
};

/** The serious and critical findings of axe on the page, one line for each rule and element; '' when there are none. */
export async function axeFindings(page: Page, { within, without = [] }: AxeOptions = {}): Promise<string> {
  // Only what fails is described, and in the page itself: by default the findings of frames are merged in a page of their own.
  const builder = new AxeBuilder({ page })
    .options({
      resultTypes: ['violations'],
      rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    })
    .setLegacyMode();
  const { violations } = await (within === undefined ? builder : builder.include(within)).analyze();
  const lines = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')}: ${failureSummary ?? ''}`),
    );
  return lines.join('\n');
}

/**
 * The serious findings on the page, one line for each; '' when there are none. Contrast, which takes axe most of its time, is
 * measured by `faintTexts`, which demands more, except of the texts of Monaco. `findingsOf` asks axe for it, too.
 */
export async function seriousFindings(page: Page): Promise<string> {
  if ((await page.locator('.monaco-editor').count()) > 0) return axeFindings(page);
  return join([await axeFindings(page, { without: ['color-contrast'] }), await faintTexts(page)]);
}

/** The serious findings in light and dark colours. The page follows the system's colours, and ends in light ones. */
export async function findingsInBothSchemes(page: Page): Promise<string> {
  await showScheme(page, 'dark');
  const dark = await faintTexts(page);
  await showScheme(page, 'light');
  return join([dark === '' ? '' : `in dark colours: ${dark}`, await seriousFindings(page)]);
}

const join = (findings: readonly string[]): string => findings.filter((text) => text !== '').join('\n');

/** Changes the system's colours, which the page follows. */
export async function showScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
  // With reduced motion every change is a transition of 1 ms, after which the elements inside begin their own.
  await page.evaluate(() => {
    const running = () => document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    for (let all = running(); all.length > 0; all = running()) for (const transition of all) transition.finish();
  });
}
