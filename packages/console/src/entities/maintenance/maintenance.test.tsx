import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { buildUpload, buildUploads } from '../../../test/build-rows.ts';
import { renderPage } from '../../../test/render-page.tsx';

// Parts that are loaded when they are opened: their first import takes longer than a person would wait.
beforeAll(() => Promise.all([import('./pipeline-dialog.tsx'), import('../../ui/data-table/body/row-menu.tsx')]));

const window = (patch: object = {}) => ({
  __typename: 'MaintenanceWindow',
  id: 'w1',
  kind: 'upload',
  name: 'daily',
  starts: '2020-01-01T00:00:00Z',
  ends: '2099-01-01T00:00:00Z',
  reason: 'The shop moves',
  planned_by: { __typename: 'Person', id: 'p1', name: 'Ben' },
  ...patch,
});
const answersOf = (...windows: readonly object[]) => ({
  Uploads: () => buildUploads(buildUpload({ name: 'daily', status: 'completed', purpose: 'production' })),
  MaintenanceWindows: () => ({ maintenance: { __typename: 'Maintenance', windows } }),
  EndMaintenance: () => ({ end_maintenance: { __typename: 'MaintenanceWindow', id: 'w1' } }),
  RunUpload: () => ({ run_upload: { __typename: 'Upload', id: 'u9', status: 'preparing' } }),
});
const openMenu = async (page: ReturnType<typeof renderPage>, entry: string): Promise<void> => {
  await page.user.click(await screen.findByRole('button', { name: /^Actions for daily/ }));
  await page.user.click(await screen.findByRole('menuitem', { name: entry }));
};

it('a row in maintenance is marked with the end', async () => {
  renderPage({ path: 'uploads/list', answers: answersOf(window(), window({ id: 'w2', name: 'other' })) });
  await screen.findByRole('img', { name: /^Maintenance until Jan 1, 2099/ });
});

it('maintenance that has not begun marks no row, and is ended from the menu of the row', async () => {
  const page = renderPage({ path: 'uploads/list', answers: answersOf(window({ starts: '2098-01-01T00:00:00Z' })) });
  await openMenu(page, 'Maintenance');
  const dialog = within(await screen.findByRole('dialog', { name: 'Maintenance of upload daily' }));
  const end = await dialog.findByRole('button', { name: 'End the maintenance: The shop moves' });
  expect(screen.queryByLabelText(/^Maintenance until/)).toBeNull();
  await page.user.click(end);
  await waitFor(() => expect(page.sent('EndMaintenance')).toEqual([{ id: 'w1' }]));
});

it('a menu stays open when the maintenance is loaded after it was opened', async () => {
  const loaded = Promise.withResolvers<object>();
  const page = renderPage({
    path: 'uploads/list',
    answers: { ...answersOf(), MaintenanceWindows: () => loaded.promise },
  });
  await page.user.click(await screen.findByRole('button', { name: /^Actions for daily/ }));
  const entry = await screen.findByRole('menuitem', { name: 'Maintenance' });
  loaded.resolve(answersOf(window()).MaintenanceWindows());
  await screen.findByRole('img', { name: /^Maintenance until Jan 1, 2099/, hidden: true });
  expect(entry.isConnected).toBe(true);
  await page.user.click(entry);
  await screen.findByRole('dialog', { name: 'Maintenance of upload daily' });
});

it('maintenance needs a reason and an end', async () => {
  const page = renderPage({ path: 'uploads/list', answers: answersOf() });
  await openMenu(page, 'Maintenance');
  const dialog = within(await screen.findByRole('dialog', { name: 'Maintenance of upload daily' }));
  await page.user.click(dialog.getByRole('button', { name: 'Plan' }));
  dialog.getByText('Write why, for the others of the account.');
  dialog.getByText('Choose when it ends.');
  expect(page.sent('PlanMaintenance')).toEqual([]);
});

it('maintenance of the account stands above the list', async () => {
  renderPage({ path: 'uploads/list', answers: answersOf(window({ kind: 'account', name: null })) });
  const note = within(await screen.findByRole('note'));
  note.getByText(/^Maintenance of the account until Jan 1, 2099/);
  note.getByText('The shop moves. No notices are sent.');
});

it('a completed upload runs again after a question', async () => {
  const page = renderPage({ path: 'uploads/list', answers: answersOf() });
  await openMenu(page, 'Run again');
  const dialog = within(await screen.findByRole('dialog', { name: /^Run daily.* again\?$/ }));
  await page.user.click(dialog.getByRole('button', { name: 'Run again' }));
  await waitFor(() =>
    expect(page.sent('RunUpload')).toEqual([
      { id: expect.any(String) as unknown, request_id: expect.any(String) as unknown },
    ]),
  );
  await screen.findByText('daily is queued.');
});
