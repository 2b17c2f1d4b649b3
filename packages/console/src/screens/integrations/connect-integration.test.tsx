import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildChannels, buildIntegration, buildIntegrations } from '../../../test/build-integration.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { recordWindows } from '../../../test/recorded-windows.ts';
import { type RenderedPage, renderPage } from '../../../test/render-page.tsx';
import { answerOpener } from '../../lib/popup-window.ts';

const ADDRESS = 'https://slack.com/oauth/v2/authorize?state=s';
const ROUTE = '/app/acme/integrations';
const windows = recordWindows();
const { opened } = windows;

const slack = buildIntegration();
const ANSWERS: Answers = {
  Integrations: () => buildIntegrations(slack),
  IntegrationChannels: ({ id }) => buildChannels(String(id)),
  IntegrationSignIn: ({ type }) => ({ integration_sign_in: type === 'slack' }),
  StartOAuth: () => ({ start_oauth: ADDRESS }),
};
const OPERATOR = { permissions: new Set(['view', 'manage-integrations'] as const) };
const open = (path: string, answers: Answers = {}): RenderedPage =>
  renderPage({ path, answers: { ...ANSWERS, ...answers }, session: OPERATOR });
const answer = (type: 'oauthSuccess' | 'oauthInvalid', name: unknown, more = {}) =>
  answerOpener({ type, route: ROUTE, credential_name: name, id: null, reason: null, ...more });

describe('mode=connect', () => {
  it('opens Slack in a window of 800x600, and the integration once it is connected', {
    tags: ['spec:integrations-connect', 'spec:oauth-sizes', 'spec:integration-becomes-saved'],
  }, async () => {
    const page = open('integrations?mode=connect&type=slack');
    await page.user.click(await screen.findByRole('button', { name: 'Connect Slack' }));
    await waitFor(() => expect(opened.map(({ address }) => address)).toEqual([ADDRESS]));
    expect(opened[0]?.features).toContain('width=800,height=600');
    const [variables] = page.sent('StartOAuth');
    expect(variables).toMatchObject({ entity: 'integration', type: 'slack', id: null });
    await screen.findByText('Sign in to Slack in the window that has opened');
    // Of other windows, and of other screens.
    answer('oauthSuccess', 'another window', { id: 'i9' });
    answer('oauthSuccess', variables?.['name'], { id: 'i9', route: '/app/globex/integrations' });
    answer('oauthSuccess', variables?.['name'], { id: 'i1' });
    await screen.findByText('The integration settings have been saved.');
    await waitFor(() => expect(page.path()).toBe('integrations?id=i1'));
  });

  it('says why it was not connected, and may be tried again', async () => {
    const page = open('integrations?mode=connect&type=slack');
    await page.user.click(await screen.findByRole('button', { name: 'Connect Slack' }));
    await waitFor(() => expect(page.sent('StartOAuth')).toHaveLength(1));
    answer('oauthInvalid', page.sent('StartOAuth')[0]?.['name'], { reason: 'denied' });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('You did not allow access at the provider.');
    windows.isBlocked = true;
    await page.user.click(screen.getByRole('button', { name: 'Connect Slack' }));
    await screen.findByText('The browser blocked the window');
  });

  it('the chooser leads to mode=connect if the installation has an app', async () => {
    open('integrations?mode=add');
    await waitFor(() => {
      const [link] = screen
        .getAllByRole('link', { name: /^Slack/ })
        .filter((each) => each.closest('ul[aria-label^="Types"]'));
      expect(link?.getAttribute('href')).toBe(`${ROUTE}?mode=connect&type=slack`);
    });
  });

  it('leads to the form for a token, and says when the installation has no app', async () => {
    const page = open('integrations?mode=connect&type=slack', {
      IntegrationSignIn: () => ({ integration_sign_in: false }),
    });
    await screen.findByText('Slack is connected by a token here.');
    await page.user.click(screen.getByRole('link', { name: 'Enter a token' }));
    expect(page.path()).toBe('integrations?mode=add&type=slack');
  });
});

it('connects a stored integration again', async () => {
  const page = open('integrations?id=i1');
  await page.user.click(await screen.findByRole('button', { name: 'Reconnect' }));
  await waitFor(() =>
    expect(page.sent('StartOAuth')).toMatchObject([{ entity: 'integration', type: 'slack', id: 'i1' }]),
  );
  answer('oauthSuccess', page.sent('StartOAuth')[0]?.['name'], { id: 'i1' });
  await screen.findByText('The integration settings have been saved.');
  expect(page.path()).toBe('integrations?id=i1');
});
