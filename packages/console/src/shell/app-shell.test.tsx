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

it('leads to every screen from the navigation', async () => {
  const page = renderPage({ hasShell: true, path: 'downloads/list', answers: ANSWERS, session });
  const navigation = screen.getByRole('navigation', { name: 'Main' });
  for (const { path, title } of SCREENS) {
    await page.user.click(within(navigation).getByRole('link', { name: title }));
    await waitFor(() => expect(page.path()).toBe(path));
  }
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
