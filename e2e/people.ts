import type { Page } from 'playwright-core';

/** An account and a role, as named on the demo's sign-in page. */
export type DemoChoice = { readonly account: RegExp; readonly role: string };

export const ACME = /acme/i;
export const GLOBEX = /globex/i;

/** Signs in as a demo person. Ends on the first screen of the console. */
export async function signInAs(page: Page, url: string, { account, role }: DemoChoice): Promise<void> {
  await page.goto(url);
  const section = page.locator('section').filter({ has: page.getByRole('heading', { name: account }) });
  await section.getByRole('button', { name: new RegExp(`^${role}\\b`, 'i') }).click();
  await page.waitForURL(/\/app\//);
}
