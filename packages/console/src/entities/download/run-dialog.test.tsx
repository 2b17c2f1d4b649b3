import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildDownloadDetails } from '../../../test/build-health.ts';
import { buildDownloads, buildEvents } from '../../../test/build-rows.ts';
import { renderPage } from '../../../test/render-page.tsx';

const uploads = [
  { __typename: 'HomeDependency', name: 'daily', status: 'working' },
  { __typename: 'HomeDependency', name: 'weekly', status: 'working' },
];
const ANSWERS = {
  DownloadDetails: () => buildDownloadDetails({ cause: null, uploads }),
  RunConsequences: () => buildDownloadDetails({ cause: null, uploads }),
  Downloads: () => buildDownloads(),
  Events: () => buildEvents(),
  RunDownload: () => ({ run_download: { __typename: 'Download', id: 'd2', status: 'queued' } }),
};
const PATH = 'homepage-details?name=ads&type=download&day=2026-11-19';

it('the chosen day of a download runs now, after a question that names the uploads that follow', async () => {
  const page = renderPage({ path: PATH, answers: ANSWERS });
  await page.user.click(await screen.findByRole('button', { name: 'Run now' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Run ads for Nov 19/ }));
  await dialog.findByText('daily, weekly');
  await page.user.click(dialog.getByRole('button', { name: 'Run' }));
  await waitFor(() =>
    expect(page.sent('RunDownload')).toEqual([
      { name: 'ads', report_date: '2026-11-19', request_id: expect.any(String) as unknown },
    ]),
  );
  await screen.findByText('ads is queued.');
});

it('people without the permission run nothing', async () => {
  renderPage({ path: PATH, answers: ANSWERS, session: { permissions: new Set(['view'] as const) } });
  await screen.findByRole('heading', { name: '2026-11-19' });
  expect(screen.queryByRole('button', { name: 'Run now' })).toBeNull();
});
