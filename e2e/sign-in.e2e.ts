import { ROLE_LABELS, ROLES } from '@switchboard/model/permissions';
import { sampleCells } from '@switchboard/model/testing/sample-cells';
import { describe, expect, inject, it } from 'vitest';
import { ACME, askApi, DEMO_PASSWORD, signInNewly } from './people/people.ts';
import { beginSession } from './people/person-session.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();

describe('signing in', () => {
  it('lets people of every role of an account see its downloads', async () => {
    for (const role of ROLES) {
      const { cookies } = await beginSession(url, `${role.replace('_', '-')}@acme.example`, DEMO_PASSWORD);
      await visit({}, async ({ page }) => {
        await page.context().addCookies([...cookies]);
        const { downloads } = await askApi<{ downloads: { nodes: object[] } }>(
          page,
          url,
          'acme',
          '{ downloads(first: 1) { nodes { id } } }',
        );
        expect(downloads.nodes, role).toHaveLength(1);
      });
    }
  });

  it.each(sampleCells(ROLES, 6))('lets the %s choose themselves on the page, and see their downloads', (role) =>
    visit({}, async ({ page }) => {
      await signInNewly(page, url, { account: ACME, role: ROLE_LABELS[role] });
      await page.goto(`${url}/app/acme/downloads/list`);
      await page.locator('[data-row-id]').first().waitFor();
      expect(await page.title()).toMatch(/^Downloads · Acme.* · Switchboard$/);
    }),
  );

  it(
    'asks the provider for the connection of the address, until none clears it',
    { tags: 'spec:connection-choice' },
    () =>
      visit({}, async ({ page }) => {
        const asked = async (query: string): Promise<string | null> => {
          const sent = page.waitForRequest((request) => new URL(request.url()).searchParams.has('code_challenge'));
          await page.goto(`${url}/app/acme/events${query}`);
          const request = await sent;
          // A visit during the redirect may be replaced by it.
          await page.getByRole('heading', { name: 'Sign in' }).waitFor();
          return new URL(request.url()).searchParams.get('connection');
        };
        expect(await asked('?connection=staff')).toBe('staff');
        expect(await asked('')).toBe('staff');
        expect(await asked('?connection=none')).toBeNull();
        expect(await asked('')).toBeNull();
      }),
  );

  it('rejects a wrong password with a message', () =>
    visit({}, async ({ page }) => {
      await page.goto(url);
      await page.getByLabel('Email').fill('viewer@acme.example');
      await page.getByLabel('Password').fill('not the password');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      expect(await page.getByRole('alert').textContent()).toMatch(/password/i);
    }));

  it(
    'requires a new sign-in after signing out',
    { tags: ['spec:session-sign-in-required', 'spec:routes-sign-in'] },
    () =>
      visit({}, async ({ page }) => {
        await signInNewly(page, url, { account: ACME, role: ROLE_LABELS.viewer });
        await page.getByRole('button', { name: /vera/i }).click();
        await page.getByRole('link', { name: 'Logout' }).click();
        await page.getByText('You are signed out').waitFor();
        await page.goto(`${url}/app/acme/downloads/list`);
        await page.getByRole('heading', { name: 'Sign in' }).waitFor();
        expect(await page.locator('[data-row-id]').count()).toBe(0);
      }),
  );

  it('signs out when the server rejects a renewed token', { tags: 'proof:invalid-token-logs-out' }, () =>
    visit({}, async ({ page }) => {
      await signInNewly(page, url, { account: ACME, role: ROLE_LABELS.viewer });
      await page.route('**/api/graphql', (route) =>
        route.fulfill({
          status: 401,
          json: { errors: [{ message: 'The token is invalid.', extensions: { code: 'INVALID_TOKEN' } }] },
        }),
      );
      await page.goto(`${url}/app/acme/downloads/list`);
      await page.getByText('You are signed out').waitFor();
      expect(new URL(page.url()).pathname).toBe('/logout');
    }),
  );
});
