import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '../../../test/render-page.tsx';
import { PipelineProgress } from './pipeline-progress.tsx';

it('opens the download and the upload of the first run', async () => {
  const run = { row_count: 4, message: null, status: 'completed' };
  renderPage({
    element: <PipelineProgress name="shop" onAgain={() => undefined} />,
    answers: {
      PipelineProgress: () => ({
        downloads: {
          __typename: 'DownloadConnection',
          nodes: [{ __typename: 'Download', id: 'd1', dirty_row_count: 0, ...run }],
        },
        uploads: { __typename: 'UploadConnection', nodes: [{ __typename: 'Upload', id: 'u1', name: 'shop', ...run }] },
        published_changelist: {
          __typename: 'Changelist',
          id: 'c1',
          files: [{ __typename: 'ChangelistFile', id: 'f1', path: 'imported/shop.sbs' }],
        },
      }),
    },
  });
  const links = await screen.findAllByRole('link', { name: 'Open' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/app/acme/downloads/list?downloadBundleId=d1',
    '/app/acme/uploads/list?selectedUploadId=u1&selectedUploadName=shop',
  ]);
});
