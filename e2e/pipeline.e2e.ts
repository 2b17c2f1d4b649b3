import type { Locator, Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { findingsInBothSchemes } from './findings/axe.ts';
import { ACME, startSession } from './people/people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();
const LIMIT = 300_000;

const drawnOf = async (canvas: Locator, what: 'nodes' | 'bars'): Promise<number> =>
  Number((await canvas.getAttribute(`data-${what}`)) ?? Number.NaN);
const activeNode = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('data-node') ?? null);
const activeBar = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('data-bar') ?? null);

it('the asset graph leads by keyboard along its edges to an asset and its neighbours', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    await startSession(page, url, { account: ACME, role: 'viewer' });
    await page.goto(`${url}/app/acme/pipeline/graph?groupBy=none`);
    const canvas = page.locator('canvas[data-nodes]');
    await canvas.waitFor({ timeout: LIMIT });
    await expect.poll(() => drawnOf(canvas, 'nodes')).toBeGreaterThan(20);
    const all = await drawnOf(canvas, 'nodes');
    expect(await findingsInBothSchemes(page)).toBe('');

    await page.locator('[data-node]').focus();
    const first = await activeNode(page);
    expect(first).toMatch(/^download:/);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => activeNode(page)).toMatch(/^(?:table|upload):/);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => activeNode(page)).toMatch(/^download:/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('link', { name: 'Open details' }).waitFor();
    await page.waitForURL(/asset=download%3A/);
    expect(await findingsInBothSchemes(page)).toBe('');

    await page.getByRole('dialog').getByText('Downstream', { exact: true }).click();
    await expect.poll(() => drawnOf(canvas, 'nodes')).toBeLessThan(all);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => drawnOf(canvas, 'nodes')).toBe(all);

    // Only what is in the window is drawn.
    for (let step = 0; step < 6; step += 1) await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(() => drawnOf(canvas, 'nodes')).toBeLessThan(all);
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => drawnOf(canvas, 'nodes')).toBe(all);

    await page.getByText('List', { exact: true }).click();
    await expect.poll(() => page.locator('[data-row-id]').count()).toBeGreaterThan(5);
    expect(await findingsInBothSchemes(page)).toBe('');
  }),
);

it('the timeline leads by keyboard from what ran to the critical path of an upload', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    await startSession(page, url, { account: ACME, role: 'viewer' });
    await page.goto(`${url}/app/acme/pipeline/timeline?by=report_date`);
    const canvas = page.locator('canvas[data-bars]');
    await canvas.waitFor({ timeout: LIMIT });
    await expect.poll(() => drawnOf(canvas, 'bars')).toBeGreaterThan(2);
    expect(await findingsInBothSchemes(page)).toBe('');

    await page.locator('[data-bar]').focus();
    const first = await activeBar(page);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => activeBar(page)).not.toBe(first);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.getByText('List', { exact: true }).click();
    await page.waitForURL(/view=list/);
    await page.getByRole('treegrid', { name: 'Work of the day' }).getByText('Upload', { exact: true }).first().click();
    const path = page.getByRole('dialog').getByRole('list', { name: 'Critical path' });
    await path.getByText('Processing of', { exact: false }).waitFor();
    expect(await findingsInBothSchemes(page)).toBe('');
  }),
);
