import { DAY_MS } from '@switchboard/model/schedule/schedule';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Answers } from '../../../test/graphql-server.ts';
import { type RenderedPage, renderPage } from '../../../test/render-page.tsx';
import { fill } from '../../../test/setup-user.ts';

const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

const buildToken = (patch: object = {}) => ({
  __typename: 'ServiceToken',
  id: 't1',
  name: 'Build server',
  may_publish: true,
  may_fetch_new_downloads: false,
  manages_users: false,
  created: inDays(-3),
  created_by: { __typename: 'Person', id: 'p1', name: 'Dana Acme' },
  expires: inDays(60),
  last_used: null,
  ...patch,
});

const answer = (...nodes: readonly object[]): Answers => ({
  ServiceTokens: () => ({ service_tokens: { __typename: 'ServiceTokenConnection', nodes } }),
});

function open(answers: Answers, permissions = ['view', 'develop-scripts', 'publish-scripts']): RenderedPage {
  return renderPage({ path: 'scripts/tokens', answers, session: { permissions: new Set(permissions) as never } });
}

const MADE = {
  create_service_token: { __typename: 'NewServiceToken', token: 'sbt_secret', service_token: buildToken({ id: 't2' }) },
};

const dialogOf = async ({ user }: RenderedPage): Promise<HTMLElement> => {
  await user.click(await screen.findByRole('button', { name: 'Create token' }));
  return screen.findByRole('dialog', { name: 'Create service token' });
};

describe('service tokens', () => {
  it('service tokens are listed with their state, scope, creator and last use', async () => {
    open(
      answer(
        buildToken(),
        buildToken({ id: 't2', name: 'Nightly', may_publish: false, expires: inDays(2.5), last_used: inDays(-1) }),
        buildToken({ id: 't3', name: 'Old', expires: inDays(-1), created_by: null }),
        buildToken({ id: 't4', name: 'Entra ID', may_publish: false, manages_users: true }),
        buildToken({ id: 't5', name: 'Checks', may_publish: false, may_fetch_new_downloads: true }),
      ),
    );
    await screen.findByText('Build server');
    const texts = screen.getAllByRole('row').map((row) => row.textContent);
    expect(texts[1]).toMatch(/Build server.*Active.*Drafts, publish.*Dana Acme.*Never/);
    expect(texts[2]).toMatch(/Nightly.*Ends in 3 days.*DraftsDana Acme/);
    expect(texts[3]).toMatch(/Old.*Ended.*—/);
    expect(texts[4]).toMatch(/Entra ID.*Active.*Users.*Dana Acme/);
    expect(texts[5]).toMatch(/Checks.*Active.*Drafts, new downloads.*Dana Acme/);
  });

  it('service tokens are created with a name, days and a scope, and shown once with a button that copies', async () => {
    const page = open({ ...answer(), CreateServiceToken: () => MADE });
    await screen.findByText('No service tokens');
    const dialog = await dialogOf(page);
    await fill(page.user, within(dialog).getByRole('textbox', { name: 'Name' }), ' Build server ');
    const days = within(dialog).getByRole('textbox', { name: 'Days until it ends' });
    await page.user.clear(days);
    await fill(page.user, days, '30');
    await page.user.click(within(dialog).getByRole('checkbox', { name: 'May publish' }));
    await page.user.click(within(dialog).getByRole('checkbox', { name: 'May test with new downloads' }));
    await page.user.click(within(dialog).getByRole('button', { name: 'Create' }));
    const shown = await screen.findByRole('dialog', { name: 'Token of Build server' });
    expect(page.sent('CreateServiceToken')[0]).toEqual({
      name: 'Build server',
      days: 30,
      may_publish: true,
      may_fetch_new_downloads: true,
    });
    expect(within(shown).getByRole<HTMLInputElement>('textbox', { name: 'Token' }).value).toBe('sbt_secret');
    within(shown).getByText('Copy it now: it is not shown again.');
    const write = vi.spyOn(navigator.clipboard, 'writeText');
    await page.user.click(within(shown).getByRole('button', { name: 'Copy token' }));
    expect(write).toHaveBeenCalledWith('sbt_secret');
    await page.user.keyboard('{Escape}');
    await page.user.click(within(shown).getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText(/sbt_secret/)).toBeNull());
    expect(document.querySelector('input[value="sbt_secret"]')).toBeNull();
  });

  it('need a name and 1 to 366 days, and the first invalid field gets the focus', async () => {
    const page = open(answer());
    const dialog = await dialogOf(page);
    await page.user.click(within(dialog).getByRole('button', { name: 'Create' }));
    within(dialog).getByText('Enter a name that says which program uses the token.');
    const name = within(dialog).getByRole('textbox', { name: 'Name' });
    await waitFor(() => expect(document.activeElement).toBe(name));
    await page.user.type(name, 'x');
    const days = within(dialog).getByRole('textbox', { name: 'Days until it ends' });
    await page.user.clear(days);
    await fill(page.user, days, '400');
    await page.user.click(within(dialog).getByRole('button', { name: 'Create' }));
    within(dialog).getByText('A token lasts 1 to 366 days.');
    await waitFor(() => expect(document.activeElement).toBe(days));
    expect(page.sent('CreateServiceToken')).toEqual([]);
  });

  it('keep the form when the server refuses', async () => {
    const problem = 'The account has 50 tokens already. Revoke one first.';
    const page = open({
      ...answer(),
      CreateServiceToken: () => ({ create_service_token: { __typename: 'ConflictError', problem, message: problem } }),
    });
    const dialog = await dialogOf(page);
    await fill(page.user, within(dialog).getByRole('textbox', { name: 'Name' }), 'Build');
    await page.user.click(within(dialog).getByRole('button', { name: 'Create' }));
    await screen.findByText(problem);
    expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Build');
  });

  it('service tokens are created for publishing only by people who may publish', async () => {
    const page = open(answer(), ['view', 'develop-scripts']);
    const dialog = await dialogOf(page);
    const box = within(dialog).getByRole<HTMLInputElement>('checkbox', { name: 'May publish' });
    expect(box.disabled).toBe(true);
    within(dialog).getByText(/You need the permission publish-scripts/);
  });

  it('service tokens are created for a directory by people who manage users, and shown with the address of the service', async () => {
    const permissions = ['view', 'develop-scripts', 'publish-scripts', 'manage-users'];
    const token = buildToken({ id: 't2', name: 'Okta', may_publish: false, manages_users: true });
    const made = { create_service_token: { ...MADE.create_service_token, service_token: token } };
    const page = open({ ...answer(), CreateServiceToken: () => made }, permissions);
    const dialog = await dialogOf(page);
    await fill(page.user, within(dialog).getByRole('textbox', { name: 'Name' }), 'Okta');
    await page.user.click(within(dialog).getByRole('checkbox', { name: 'May publish' }));
    await page.user.click(within(dialog).getByRole('checkbox', { name: 'Manages users' }));
    const publishes = within(dialog).getByRole<HTMLInputElement>('checkbox', { name: 'May publish' });
    expect([publishes.checked, publishes.disabled]).toEqual([false, true]);
    await page.user.click(within(dialog).getByRole('button', { name: 'Create' }));
    const shown = await screen.findByRole('dialog', { name: 'Token of Okta' });
    within(shown).getByText(`${window.location.origin}/api/scim/v2`);
    expect(page.sent('CreateServiceToken')[0]).toEqual({
      name: 'Okta',
      days: 90,
      manages_users: true,
    });
  });

  it('service tokens are not offered for a directory to people who do not manage users', async () => {
    const dialog = await dialogOf(open(answer()));
    expect(within(dialog).queryByRole('checkbox', { name: 'Manages users' })).toBeNull();
  });

  it('service tokens are revoked after a question that names them', async () => {
    const page = open({
      ...answer(buildToken()),
      RevokeServiceToken: () => ({ revoke_service_token: { __typename: 'ServiceToken', id: 't1' } }),
    });
    await page.user.click(await screen.findByRole('button', { name: 'Revoke Build server' }));
    const dialog = await screen.findByRole('dialog', { name: 'Revoke service token?' });
    within(dialog).getByText('Build server');
    await page.user.click(within(dialog).getByRole('button', { name: 'Revoke' }));
    await screen.findByText('Service token revoked');
    expect(page.sent('RevokeServiceToken')[0]).toEqual({ id: 't1' });
  });

  it('service tokens are not shown without develop-scripts', async () => {
    const page = open(answer(buildToken()), ['view']);
    await waitFor(() => expect(page.sent('ServiceTokens')).toEqual([]));
    expect(screen.queryByRole('table', { name: 'Service tokens' })).toBeNull();
  });
});
