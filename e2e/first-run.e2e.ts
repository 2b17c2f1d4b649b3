import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seriousFindings } from './findings/axe.ts';
import { type Product, startProduct } from './product.ts';
import { openTestBrowser } from './test-browser.ts';

const visit = openTestBrowser();
const LIMIT = 300_000;
const PASSWORD = 'Own-password-1';

let product: Product;
let folder: string;
const begun = performance.now();
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'first-run-'));
  product = await startProduct({ days: null });
});
afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const write = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

/** The files and folders that other users of the machine may read or change. Working files may vanish meanwhile. */
function openToOthers(path: string): readonly string[] {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isSymbolicLink()) return [];
  const within = found.isDirectory() ? namesIn(path).flatMap((name) => openToOthers(join(path, name))) : [];
  return (found.mode & 0o066) === 0 ? within : [path, ...within];
}

function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

async function choose(page: Page, path: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /^Choose (a CSV|another) file$/ }).click();
  await (await chooser).setFiles(path);
}

/** Signs in with the password that the program printed, and chooses another one. */
async function signInFirst(page: Page): Promise<void> {
  const [, email = '', once = ''] =
    /Sign in {3}as (\S+)\s+with the one-time password (\S+)/.exec(product.output()) ?? [];
  await page.goto(product.url);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(once);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Password once more').fill(PASSWORD);
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await page.waitForURL(/\/app\//);
}

it('goes from the start of the program to the delivered rows of a CSV file of one’s own', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    await signInFirst(page);
    await page.getByText(/^No scriptbook has been published\./).waitFor();
    await page.getByRole('link', { name: 'Get started with a CSV file' }).click();
    await page.getByRole('heading', { level: 1, name: 'Get Started' }).waitFor();
    expect(await seriousFindings(page)).toBe('');

    await choose(page, write('names.csv', 'a;a\n1;2\n'));
    await page.getByRole('alert').filter({ hasText: 'names.csv has two columns named "a".' }).waitFor();
    await choose(page, write('nothing.csv', ''));
    await page.getByRole('alert').filter({ hasText: 'nothing.csv is empty.' }).waitFor();

    await choose(
      page,
      write('My Orders.csv', 'Order id;Day;Total\n1;31.01.2026;1,50\n2;01.02.2026;20\nx;02.02.2026;3\n'),
    );
    const columns = page.getByRole('region', { name: 'Columns of the file' });
    await columns.getByRole('row', { name: /Order id order_id/ }).waitFor();
    expect(await columns.getByRole('combobox', { name: 'Type of Order id' }).inputValue()).toBe('string');
    expect(await columns.getByRole('combobox', { name: 'Type of Day' }).inputValue()).toBe('date("dd.MM.YYYY")');
    await columns.getByRole('combobox', { name: 'Type of Order id' }).click();
    await page.getByRole('option', { name: 'integer', exact: true }).click();
    const name = page.getByRole('textbox', { name: 'Name' });
    expect(await name.inputValue()).toBe('my_orders');
    await name.fill('My Orders');
    await page.getByText('A name has lower-case letters').waitFor();
    await page.getByRole('button', { name: 'Publish and run' }).click();
    expect(await name.evaluate((field) => document.activeElement === field)).toBe(true);
    await name.fill('my_orders');
    expect(await seriousFindings(page)).toBe('');
    await page.getByRole('button', { name: 'Publish and run' }).click();

    await page.getByText(/^2 rows of my_orders are delivered\. /).waitFor({ timeout: 60_000 });
    await page.getByText('3 rows, 1 dirty', { exact: true }).waitFor();
    console.log(
      `from the start of the program to the delivered rows: ${((performance.now() - begun) / 1000).toFixed(0)} s`,
    );
    expect(await seriousFindings(page)).toBe('');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the delivered file' }).click();
    expect(readFileSync(await (await saved).path(), 'utf8')).toBe(
      'order_id,day,total\n1,2026-01-31,1.50\n2,2026-02-01,20.00\n',
    );
    expect(openToOthers(product.dataDir)).toEqual([]);
    await page.reload();
    await page.getByText(/^2 rows of my_orders are delivered\. /).waitFor();
    await page.getByRole('link', { name: 'Open in the editor' }).click();
    await page.getByText('download my_orders from').first().waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Add another file' }).click();
    await choose(page, join(folder, 'My Orders.csv'));
    await page.getByRole('button', { name: 'Publish and run' }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: 'The published script has a file imported/my_orders.sbs already.' })
      .waitFor();
    await page.goto(`${product.url}/app/main/start?name=nothing`);
    await page.getByText('The published script has no file imported/nothing.sbs').waitFor();
    await page.getByRole('button', { name: 'Choose a file' }).click();
    await page.getByRole('button', { name: 'Choose a CSV file' }).waitFor();
  }),
);
