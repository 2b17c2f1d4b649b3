import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Answers } from '../../../test/graphql-server.ts';
import { type RenderedPage, renderPage } from '../../../test/render-page.tsx';
import { fill } from '../../../test/setup-user.ts';
import { AccountKey } from './account-key.tsx';

const ARN = 'arn:aws:kms:eu-central-1:123456789012:key/1234abcd-12ab';
const buildKey = (patch: object = {}) => ({
  __typename: 'AccountKey',
  id: 'k1',
  reference: `aws-kms:${ARN}`,
  created: '2026-11-20T10:00:00Z',
  is_current: true,
  sealed_secrets: 4,
  secrets: 4,
  problem: null,
  ...patch,
});
const open = (key: object | null, answers: Answers = {}): RenderedPage =>
  renderPage({
    path: '/',
    element: <AccountKey />,
    answers: { AccountKey: () => ({ account_key: key }), ...answers },
  });
async function enter(
  page: RenderedPage,
  service: string | null,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  await page.user.click(await screen.findByRole('button', { name: 'Use an own key' }));
  if (service !== null) {
    await page.user.click(screen.getByRole('combobox', { name: /^Key service/ }));
    await page.user.click(await screen.findByRole('option', { name: service }));
  }
  for (const [label, value] of Object.entries(values))
    await fill(page.user, screen.getByLabelText(new RegExp(`^${label}`)), value);
  await page.user.click(screen.getByRole('button', { name: 'Try and save' }));
}

describe('the own key of an account', () => {
  it.each([
    [
      null,
      { 'ARN of the key': ARN, 'Access key id': 'AKIA1', 'Secret access key': 's3cret' },
      { reference: `aws-kms:${ARN}`, credentials: { access_key_id: 'AKIA1', secret_access_key: 's3cret' } },
    ],
    [
      'HashiCorp Vault',
      { 'Path of the transit key': 'vault:transit/keys/acme', Address: 'https://vault.test:8200', Token: 't0ken' },
      { reference: 'vault:transit/keys/acme', credentials: { address: 'https://vault.test:8200', token: 't0ken' } },
    ],
    [
      'Azure Key Vault',
      {
        'Key identifier': 'https://acme.vault.azure.net/keys/acme',
        'Tenant id': 't',
        'Client id': 'c',
        'Client secret': 's3cret',
      },
      {
        reference: 'azure-kv:https://acme.vault.azure.net/keys/acme',
        credentials: { tenant_id: 't', client_id: 'c', client_secret: 's3cret' },
      },
    ],
  ])('a key is set with the fields of its service alone: %s', async (service, values, sent) => {
    const page = open(null, { SaveAccountKey: () => ({ outcome: buildKey() }) });
    await enter(page, service, values);
    await screen.findByText('The key was tried, and seals the secrets from now on.');
    expect(page.sent('SaveAccountKey')).toEqual([sent]);
    expect(screen.queryByRole('button', { name: 'Try and save' })).toBeNull();
  });

  it('what is not a key is refused before anything is sent', async () => {
    const page = open(null);
    await enter(page, null, { 'ARN of the key': 'my key', 'Access key id': 'AKIA1', 'Secret access key': 's3cret' });
    await screen.findByText(/^Enter one key, such as arn:aws:kms:/);
    expect(page.sent('SaveAccountKey')).toEqual([]);
  });

  it('a refusal of the service stays above the form', async () => {
    const problem = 'AWS KMS refused to wrap: AccessDeniedException.';
    const page = open(null, { SaveAccountKey: () => ({ outcome: { __typename: 'ConflictError', problem } }) });
    await enter(page, null, { 'ARN of the key': ARN, 'Access key id': 'AKIA1', 'Secret access key': 's3cret' });
    await screen.findByText(problem);
    expect(screen.getByLabelText<HTMLInputElement>(/^Access key id/).value).toBe('AKIA1');
  });

  it('a key is removed after a question', async () => {
    const page = open(buildKey(), { RemoveAccountKey: () => ({ outcome: null }) });
    await screen.findByText(/It seals 4 of 4 secrets\.$/);
    await page.user.click(screen.getByRole('button', { name: 'Remove key' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove the own key?' }));
    expect(page.sent('RemoveAccountKey')).toEqual([]);
    await page.user.click(dialog.getByRole('button', { name: 'Remove' }));
    await screen.findByText('The key was removed.');
    expect(page.sent('RemoveAccountKey')).toHaveLength(1);
  });

  it('a removed key is shown while secrets leave it, with what keeps them', async () => {
    open(buildKey({ is_current: false, sealed_secrets: 1, problem: 'The service does not answer.' }));
    await screen.findByText(/It was removed; 1 secret still leaves it\.$/);
    screen.getByText('The service does not answer.');
    expect(screen.queryByRole('button', { name: 'Remove key' })).toBeNull();
  });

  it('a failed request is said and can be repeated', async () => {
    let isDown = true;
    const page = open(null, {
      AccountKey: () => (isDown ? new Error('Down') : { account_key: null }),
    });
    await screen.findByRole('alert');
    isDown = false;
    await page.user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => screen.getByText('The secrets of this account are sealed by the installation alone.'));
  });
});
