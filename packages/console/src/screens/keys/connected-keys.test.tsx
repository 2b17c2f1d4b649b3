import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildKeyErrors, buildKeyHistory, buildNamedKey, buildSavedKey } from '../../../test/build-key.ts';
import { buildKeys } from '../../../test/build-rows.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { KEY_EDITOR } from '../../../test/key-pages.ts';
import { recordWindows } from '../../../test/recorded-windows.ts';
import { type RenderedPage, renderPage } from '../../../test/render-page.tsx';
import { fill } from '../../../test/setup-user.ts';
import { answerOpener } from '../../lib/popup-window.ts';

const VIEWER = { permissions: new Set(['view'] as const) };
const ADDRESS = 'https://accounts.google.com/o/oauth2/v2/auth?state=s';
const ROUTE = '/app/acme/keys';

const windows = recordWindows();
const { opened } = windows;

const begun = () => ({
  save_credential: { __typename: 'SaveCredentialOk', credential: null, oauth_url: ADDRESS },
});
const validated = () => ({ save_credential: { __typename: 'SaveCredentialOk', credential: null, oauth_url: null } });
/** The server, which answers the call that validates and then the one that begins. */
const server = (): Answers => ({
  Credentials: () => buildKeys(),
  SaveKey: ({ validate }) => (validate === true ? validated() : begun()),
});
const openForm = async (type: string, answers: Answers = server()): Promise<RenderedPage> => {
  const page = renderPage({ path: `keys/add-key?keyType=${type}`, session: KEY_EDITOR, answers });
  await fill(page.user, await screen.findByLabelText(/^Key name/), 'ads');
  return page;
};
const button = (name: string) => screen.getByRole('button', { name });
const succeed = (name: string, route = ROUTE) =>
  answerOpener({ type: 'oauthSuccess', route, credential_name: name, id: null, reason: null });
const KEY = buildNamedKey({
  name: 'ads',
  credential_type: 'google_analytics',
  credential_type_name: 'Google Analytics',
  properties: {},
  properties_exist: { access_token: true, refresh_token: true },
});
const details = (key = KEY, more: Answers = {}): Answers => ({
  KeyDetails: () => ({ credential: key }),
  Credentials: () => buildKeys(),
  KeyHistory: () => buildKeyHistory(),
  StartOAuth: () => ({ start_oauth: ADDRESS }),
  ...more,
});

describe('the form of a key that is connected', () => {
  it.each([
    ['snapchat_ads', ''],
    ['google_analytics', 'google'],
    ['facebook_ads', 'facebook'],
    ['youtube', 'youtube'],
  ])(
    'asks for the name alone for %s, and has a Connect button of its style',
    {
      tags: ['spec:key-submit-oauth', 'spec:key-submit-shown', 'spec:key-oauth-buttons'],
    },
    async (type, style) => {
      await openForm(type);
      expect(screen.getAllByRole('textbox').map((input) => input.getAttribute('name'))).toEqual([
        'key:name',
        'key:description',
      ]);
      const connect = button('Connect');
      expect(connect.getAttribute('type')).toBe('submit');
      expect(/facebook|google|youtube/.exec(connect.className)?.[0] ?? '').toBe(style);
      expect(connect.querySelector('svg')).not.toBeNull();
    },
  );

  it('checks the name, begins the sign-in, and opens the address in a window of 800x600', {
    tags: ['spec:key-oauth-popup', 'spec:keys-name-validation-call', 'spec:oauth-sizes'],
  }, async () => {
    const page = await openForm('google_analytics');
    await page.user.click(button('Connect'));
    await waitFor(() => expect(opened.map(({ address }) => address)).toEqual([ADDRESS]));
    expect(opened[0]?.features).toContain('width=800,height=600');
    const sent = page.sent('SaveKey');
    expect(sent).toMatchObject([
      { name: 'ads', type: 'google_analytics', validate: true },
      { name: 'ads', type: 'google_analytics', validate: false },
    ]);
    await screen.findByText('Sign in to Google Analytics in the window that has opened');
    succeed('another key');
    succeed('ads', '/app/globex/keys');
    succeed('ads');
    await screen.findByText('ads was successfully created!');
    await waitFor(() => expect(page.path()).toBe('keys'));
    expect(opened[0]?.isClosed).toBe(false);
  });

  it('opens no window for a name that is taken', { tags: 'spec:keys-name-validation-call' }, async () => {
    const taken = () => buildKeyErrors(['name_taken', 'name', 'Name already used.']);
    const page = await openForm('google_analytics', { Credentials: () => buildKeys(), SaveKey: taken });
    await page.user.click(button('Connect'));
    await screen.findByText('Name already used.');
    expect(opened.map(({ isClosed }) => isClosed)).toEqual([true]);
    expect(screen.queryByText(/in the window that has opened$/)).toBeNull();
  });

  it('says why the authentication failed, and keeps the name', async () => {
    const page = await openForm('google_analytics');
    await page.user.click(button('Connect'));
    await screen.findByText(/in the window that has opened$/);
    answerOpener({ type: 'oauthInvalid', route: null, credential_name: null, reason: 'foreign' });
    await screen.findByText('Authentication failed, please try again.');
    screen.getByText('The answer does not belong to a sign-in that you began in this browser.');
    expect(screen.getByLabelText<HTMLInputElement>(/^Key name/).value).toBe('ads');
    await page.user.click(button('Connect'));
    await waitFor(() => expect(screen.queryByText('Authentication failed, please try again.')).toBeNull());
    expect(opened).toHaveLength(2);
  });

  it('says that the browser has blocked the window, and opens it again', async () => {
    const page = await openForm('google_analytics');
    windows.isBlocked = true;
    await page.user.click(button('Connect'));
    await screen.findByText('The browser blocked the window');
    await waitFor(() => expect(page.sent('SaveKey')).toHaveLength(2));
    windows.isBlocked = false;
    await page.user.click(button('Try again'));
    await waitFor(() => expect(opened.map(({ address }) => address)).toEqual([ADDRESS]));
  });
});

it('reports a refused sign-in also when the browser has blocked the window', async () => {
  const taken = () => buildKeyErrors(['name_taken', 'name', 'Name already used.']);
  const page = await openForm('google_analytics', { Credentials: () => buildKeys(), SaveKey: taken });
  windows.isBlocked = true;
  await page.user.click(button('Connect'));
  await screen.findByText('Name already used.');
});

describe('a key that was connected', () => {
  it('shows no tokens, and offers "Edit key name" and Reconnect', { tags: 'spec:key-edit-oauth' }, async () => {
    const page = renderPage({ path: 'keys/details?keyName=ads', session: KEY_EDITOR, answers: details() });
    await screen.findByRole('button', { name: 'Reconnect' });
    const facts = within(screen.getByRole('region', { name: 'Key' }));
    expect(facts.queryByText('Access token')).toBeNull();
    await page.user.click(screen.getByRole('link', { name: 'Edit key name' }));
    await screen.findByRole('heading', { level: 1, name: 'Edit key name' });
  });

  it('a key that was connected is renamed without its status', async () => {
    const answers = details(KEY, { SaveKey: () => buildSavedKey('reports') });
    const page = renderPage({ path: 'keys/edit-key?keyName=ads', session: KEY_EDITOR, answers });
    const name = await screen.findByLabelText(/^Key name/);
    await page.user.clear(name);
    await fill(page.user, name, 'reports');
    await page.user.click(button('Save changes'));
    await screen.findByText('reports was successfully updated!');
    const [sent] = page.sent('SaveKey');
    expect(sent).toMatchObject({ name: 'ads', newName: 'reports', properties: null });
    expect(sent).not.toHaveProperty('status');
  });

  it('a key that was connected is connected again, also when it is suspended', {
    tags: ['spec:key-reconnected', 'spec:call-start-oauth'],
  }, async () => {
    const suspended = { ...KEY, status: 'suspended', suspended_reason: 'Reconnect it.' };
    const page = renderPage({ path: 'keys/details?keyName=ads', session: KEY_EDITOR, answers: details(suspended) });
    await screen.findByText('Credential suspended');
    await page.user.click(button('Reconnect'));
    await waitFor(() => expect(opened.map(({ address }) => address)).toEqual([ADDRESS]));
    const [sent] = page.sent('StartOAuth');
    expect(sent).toEqual({ entity: 'credential', type: 'google_analytics', id: 'k1' });
    succeed('ads');
    await screen.findByText('ads was successfully updated!');
  });

  it('says why the sign-in could not be begun', async () => {
    const refused = () => {
      throw new Error('No OAuth client is configured for google.');
    };
    const answers = details(KEY, { StartOAuth: refused });
    const page = renderPage({ path: 'keys/details?keyName=ads', session: KEY_EDITOR, answers });
    await page.user.click(await screen.findByRole('button', { name: 'Reconnect' }));
    await waitFor(() => expect(opened.map(({ isClosed }) => isClosed)).toEqual([true]));
  });

  it('offers no change to people who may only read', { tags: 'spec:permission-manage-keys' }, async () => {
    renderPage({ path: 'keys/details?keyName=ads', session: VIEWER, answers: details() });
    await screen.findByRole('heading', { level: 1, name: 'ads' });
    expect(screen.queryByRole('button', { name: 'Reconnect' })).toBeNull();
  });
});
