import type { Page } from 'playwright-core';

/** How the sign-in page of the demo names accounts and roles. */
export type DemoChoice = { readonly account: RegExp; readonly role: string };

export const ACME = /acme/i;
export const GLOBEX = /globex/i;

/** Opens the console and signs in through the buttons for demo people. Ends on the first screen of the console. */
export async function signInAs(page: Page, url: string, { account, role }: DemoChoice): Promise<void> {
  await page.goto(url);
  const section = page.locator('section').filter({ has: page.getByRole('heading', { name: account }) });
  await section.getByRole('button', { name: new RegExp(`^${role}\\b`, 'i') }).click();
  await page.waitForURL(/\/app\//);
}
