import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider as GraphqlProvider } from 'urql';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildGraphqlServer, type Request } from '../../../test/graphql-server.ts';
import { createClient } from '../client.ts';
import { usePreferences } from './preferences.ts';
import { PreferencesProvider } from './preferences-provider.tsx';

const LAYOUT = { columnsOrder: ['status'], columnsWidth: {}, columnVisibilityModel: {} };
/** Changes are sent together, this many milliseconds after the last one. */
const SAVE_DELAY = 1000;

function Controls() {
  const { setGrid, setMiniNavbar } = usePreferences();
  return (
    <>
      <button type="button" onClick={() => setGrid('downloads', LAYOUT)}>
        Downloads
      </button>
      <button type="button" onClick={() => setGrid('events', LAYOUT)}>
        Events
      </button>
      <button type="button" onClick={() => setMiniNavbar(true)}>
        Collapse
      </button>
    </>
  );
}

const ME = {
  __typename: 'Me',
  id: 'p1',
  email: 'jo@acme.example',
  name: 'Jo Doe',
  userPreferences: { __typename: 'UserPreferences', prefersMiniNavbar: false, mode: 'light', drawerWidth: null },
  datagridPreferences: {},
};

function renderControls(me: object = ME): { readonly saved: () => readonly Request['variables'][] } {
  const server = buildGraphqlServer({
    Me: () => ({ meV2: me }),
    SavePreference: ({ name, value }) => ({ savePreference: { __typename: 'Preference', name, value } }),
  });
  render(
    <MantineProvider env="test">
      <GraphqlProvider value={createClient({ fetch: server.fetch })}>
        <PreferencesProvider>
          <Controls />
        </PreferencesProvider>
      </GraphqlProvider>
    </MantineProvider>,
  );
  return {
    saved: () => server.sent('SavePreference'),
  };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

it('"Local browser storage keeps datagrid preferences under one key"', {
  tags: ['spec:datagrid-preferences-storage', 'spec:call-save-preference'],
}, async () => {
  const { saved } = renderControls();
  await userEvent.click(screen.getByRole('button', { name: 'Downloads' }));
  await userEvent.click(screen.getByRole('button', { name: 'Events' }));
  const value = { downloads: LAYOUT, events: LAYOUT };
  const keys = Object.keys(localStorage).filter((key) => localStorage.getItem(key)?.includes('columnsOrder'));
  expect(keys).toEqual(['datagridPreferences']);
  expect(JSON.parse(localStorage.getItem('datagridPreferences') ?? '')).toEqual(value);
  expect(saved()).toEqual([]);
  vi.advanceTimersByTime(SAVE_DELAY);
  await waitFor(() => expect(saved()).toEqual([{ name: 'datagridPreferences', value }]));
});

it('"the choice is saved as a user preference"', { tags: 'spec:navigation-preference' }, async () => {
  const { saved } = renderControls();
  await userEvent.click(screen.getByRole('button', { name: 'Collapse' }));
  vi.advanceTimersByTime(SAVE_DELAY);
  await waitFor(() => expect(saved()).toEqual([{ name: 'prefersMiniNavbar', value: true }]));
});

it('saves what was chosen just before the page is left, once', async () => {
  const { saved } = renderControls();
  fireEvent.click(screen.getByRole('button', { name: 'Collapse' }));
  window.dispatchEvent(new Event('pagehide'));
  vi.clearAllTimers();
  await waitFor(() => expect(saved()).toEqual([{ name: 'prefersMiniNavbar', value: true }]));
  cleanup();
  expect(saved()).toHaveLength(1);
});

it('keeps the preferences of the browser when the server leaves out a field', async () => {
  const { saved } = renderControls({ __typename: 'Me', id: 'p1' });
  await userEvent.click(screen.getByRole('button', { name: 'Collapse' }));
  vi.advanceTimersByTime(SAVE_DELAY);
  await waitFor(() => expect(saved()).toHaveLength(1));
});
