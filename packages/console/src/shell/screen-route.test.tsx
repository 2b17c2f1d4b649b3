import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildHomepage } from '../../test/build-health.ts';
import { buildDownloads, buildEvents, buildFilterOptions, buildKeys, buildUploads } from '../../test/build-rows.ts';
import { renderPage } from '../../test/render-page.tsx';
import { SCREENS } from '../screens.ts';

const ANSWERS = {
  Homepage: () => buildHomepage(),
  Downloads: () => buildDownloads(),
  Uploads: () => buildUploads(),
  Events: () => buildEvents(),
  Credentials: () => buildKeys(),
  FilterOptions: () => buildFilterOptions(),
};

it.each(SCREENS.map((one) => [one.path, one]))('opens %s with its heading and document title', async (path, one) => {
  renderPage({ hasShell: true, path, answers: ANSWERS, session: { permissions: new Set([one.permission, 'view']) } });
  await screen.findByRole('heading', { level: 1, name: one.heading ?? one.title });
  expect(document.title).toBe(`${one.title} · Acme Media · Switchboard`);
});

it.each([
  ['downloads/list', 'Downloads'],
  ['uploads/list', 'Uploads'],
  ['events', 'Events'],
])(
  'titles %s with %s',
  { tags: ['spec:downloads-title', 'spec:uploads-title', 'spec:events-title', 'spec:events-route'] },
  async (path, title) => {
    const page = renderPage({ hasShell: true, path, answers: ANSWERS });
    await screen.findByRole('heading', { level: 1, name: title });
    expect(page.path()).toBe(path);
    expect(document.title).toBe(`${title} · Acme Media · Switchboard`);
  },
);

it.each(SCREENS.map((one) => [one.path, one]))(
  'shows the no-access page at %s without its permission',
  async (path, one) => {
    const page = renderPage({ hasShell: true, path, session: { permissions: new Set() } });
    await screen.findByText(`You do not have access to ${one.title}`);
    expect(screen.getByText(/Ask an administrator/).textContent).toContain(
      `permission ${one.permission} in Acme Media`,
    );
    expect(document.title).toBe('No access · Acme Media · Switchboard');
    expect(page.requests).toEqual([]);
    const links = screen.queryAllByRole('link', { name: one.title });
    expect(links.filter((link) => link.closest('nav') !== null)).toEqual([]);
  },
);

it.each(SCREENS.filter(({ permission }) => permission !== 'view').map((one) => [one.path, one]))(
  'leads from %s to Home without its permission, and names it',
  { tags: 'spec:no-access-screen' },
  async (path, one) => {
    const page = renderPage({ hasShell: true, path, answers: ANSWERS, session: { permissions: new Set(['view']) } });
    await screen.findByRole('heading', { level: 1, name: 'Data under management' });
    expect(page.path()).toBe('homepage');
    const [toast] = await screen.findAllByText(/^You do not have access to/);
    expect(toast?.textContent).toBe(
      `You do not have access to ${one.title}. It requires the permission ${one.permission} in Acme Media.`,
    );
  },
);

it('redirects aliases to their screen', { tags: 'spec:routes-home' }, async () => {
  const page = renderPage({ hasShell: true, path: 'dashboard', answers: ANSWERS });
  await screen.findByRole('heading', { level: 1, name: 'Data under management' });
  expect(page.path()).toBe('homepage');
});

it('shows the not-found page at an unknown address', { tags: 'spec:route-not-found' }, async () => {
  renderPage({ hasShell: true, path: 'no-such-screen' });
  await screen.findByText('There is nothing at this address');
});
