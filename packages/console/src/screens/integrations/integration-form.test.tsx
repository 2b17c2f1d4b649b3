import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  buildChannels,
  buildFilter,
  buildIntegration,
  buildIntegrationErrors,
  buildIntegrations,
  buildSaved,
} from '../../../test/build-integration.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { type RenderedPage, renderPage } from '../../../test/render-page.tsx';
import { fill } from '../../../test/setup-user.ts';

const slack = buildIntegration();
const NOT_SAVED = 'The integration settings were not saved, because there are errors to fix.';
const TESTER = { permissions: new Set(['view', 'manage-integrations', 'test-screens'] as const) };

const open = (answers: Answers = {}, path = 'integrations?id=i1'): RenderedPage =>
  renderPage({
    path,
    session: TESTER,
    answers: {
      Integrations: () => buildIntegrations(slack),
      IntegrationChannels: () => buildChannels('i1'),
      SaveIntegration: () => buildSaved(buildIntegration({ version: 2 })),
      ...answers,
    },
  });
const choose = async ({ user }: RenderedPage, row: HTMLElement, channel: string): Promise<void> => {
  await user.click(within(row).getByRole('combobox', { name: /Channel/ }));
  const options = await screen.findAllByRole('option', { name: channel, hidden: true });
  // Each row has a list of its own; the last one is open.
  await user.click(options.at(-1) ?? row);
};
const save = async ({ user }: RenderedPage, name = 'Save Slack'): Promise<void> =>
  user.click(screen.getByRole('button', { name }));

it('saves the channels of a Slack integration with what they get', { tags: 'spec:call-save-integration' }, async () => {
  const page = open();
  await page.user.click(await screen.findByRole('button', { name: 'Add channel' }));
  const row = await screen.findByRole('group', { name: 'New channel' });
  await choose(page, row, '#finance (app not in it)');
  await page.user.click(within(row).getByRole('checkbox', { name: 'Late Uploads' }));
  await save(page);
  await screen.findByText('The integration settings have been saved.');
  const off = { production: false, backfills: false, proofs: false, lateUploads: false };
  expect(page.sent('SaveIntegration')).toEqual([
    {
      id: 'i1',
      version: 1,
      authorization: {},
      configuration: {},
      filters: [
        { id: 'f1', ...off, production: true, configuration: { channel_id: 'C02ALERTS' } },
        { id: null, ...off, lateUploads: true, configuration: { channel_id: 'C04FINANCE' } },
      ],
    },
  ]);
});

it('needs a channel and an option in each row', {
  tags: ['spec:slack-rows', 'spec:slack-channel-required', 'spec:integration-saved-toast'],
}, async () => {
  const page = open();
  await page.user.click(await screen.findByRole('button', { name: 'Add channel' }));
  await save(page);
  expect(await screen.findAllByText(NOT_SAVED)).toHaveLength(2);
  await screen.findByText('This field is required');
  screen.getByText('At least one option must be selected');
  screen.getByText('At least one filter must be selected');
  expect(page.sent('SaveIntegration')).toEqual([]);
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true'));
});

it('removes a channel row', { tags: 'spec:permission-manage-integrations' }, async () => {
  const page = open();
  await page.user.click(await screen.findByRole('button', { name: 'Remove #data-alerts' }));
  await save(page);
  await waitFor(() => expect(page.sent('SaveIntegration')).toMatchObject([{ filters: [] }]));
});

it('keeps the channels that are stored when they cannot be listed', async () => {
  const page = open({ IntegrationChannels: () => buildChannels('i1', 'slack.com answered 503.') });
  await screen.findByText('slack.com answered 503.');
  screen.getByRole('button', { name: 'Retry' });
  const row = screen.getByRole('group', { name: '#data-alerts' });
  await page.user.click(within(row).getByRole('checkbox', { name: 'Backfills' }));
  await save(page);
  await waitFor(() =>
    expect(page.sent('SaveIntegration')).toMatchObject([
      { filters: [{ configuration: { channel_id: 'C02ALERTS' }, backfills: true }] },
    ]),
  );
});

it('shows the errors of the server at their fields, and keeps the input', {
  tags: 'spec:test-server-errors',
}, async () => {
  const page = open({
    SaveIntegration: () =>
      buildIntegrationErrors(
        ['authorization.token', 'Slack rejected the token (invalid_auth).'],
        ['filters[0].configuration.channel_id', 'Slack knows no such channel.'],
        [null, 'Out of luck.'],
      ),
  });
  await fill(page.user, await screen.findByLabelText(/^Bot token/), 'xoxb-wrong');
  await save(page);
  await screen.findByText('Slack rejected the token (invalid_auth).');
  expect(screen.getByLabelText(/^Bot token/).getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByLabelText<HTMLInputElement>(/^Bot token/).value).toBe('xoxb-wrong');
  screen.getByText('Slack knows no such channel.');
  screen.getByText('Out of luck.');
});

it('loads what somebody else has saved', async () => {
  let present = slack;
  const page = open({
    Integrations: () => buildIntegrations(present),
    SaveIntegration: () => {
      present = buildIntegration({ version: 5, filters: [buildFilter({ backfills: true })] });
      return buildIntegrationErrors([
        null,
        'Dora changed this integration at 10:00 UTC, after you opened it. Nothing was saved.',
        'changed_meanwhile',
      ]);
    },
  });
  await page.user.click(await screen.findByRole('checkbox', { name: 'Tests' }));
  await save(page);
  await page.user.click(await screen.findByRole('button', { name: 'Load the present values' }));
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Backfills' }).checked).toBe(true));
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Tests' }).checked).toBe(false);
});

it('sends a test message to a saved channel', async () => {
  let answer: object = { __typename: 'SaveIntegrationOk' };
  const page = open({ TestIntegration: () => ({ test_integration: answer }) });
  await page.user.click(await screen.findByRole('button', { name: 'Send test message' }));
  await screen.findByText('The test message was sent.');
  answer = {
    __typename: 'IntegrationErrors',
    errors: [{ __typename: 'IntegrationError', path: 'filters[0]', message: 'The channel is archived.' }],
  };
  await page.user.click(screen.getByRole('button', { name: 'Send test message' }));
  await screen.findByText('The test message was not sent: The channel is archived.');
  expect(page.requests).toContainEqual({ operation: 'TestIntegration', variables: { id: 'i1', filter: 'f1' } });
});

it('asks before input is lost', async () => {
  const page = open();
  await page.user.click(await screen.findByRole('checkbox', { name: 'Tests' }));
  await page.user.click(screen.getByRole('button', { name: 'Cancel' }));
  await screen.findByText('If you exit now, the changes won’t be saved and you’ll lose the data.');
  expect(page.path()).toBe('integrations?id=i1');
});

const TEST_PATH = 'integrations?mode=add&type=test';

it('draws every field of a test integration, and checks them', {
  tags: [
    'spec:test-configuration',
    'spec:test-integration-rules',
    'spec:test-client-validated',
    'spec:test-filter-name',
  ],
}, async () => {
  const page = open({}, TEST_PATH);
  for (const label of [
    'Schema validated',
    'Semantically validated',
    'Form error',
    'Operation error',
    'Operation form error',
  ])
    await screen.findByLabelText(label);
  screen.getByRole('combobox', { name: 'Typeahead' });
  screen.getByRole('switch', { name: /Denied/ });
  await fill(page.user, screen.getByLabelText(/^Email/), 'jo');
  await fill(page.user, screen.getByLabelText('Client validated'), 'Aha');
  await page.user.click(screen.getByRole('button', { name: 'Add filter' }));
  await save(page, 'Save');
  await screen.findByText('The email is invalid');
  screen.getByText('Use only letters, except A or I.');
  // Name, password, and the name of the filter.
  expect(screen.getAllByText('This field is required')).toHaveLength(3);
  expect(page.sent('SaveIntegration')).toEqual([]);
});

it('saves a test integration without its empty values', { tags: 'spec:test-empty-removed' }, async () => {
  const page = open({}, TEST_PATH);
  await fill(page.user, await screen.findByLabelText(/^Name/), 'Jo');
  await fill(page.user, screen.getByLabelText(/^Email/), 'jo@acme.example');
  await fill(page.user, screen.getByLabelText(/^Password/), 'secret');
  await fill(page.user, screen.getByLabelText('Schema validated'), '  ');
  await page.user.click(screen.getByRole('button', { name: 'Add item' }));
  const item = screen.getByRole('group', { name: 'Item 1' });
  await fill(page.user, within(item).getByLabelText(/Fruit/), 'pear');
  await fill(page.user, within(item).getByLabelText(/Color/), 'green');
  await save(page, 'Save');
  await waitFor(() => expect(page.sent('SaveIntegration')).toHaveLength(1));
  expect(page.sent('SaveIntegration')[0]).toMatchObject({
    authorization: { name: 'Jo', email: 'jo@acme.example', password: 'secret' },
    configuration: { items: [{ fruit: 'pear', color: 'green' }] },
  });
  expect(Object.keys(page.sent('SaveIntegration')[0]?.['configuration'] ?? {})).toEqual(['items']);
});

it('shows the errors of a test integration while it runs', { tags: 'spec:integration-errors-shown' }, async () => {
  const test = buildIntegration({
    integration_type: 'test',
    label: 'Test (Jo)',
    status: 'degraded',
    configuration: {
      op_error: 'Out of order.',
      op_form_error: 'Nothing works.',
      items: [{ fruit: 'banana', color: 'blue', error: 'No banana is blue.' }],
    },
    filters: [buildFilter({}, { name: 'unreachable', error: 'unreachable cannot be reached.' })],
  });
  open({ Integrations: () => buildIntegrations(test) });
  for (const text of ['Nothing works.', 'Out of order.', 'No banana is blue.', 'unreachable cannot be reached.'])
    await screen.findByText(text);
  expect(screen.getByLabelText('Operation error').getAttribute('aria-invalid')).toBe('true');
});
