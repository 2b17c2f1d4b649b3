import type { Page, Route } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { ACME, signInAs, signInNewly, startSession } from './people/people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();
const LOGIN = '**/api/user/login*';

const pathOf = (page: Page): string => new URL(page.url()).pathname;

const refuse =
  (status: number, code: string) =>
  (route: Route): Promise<void> =>
    route.fulfill({ status, json: { errors: [{ message: 'Refused.', extensions: { code } }] } });

const VIEWER = { account: ACME, role: 'viewer' };

describe('the session', () => {
  it('"the identity provider resolves a token silently"', { tags: 'spec:session-silent-token' }, () =>
    visit({}, async ({ page }) => {
      await startSession(page, url, VIEWER);
      await page.goto(`${url}/app/acme/events`);
      await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
      expect(pathOf(page)).toBe('/app/acme/events');
    }),
  );

  it('does not load the console on the page that receives a sign-in', () =>
    visit({}, async ({ page }) => {
      await page.goto(`${url}/silent-callback?state=none`);
      await page.waitForLoadState('load').catch(() => undefined);
      expect(page.isClosed() || (await page.locator('#root').count()) === 0).toBe(true);
    }));

  it(
    '"401 goes to /error with the no-access screen", where the email is not recognised',
    {
      tags: ['spec:session-unauthorized', 'spec:route-error', 'spec:identity-not-recognised'],
    },
    () =>
      visit({}, async ({ page }) => {
        await signInAs(page, url, VIEWER);
        await page.route(LOGIN, refuse(401, 'EMAIL_NOT_RECOGNIZED'));
        await page.goto(`${url}/app/acme/events`);
        await page.getByRole('heading', { name: 'You do not have access to Switchboard' }).waitFor();
        expect(pathOf(page)).toBe('/error');
        await page.unroute(LOGIN);
        await page.getByRole('button', { name: 'Back' }).click();
        await page.waitForURL(/\/app\/acme\/homepage/);
      }),
  );

  it(
    '"403 navigates to the dashboard" with the toast "Not authorized", at the bottom right',
    {
      tags: ['spec:call-forbidden', 'spec:identity-not-authorized', 'spec:toast-place'],
    },
    () =>
      visit({}, async ({ page }) => {
        await startSession(page, url, VIEWER);
        await page.goto(`${url}/app/globex/events`);
        const toast = page.getByRole('alert').filter({ hasText: 'Not authorized' });
        await toast.waitFor();
        const box = await toast.boundingBox();
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1400);
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(850);
        await page.waitForURL(/\/app\/acme\/homepage/);
      }),
  );

  it(
    '"If the login call fails for another reason the session is unauthenticated."',
    {
      tags: ['spec:session-failed-login', 'spec:failure-generic'],
    },
    () =>
      visit({}, async ({ page }) => {
        await startSession(page, url, VIEWER);
        await page.route(LOGIN, (route) => route.fulfill({ status: 400, json: {} }));
        await page.goto(`${url}/app/acme/events`);
        await page.getByRole('heading', { name: 'You could not be signed in' }).waitFor();
        await page
          .getByText(
            'There was a problem processing the request. Please try again. Contact support if the problem persists.',
          )
          .waitFor();
        await page.unroute(LOGIN);
        await page.getByRole('button', { name: 'Retry' }).click();
        await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
      }),
  );

  it(
    'shows a person without accounts the full-screen page with a Logout button',
    {
      tags: 'spec:no-accounts-page',
    },
    () =>
      visit({}, async ({ page }) => {
        await startSession(page, url, VIEWER);
        await page.route(LOGIN, (route) =>
          route.fulfill({
            json: { email: 'a@b.c', name: 'A', default_url_name: null, accounts: [], permissions: [], roles: [] },
          }),
        );
        await page.goto(`${url}/`);
        await page.getByText('You do not have access to any accounts in Switchboard.', { exact: true }).waitFor();
        expect(await page.getByRole('link', { name: 'Logout' }).getAttribute('href')).toBe('/logout');
      }),
  );

  it('signing out in one tab empties the others', () =>
    visit({}, async ({ page }) => {
      await signInNewly(page, url, VIEWER);
      const other = await page.context().newPage();
      await other.goto(`${url}/app/acme/downloads/list`);
      await other.locator('[data-row-id]').first().waitFor();
      await page.getByRole('button', { name: /^User menu/ }).click();
      await page.getByRole('link', { name: 'Logout' }).click();
      await page.getByText('You are signed out').waitFor();
      await other.getByText('You are signed out').waitFor();
      expect(await other.locator('[data-row-id]').count()).toBe(0);
    }));
});
