import type { Permission } from '@switchboard/model/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  buildAnswer,
  buildDownload,
  buildDownloads,
  buildEvents,
  buildFilterOptions,
  buildKeys,
  buildUploads,
} from '../../test/build-rows.ts';
import { renderPage, rowOf } from '../../test/render-page.tsx';
import { SCREENS } from '../screens.ts';
import { type NavigationGroup, permittedGroups } from './navigation/permitted-groups.ts';

const ANSWERS = {
  Downloads: () => buildDownloads(),
  Uploads: () => buildUploads(),
  Events: () => buildEvents(),
  FilterOptions: () => buildFilterOptions(),
  Credentials: () => buildKeys(),
  ImportStatus: () => buildAnswer('import_status', 'ImportStatusConnection', []),
  ImportNames: () => buildAnswer('source_bundles', 'SourceBundleConnection', []),
  ExportStatus: () => buildAnswer('export_status', 'ExportStatusConnection', []),
  ExportNames: () => buildAnswer('export_declarations', 'ExportDeclarationConnection', []),
};
const TITLES = SCREENS.map(({ title }) => title);
/** May open every screen. */
const session = { permissions: new Set(SCREENS.map(({ permission }) => permission)) };

/** The windows that show the navigation whole, collapsed, and at the bottom. */
const WIDE = 1440;
const NARROW = 1050;
const PHONE = 400;
const GROUPS = permittedGroups(session.permissions);
const navigation = () => within(screen.getByRole('navigation', { name: 'Main' }));
const nameOf = (group: NavigationGroup, label: string): string =>
  label === '' ? group.name : `${group.name}: ${label}`;

it('leads to every screen from the navigation', async () => {
  window.innerWidth = WIDE;
  const page = renderPage({ hasShell: true, path: 'downloads/list', answers: ANSWERS, session });
  for (const group of GROUPS)
    for (const { path, label } of group.entries) {
      await page.user.click(navigation().getByRole('link', { name: nameOf(group, label) }));
      await waitFor(() => expect(page.path()).toBe(path));
    }
});

it('the navigation has the order of the specification', () => {
  const specified = [
    'Home',
    'Backfills',
    'Downloads',
    'Email Ingest',
    'Uploads',
    'Events',
    'Keys',
    'Scripts',
    'Integrations',
  ];
  const names = GROUPS.map(({ name }) => name);
  expect(names.filter((name) => [...specified, 'Reports'].includes(name))).toEqual([...specified, 'Reports']);
  expect(names[1]).toBe('Incidents');
});

it('a collapsed navigation has a short label for each group, and every entry under More', async () => {
  window.innerWidth = NARROW;
  const page = renderPage({ hasShell: true, path: 'exports/dashboard', answers: ANSWERS, session });
  const links = navigation().getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual(GROUPS.map(({ name }) => name));
  expect(links.filter((link) => link.getAttribute('aria-current') === 'page').map((link) => link.textContent)).toEqual([
    'Uploads',
  ]);
  await page.user.click(navigation().getByRole('button', { name: 'More screens' }));
  const all = within(await screen.findByRole('dialog', { name: 'More screens' }));
  for (const group of GROUPS)
    for (const { label } of group.entries) all.getByRole('link', { name: nameOf(group, label) });
  await page.user.click(all.getByRole('link', { name: 'Scripts: History' }));
  await waitFor(() => expect(page.path()).toBe('scripts/history'));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'More screens' })).toBeNull());
});

it.each([
  ['who may open every screen', session, ['Home', 'Incidents', 'Downloads', 'Uploads', 'Keys']],
  ['who may view nothing', { permissions: new Set<Permission>() }, []],
] as const)('a phone shows five entries and More to a person %s', (_, person, names) => {
  window.innerWidth = PHONE;
  renderPage({ hasShell: true, path: 'events', answers: ANSWERS, session: person });
  expect(
    navigation()
      .queryAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(names);
  navigation().getByRole('button', { name: 'More screens' });
});

it('goes to a screen by its keys', async () => {
  const page = renderPage({ hasShell: true, path: 'downloads/list', answers: ANSWERS });
  await screen.findByRole('heading', { level: 1, name: 'Downloads' });
  await page.user.keyboard('ge');
  await waitFor(() => expect(page.path()).toBe('events'));
});

it('goes to Keys by its keys from a row, where k alone goes to the row before', async () => {
  const rows = [buildDownload({ id: '7', name: 'orders' }), buildDownload({ id: '8', name: 'clicks' })];
  const answers = { ...ANSWERS, Downloads: () => buildDownloads(...rows) };
  const page = renderPage({ hasShell: true, path: 'downloads/list', answers });
  const first = await rowOf('orders');
  await page.user.keyboard('jj');
  await waitFor(() => expect(document.activeElement?.getAttribute('data-row-id')).toBe('8'));
  await page.user.keyboard('k');
  await waitFor(() => expect(document.activeElement).toBe(first));
  await page.user.keyboard('j');
  await page.user.keyboard('gk');
  await screen.findByRole('heading', { level: 1, name: 'Vault' });
  expect(page.path()).toBe('keys');
});

it('finds every screen in the palette', async () => {
  const page = renderPage({ hasShell: true, path: 'events', answers: ANSWERS, session });
  await page.user.keyboard('{Control>}k{/Control}');
  const palette = await screen.findByRole('dialog', { name: 'Search or jump to' });
  for (const title of TITLES) within(palette).getByText(title);
  await page.user.click(within(palette).getByText('Uploads'));
  await waitFor(() => expect(page.path()).toBe('uploads/list'));
});

it('lists the keys of every screen', async () => {
  const page = renderPage({ hasShell: true, path: 'events', answers: ANSWERS, session });
  await page.user.keyboard('?');
  const list = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const { key, title } of SCREENS) if (key !== undefined) within(list).getByText(`Go to ${title}`);
});

it('skips from the start of the page to its first row', async () => {
  const page = renderPage({
    hasShell: true,
    path: 'downloads/list',
    answers: { ...ANSWERS, Downloads: () => buildDownloads(buildDownload({ id: '7', name: 'orders' })) },
  });
  const row = await rowOf('orders');
  await page.user.tab();
  expect(document.activeElement?.textContent).toBe('Skip to the content');
  await page.user.tab();
  await page.user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(row));
});
