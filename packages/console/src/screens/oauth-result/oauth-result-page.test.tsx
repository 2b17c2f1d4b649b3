import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setupUser } from '../../../test/setup-user.ts';
import { theme } from '../../ui/theme/theme.ts';
import { OAuthInvalidPage, OAuthSuccessPage } from './oauth-result-page.tsx';

const posted: unknown[] = [];
let closed = 0;
const { close } = window;
const opener = Object.getOwnPropertyDescriptor(window, 'opener') ?? { value: null, configurable: true };
beforeEach(() => {
  posted.length = 0;
  closed = 0;
  window.close = () => {
    closed += 1;
  };
  const value = { postMessage: (message: unknown, origin: string) => posted.push([message, origin]) };
  Object.defineProperty(window, 'opener', { value, configurable: true });
});
afterEach(() => {
  window.close = close;
  Object.defineProperty(window, 'opener', opener);
  vi.useRealTimers();
});

const show = (page: React.ReactNode, query: string): void => {
  render(
    <MantineProvider theme={theme} env="test">
      <MemoryRouter initialEntries={[`/result${query}`]}>{page}</MemoryRouter>
    </MantineProvider>,
  );
};

it('posts oauthSuccess with the name of the key to the opener of this origin, and closes after 3 s', {
  tags: ['spec:oauth-result-page', 'spec:oauth-result-texts', 'spec:oauth-sizes', 'spec:route-oauth-results'],
}, async () => {
  vi.useFakeTimers();
  show(<OAuthSuccessPage />, '?route=%2Fapp%2Facme%2Fkeys&name=%3Cb%3Eads');
  screen.getByRole('heading', { name: 'Authentication completed.' });
  screen.getByText('This window will close automatically.');
  const message = { type: 'oauthSuccess', route: '/app/acme/keys', credential_name: '<b>ads', id: null, reason: null };
  expect(posted).toEqual([[message, location.origin]]);
  vi.advanceTimersByTime(2_999);
  expect(closed).toBe(0);
  vi.advanceTimersByTime(1);
  expect(closed).toBe(1);
});

it.each([
  ['denied', 'You did not allow access at the provider.'],
  ['foreign', 'The answer does not belong to a sign-in that you began in this browser.'],
  ['expired', 'The sign-in took more than 10 minutes, or its answer was used already.'],
  ['provider', 'The provider answered with an error.'],
  ['timeout', 'The provider did not answer in time.'],
  ['made up', ''],
])(
  'says that the authentication failed, and why: %s',
  {
    tags: ['spec:oauth-result-texts', 'spec:route-oauth-results'],
  },
  async (reason, text) => {
    show(<OAuthInvalidPage />, `?reason=${encodeURIComponent(reason)}`);
    screen.getByRole('heading', { name: 'Authentication failed, please try again.' });
    screen.getByText('This window will close automatically.');
    if (text !== '') screen.getByText(text, { exact: false });
    expect(posted).toMatchObject([[{ type: 'oauthInvalid', credential_name: null }, location.origin]]);
    await setupUser().click(screen.getByRole('button', { name: 'Close window' }));
    expect(closed).toBe(1);
  },
);
