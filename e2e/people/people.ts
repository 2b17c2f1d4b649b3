import type { Page } from 'playwright-core';
import { beginSession, isOpen, type PersonSession, tokenOf } from './person-session.ts';

/** An account as named on the demo's sign-in page, and the label of a role. */
export type DemoChoice = { readonly account: RegExp; readonly role: string };

export const ACME = /acme/i;
export const GLOBEX = /globex/i;

/** The password of every person of the demo. */
export const DEMO_PASSWORD = 'Switchboard-demo-1';

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
const SUPPORT = { email: 'support@switchboard.example', password: DEMO_PASSWORD };

/** Signs in as the demo's support on the sign-in page that is shown. */
export async function signInSupportAt(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(SUPPORT.email);
  await page.getByLabel('Password').fill(SUPPORT.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** The open sessions that tests share, by product and email. */
const sessions = new Map<string, PersonSession>();

async function openSession(url: string, email: string): Promise<PersonSession> {
  const key = `${url} ${email}`;
  const known = sessions.get(key);
  // A test may have signed out of the session.
  if (known !== undefined && (await isOpen(url, known))) return known;
  const session = await beginSession(url, email, DEMO_PASSWORD);
  sessions.set(key, session);
  return session;
}

async function enter(page: Page, url: string, email: string): Promise<void> {
  const { cookies } = await openSession(url, email);
  await page.context().addCookies([...cookies]);
}

async function openFirstScreen(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForURL(/\/app\//);
}

const emailOf = ({ account, role }: DemoChoice): string =>
  `${role.toLowerCase().replace('_', '-')}@${account === GLOBEX ? 'globex' : 'acme'}.example`;

/** Gives the browser of a page the session of a demo person. Opens no page. */
export const startSession = (page: Page, url: string, choice: DemoChoice): Promise<void> =>
  enter(page, url, emailOf(choice));

/** Gives the browser of a page the session of the demo's support. Opens no page. */
export const startSupportSession = (page: Page, url: string): Promise<void> => enter(page, url, SUPPORT.email);

/** Signs in as a demo person. Ends on the first screen of the console. */
export async function signInAs(page: Page, url: string, choice: DemoChoice): Promise<void> {
  await startSession(page, url, choice);
  await openFirstScreen(page, url);
}

/** Signs in as the demo's support. Ends on the first screen of the console. */
export async function signInAsSupport(page: Page, url: string): Promise<void> {
  await startSupportSession(page, url);
  await openFirstScreen(page, url);
}

/**
 * Asks the API as the person who is signed in. The page stays as it is.
 * @throws the errors of the answer
 */
export async function askApi<Data>(
  page: Page,
  url: string,
  account: string,
  query: string,
  variables: object = {},
): Promise<Data> {
  const response = await fetch(`${url}/api/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await tokenOf(page.context(), url)}`,
      'account-uri': account,
      'content-type': 'application/json',
      'request-id': crypto.randomUUID(),
    },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data?: Data | null; errors?: unknown };
  if (!data) throw new Error(JSON.stringify(errors));
  return data;
}
