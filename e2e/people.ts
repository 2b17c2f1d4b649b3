import type { Cookie, Page } from 'playwright-core';

/** An account as named on the demo's sign-in page, and the label of a role. */
export type DemoChoice = { readonly account: RegExp; readonly role: string };

export const ACME = /acme/i;
export const GLOBEX = /globex/i;

/** The words of the sign-in page where they are not the label of the role. */
const WORDS: Readonly<Record<string, string>> = { CS: 'Customer support', beta_backfill: 'Backfills' };

/** Signs in as a demo person on the sign-in page. Ends on the first screen of the console. */
export async function signInNewly(page: Page, url: string, { account, role }: DemoChoice): Promise<void> {
  await page.goto(url);
  await page.locator('label').filter({ hasText: account }).click();
  const people = page.getByRole('region', { name: account });
  await people.getByRole('button', { name: new RegExp(`· ${WORDS[role] ?? role}:`, 'i') }).click();
  await page.waitForURL(/\/app\//);
}

/** The demo's member of the support staff, who sees every account. */
const SUPPORT = { email: 'support@switchboard.example', password: 'Switchboard-demo-1' };

/** Signs in as the demo's support on the sign-in page that is shown. */
export async function signInSupportAt(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(SUPPORT.email);
  await page.getByLabel('Password').fill(SUPPORT.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function signInSupportNewly(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await signInSupportAt(page);
  await page.waitForURL(/\/app\//);
}

/** The cookies of the provider's sessions that this test file has begun, by product and person. */
const sessions = new Map<string, readonly Cookie[]>();

/** Continues the session that an earlier test of the file began, unless it has ended; otherwise begins one. */
async function enter(page: Page, url: string, person: string, begin: () => Promise<void>): Promise<void> {
  const key = `${url} ${person}`;
  const cookies = sessions.get(key);
  if (cookies) {
    const context = page.context();
    await context.addCookies([...cookies]);
    await page.goto(url);
    const isIn = page.waitForURL(/\/app\//).then(() => true);
    const isOut = page
      .getByRole('heading', { name: 'Sign in' })
      .waitFor()
      .then(() => false);
    const entered = await Promise.race([isIn, isOut]);
    for (const other of [isIn, isOut]) other.catch(() => undefined);
    if (entered) return;
    await context.clearCookies();
  }
  await begin();
  sessions.set(key, await page.context().cookies());
}

/** Signs in as a demo person. Ends on the first screen of the console. */
export const signInAs = (page: Page, url: string, choice: DemoChoice): Promise<void> =>
  enter(page, url, `${choice.account} ${choice.role}`, () => signInNewly(page, url, choice));

/** Signs in as the demo's support. Ends on the first screen of the console. */
export const signInAsSupport = (page: Page, url: string): Promise<void> =>
  enter(page, url, 'support', () => signInSupportNewly(page, url));

/**
 * Asks the API as the person who is signed in. Ends on a list of the account.
 * @throws the errors of the answer
 */
export async function askApi<Data>(page: Page, url: string, account: string, query: string): Promise<Data> {
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/graphql'));
  await page.goto(`${url}/app/${account}/keys`);
  const { authorization = '' } = await (await sent).allHeaders();
  const response = await page.request.post(`${url}/api/graphql`, {
    headers: { authorization, 'account-uri': account, 'request-id': crypto.randomUUID() },
    data: { query },
  });
  const { data, errors } = (await response.json()) as { data?: Data | null; errors?: unknown };
  if (!data) throw new Error(JSON.stringify(errors));
  return data;
}
