import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  buildChannels,
  buildFilter,
  buildIntegration,
  buildIntegrations,
  buildSaved,
} from '../../../test/build-integration.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { type RenderedPage, renderPage } from '../../../test/render-page.tsx';
import { fill } from '../../../test/setup-user.ts';

const slack = buildIntegration();
const broken = buildIntegration(
  { id: 'i2', label: 'Slack (Globex)', status: 'degraded', filters: [] },
  { team_name: 'Globex', error: 'The token was revoked.' },
);
const ANSWERS: Answers = {
  Integrations: () => buildIntegrations(slack, broken),
  IntegrationChannels: ({ id }) => buildChannels(String(id)),
  IntegrationSignIn: () => ({ integration_sign_in: false }),
  RemoveIntegration: () => ({ remove_integration: { __typename: 'RemoveIntegrationOk' } }),
};
const OPERATOR = { permissions: new Set(['view', 'manage-integrations'] as const) };
const TESTER = {
  permissions: new Set(['view', 'manage-integrations', 'hidden-integrations', 'test-screens'] as const),
};

const open = (path = 'integrations', answers = ANSWERS, session: object = OPERATOR): RenderedPage =>
  renderPage({ path, answers: { ...ANSWERS, ...answers }, session });
const list = () => screen.findByRole('list', { name: 'Integrations' });
const types = async (): Promise<(string | null)[]> =>
  within(await screen.findByRole('list', { name: 'Types of integrations' }))
    .getAllByRole('link')
    .map((link) => link.firstChild?.textContent ?? null);

it('lists integrations on the left, with an Add button', {
  tags: ['spec:integrations-route', 'spec:integrations-list', 'spec:call-integrations'],
}, async () => {
  open();
  const entries = await waitFor(async () => {
    const found = within(await list()).getAllByRole('link');
    expect(found).toHaveLength(2);
    return found;
  });
  expect(entries.map((entry) => entry.textContent)).toEqual([
    'SlackActiveAcme Media · 1 channel',
    'SlackDegradedGlobex · No channels yet',
  ]);
  screen.getByRole('heading', { level: 1, name: 'Integrations' });
  expect(document.title).toBe('Integrations · Acme Media · Switchboard');
  expect(screen.getByRole('link', { name: 'Add' }).getAttribute('href')).toContain('mode=add');
});

it('says "No integrations" when there are none', { tags: 'spec:integrations-empty' }, async () => {
  open('integrations', { Integrations: () => buildIntegrations() });
  await screen.findByText('No integrations');
});

it('opens the chooser by Add, and a form by a type', {
  tags: ['spec:integrations-chooser', 'spec:integrations-add', 'spec:integrations-types'],
}, async () => {
  const page = open();
  await page.user.click(await screen.findByRole('link', { name: 'Add' }));
  expect(page.path()).toBe('integrations?mode=add');
  expect(await types()).toContain('Slack');
  expect(await types()).not.toContain('Test');
  await page.user.click(screen.getByRole('link', { name: /^Slack Messages/ }));
  expect(page.path()).toBe('integrations?mode=add&type=slack');
  await screen.findByLabelText(/Bot token/);
});

it('offers hidden types to people with their permissions', {
  tags: ['spec:integrations-types', 'spec:permission-hidden-integrations', 'spec:permission-test-screens'],
}, async () => {
  open('integrations?mode=add', ANSWERS, TESTER);
  expect(await types()).toEqual(expect.arrayContaining(['Slack', 'Slack (hidden)', 'Test']));
});

it.each([
  'integrations?mode=add&type=test',
  'integrations?mode=add&type=pigeon',
  'integrations?mode=connect&type=pigeon',
])('the page at %s says that the address is wrong', { tags: 'spec:permission-test-screens' }, async (path) => {
  const page = open(path);
  await screen.findByText('Page was accessed with the wrong URL params.');
  await page.user.click(screen.getByRole('link', { name: 'Choose a type' }));
  expect(page.path()).toBe('integrations?mode=add');
});

it('opens the form of an integration by its id, and says when there is none', {
  tags: 'spec:integrations-edit',
}, async () => {
  const page = open();
  await page.user.click(within(await list()).getByRole('link', { name: /Acme Media/ }));
  expect(page.path()).toBe('integrations?id=i1');
  await screen.findByRole('heading', { level: 2, name: 'Slack (Acme Media)' });
  expect(
    within(await list())
      .getByRole('link', { name: /Acme Media/ })
      .getAttribute('aria-current'),
  ).toBe('true');
  open('integrations?id=nothing');
  await screen.findByText('There is no such integration.');
});

it('shows what keeps an integration from working', { tags: 'spec:integration-errors-shown' }, async () => {
  const filters = [buildFilter({ status: 'degraded' }, { error: 'The Slack app is not in the channel.' })];
  const both = buildIntegration({ status: 'degraded', filters }, { error: 'The token was revoked.' });
  open('integrations?id=i1', { Integrations: () => buildIntegrations(both) });
  await screen.findByText('The token was revoked.');
  screen.getByText('The Slack app is not in the channel.');
});

it('the page is read-only without the permission', { tags: 'spec:permission-manage-integrations' }, async () => {
  const viewer = { permissions: new Set(['view'] as const) };
  open('integrations?id=i1', ANSWERS, viewer);
  await screen.findByText('#data-alerts');
  screen.getByText('Production');
  expect(screen.queryByRole('link', { name: 'Add' })).toBeNull();
  for (const name of ['Remove', 'Save Slack', 'Remove #data-alerts', 'Add channel'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  expect(within(screen.getByRole('main')).queryByRole('textbox')).toBeNull();
});

it('the page does not add without the permission', { tags: 'spec:permission-manage-integrations' }, async () => {
  open('integrations?mode=add&type=slack', ANSWERS, { permissions: new Set(['view'] as const) });
  await screen.findByText('You do not have access to Add integration');
});

it('removes an integration after a question', { tags: 'spec:integration-removed-toast' }, async () => {
  const page = open('integrations?id=i1');
  await page.user.click(await screen.findByRole('button', { name: 'Remove' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('Slack (Acme Media)');
  await page.user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await screen.findByText('The integration was removed.');
  await waitFor(() => expect(page.path()).toBe('integrations'));
  expect(page.requests).toContainEqual({ operation: 'RemoveIntegration', variables: { id: 'i1' } });
});

it('says when an integration could not be removed', { tags: 'spec:integration-removed-toast' }, async () => {
  const page = open('integrations?id=i1', {
    RemoveIntegration: () => ({ remove_integration: { __typename: 'InvalidIntegration', message: 'gone' } }),
  });
  await page.user.click(await screen.findByRole('button', { name: 'Remove' }));
  await page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
  await screen.findByText('The integration could not be removed.');
});

it('shows a type that this version does not know', { tags: 'spec:integrations-types' }, async () => {
  const pigeon = buildIntegration({ integration_type: 'pigeon', label: 'pigeon', status: 'other', filters: [] });
  open('integrations?id=i1', { Integrations: () => buildIntegrations(pigeon) });
  await screen.findByText('This version does not know the integration type pigeon.');
  screen.getByRole('button', { name: 'Remove' });
});

it('says why the list could not be read, with Retry', async () => {
  let isAway = true;
  const page = open('integrations', {
    Integrations: () => (isAway ? new Error('The database is away.') : buildIntegrations(slack)),
  });
  await screen.findByText('The database is away.');
  isAway = false;
  await page.user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('Acme Media · 1 channel');
});

it('a new integration becomes a saved one, and the list is read again', {
  tags: ['spec:integration-becomes-saved', 'spec:integration-saved-toast', 'spec:call-save-integration'],
}, async () => {
  const added = buildIntegration({ id: 'i3', filters: [] });
  let all = [slack];
  const page = open('integrations?mode=add&type=slack', {
    Integrations: () => buildIntegrations(...all),
    SaveIntegration: () => {
      all = [slack, added];
      return buildSaved(added);
    },
  });
  await fill(page.user, await screen.findByLabelText(/Bot token/), 'xoxb-1');
  await page.user.click(screen.getByRole('button', { name: 'Connect Slack' }));
  await screen.findByText('The integration settings have been saved.');
  await waitFor(() => expect(page.path()).toBe('integrations?id=i3'));
  expect(page.sent('SaveIntegration')[0]).toEqual({
    type: 'slack',
    authorization: { token: 'xoxb-1' },
    configuration: {},
    filters: [],
  });
  await screen.findByRole('button', { name: 'Save Slack' });
  await waitFor(async () => expect(within(await list()).getAllByRole('link')).toHaveLength(2));
});
