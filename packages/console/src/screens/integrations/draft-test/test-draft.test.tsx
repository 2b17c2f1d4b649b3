import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildChannels, buildIntegration, buildIntegrations } from '../../../../test/build-integration.ts';
import { renderPage } from '../../../../test/render-page.tsx';

const step = (status: string, message: string, advice: string | null = null) => ({
  __typename: 'IntegrationTestStep',
  code: 'send',
  status,
  milliseconds: 1200,
  place: null,
  message,
  advice,
});
const open = (steps: readonly object[], errors: readonly object[] = []) =>
  renderPage({
    path: 'integrations?id=i1',
    session: { permissions: new Set(['view', 'manage-integrations'] as const) },
    answers: {
      Integrations: () => buildIntegrations(buildIntegration()),
      IntegrationChannels: () => buildChannels('i1'),
      TestIntegrationDraft: () => ({ test_integration_draft: { __typename: 'IntegrationTest', steps, errors } }),
    },
  });

it('tests an integration with what is entered, and shows each step', async () => {
  const page = open([step('ok', 'Slack knows the bot token.')]);
  await page.user.click(await screen.findByRole('button', { name: 'Test connection' }));
  await screen.findByText('The connection works.');
  const steps = within(screen.getByRole('list', { name: 'Steps' }));
  expect(steps.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'OKMessageSlack knows the bot token.1.2 s',
  ]);
  expect(page.sent('TestIntegrationDraft')).toMatchObject([{ id: 'i1', authorization: {} }]);
  expect(page.sent('SaveIntegration')).toEqual([]);
});

it('shows the step that failed with its advice, and the problem at its field', async () => {
  const message = 'Slack does not know this token.';
  const error = { __typename: 'IntegrationError', path: 'authorization.token', message };
  const page = open([step('failed', message, 'Enter it again.')], [error]);
  await page.user.click(await screen.findByRole('button', { name: 'Test connection' }));
  await screen.findByText('Failed at: Message');
  screen.getByText('Enter it again.');
  expect(screen.getByLabelText(/^Bot token/, { selector: 'input' }).getAttribute('aria-invalid')).toBe('true');
});
