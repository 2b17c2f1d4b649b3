import type { Page } from 'playwright-core';

/** An account as named on the demo's sign-in page, and the label of a role. */
export type DemoChoice = { readonly account: RegExp; readonly role: string };

export const ACME = /acme/i;
export const GLOBEX = /globex/i;

/** The words of the sign-in page where they are not the label of the role. */
const WORDS: Readonly<Record<string, string>> = { CS: 'Customer support', beta_backfill: 'Backfills' };

/** Signs in as a demo person. Ends on the first screen of the console. */
export async function signInAs(page: Page, url: string, { account, role }: DemoChoice): Promise<void> {
  await page.goto(url);
  await page.locator('label').filter({ hasText: account }).click();
  const people = page.getByRole('region', { name: account });
  await people.getByRole('button', { name: new RegExp(`· ${WORDS[role] ?? role}:`, 'i') }).click();
  await page.waitForURL(/\/app\//);
}

/** The demo's member of the support staff, who sees every account. */
const SUPPORT = { email: 'support@switchboard.example', password: 'Switchboard-demo-1' };

/** Signs in as the demo's support. Ends on the first screen of the console. */
export async function signInAsSupport(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Email').fill(SUPPORT.email);
  await page.getByLabel('Password').fill(SUPPORT.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/app\//);
}
