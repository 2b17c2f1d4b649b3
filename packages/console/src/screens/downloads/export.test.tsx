import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildDownload, buildTransfers } from '../../../test/build-rows.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { type RenderedPage, renderPage, rowOf } from '../../../test/render-page.tsx';
import { recordSavedFiles } from '../../../test/saved-files.ts';

const PATH = '/api/acme/exportAsCsv?type=downloads&status=failed&sortBy=REPORT_DATETIME&sortDirection=DESC';
const open = async (answers: Answers): Promise<RenderedPage> => {
  const page = renderPage({
    path: 'downloads/list?status=failed',
    answers: { ...buildTransfers([buildDownload({ name: 'orders' })], []), ...answers },
  });
  await rowOf('orders');
  return page;
};
const start = (page: RenderedPage) => page.user.click(screen.getByRole('button', { name: 'Export CSV' }));

it('"A CSV export exists": it saves the rows of the list as data.csv', { tags: 'spec:downloads-csv' }, async () => {
  const saved = recordSavedFiles();
  const page = await open({ [PATH]: () => new Response('Report Date\n2026-11-20\n') });
  await start(page);
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['data.csv']));
});

it('shows "Failed to download CSV" when the server refuses', { tags: 'spec:csv-failed' }, async () => {
  const page = await open({ [PATH]: () => Response.json({ errors: [{ message: 'Too many.' }] }, { status: 429 }) });
  await start(page);
  await screen.findByText(/^Failed to download CSV/);
  screen.getByRole('button', { name: 'Export CSV' });
});

it('shows "There was an error exporting the data" when it breaks off, and nothing when the person cancels', {
  tags: 'spec:csv-export-failed',
}, async () => {
  let end: (() => void) | undefined;
  const cut = () =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('Report Date\n2026-11-20\n'));
          end = () => controller.error(new Error('cut'));
        },
      }),
    );
  const page = await open({ [PATH]: cut });
  await start(page);
  await screen.findByRole('button', { name: 'Cancel the export, 1 row received' });
  end?.();
  await screen.findByText('There was an error exporting the data');
  await start(page);
  await page.user.click(await screen.findByRole('button', { name: 'Cancel the export, 1 row received' }));
  await screen.findByRole('button', { name: 'Export CSV' });
  expect(screen.getAllByText('There was an error exporting the data')).toHaveLength(1);
});
