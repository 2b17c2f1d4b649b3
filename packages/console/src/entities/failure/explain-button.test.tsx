import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildSession, type RenderedPage, renderPage } from '../../../test/render-page.tsx';
import { ExplainButton } from './explain-button.tsx';

const buildFailure = (patch: object = {}) => ({
  __typename: 'FailureExplanation',
  id: 'd1',
  kind: 'download',
  name: 'orders',
  status: 'failed',
  report_datetime: null,
  code: 'ALL_ROWS_DIRTY',
  message: 'Processing failed; all rows are dirty.',
  next_try: null,
  is_in_script: true,
  is_changed: false,
  subject_kind: 'download',
  subject: 'orders',
  column: 'price',
  key_name: null,
  rows_file: null,
  place: {
    __typename: 'FailurePlace',
    path: 'shop/orders.sbs',
    startLine: 4,
    startColumn: 3,
    endLine: 4,
    endColumn: 16,
    part: 'column',
  },
  changelist: { __typename: 'Changelist', id: 'v7', description: 'Version 7' },
  download: null,
  ...patch,
});

function open(failure: object | null, permissions = ['view', 'manage-pipelines']): RenderedPage {
  return renderPage({
    path: 'downloads/list?status=failed',
    element: <ExplainButton failure={{ kind: 'download', id: 'd1' }} />,
    session: buildSession({ permissions: new Set(permissions) as never }),
    answers: { FailureExplanation: () => ({ failure_explanation: failure }) },
  });
}

const press = async ({ user }: RenderedPage): Promise<void> =>
  user.click(await screen.findByRole('button', { name: 'Explain this failure' }));

describe('the button that explains a failure', () => {
  it('opens the version that ran at the responsible line', async () => {
    const page = open(buildFailure());
    await press(page);
    await waitFor(() => expect(page.path()).toContain('scripts/editor/v7/'));
    const query = new URLSearchParams(page.path().split('?')[1]);
    expect(Object.fromEntries(query)).toEqual({
      mode: 'Files',
      file: 'shop/orders.sbs',
      lines: '4-4-3-16',
      explain: 'download.d1',
      referrer: '/app/acme/downloads/list?status=failed',
    });
  });

  it('says why no line is responsible, and leads to the key and to Retry', async () => {
    const place = { ...buildFailure().place, part: 'declaration' };
    const page = open(buildFailure({ code: 'SOURCE_AUTH_FAILED', is_in_script: false, key_name: 'shop', place }));
    await press(page);
    const dialog = await screen.findByRole('dialog', { name: 'Key rejected by the source: download orders' });
    within(dialog).getByText(/The script is not the cause: the key is rejected or suspended\./);
    within(dialog).getByRole('button', { name: 'Retry' });
    expect(within(dialog).getByRole('link', { name: 'Open key shop' }).getAttribute('href')).toBe(
      '/app/acme/keys/details?keyName=shop',
    );
    expect(within(dialog).getByRole('link', { name: 'shop/orders.sbs:4' }).getAttribute('href')).toContain(
      'scripts/editor/v7/',
    );
  });

  it('leads from a failed input to the download', async () => {
    const download = { __typename: 'Download', id: 'd2', name: 'clicks', dirty_row_status: 'none', parts: [] };
    const page = open(buildFailure({ code: 'INPUT_FAILED', is_in_script: false, kind: 'upload', download }));
    await press(page);
    await screen.findByRole('button', { name: 'Explain the failure of clicks' });
  });

  it('says that a line is not known where the version does not declare it', async () => {
    const page = open(buildFailure({ place: null, subject: null, subject_kind: null }));
    await press(page);
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText(/does not declare it any more/);
  });

  it('says that a failure is over', async () => {
    const page = open(null);
    await press(page);
    await screen.findByText('The failure is over: it was started again, or has completed since.');
  });

  it('the button that explains a failure is absent for people who may not see scripts', () => {
    open(buildFailure(), []);
    expect(screen.queryByRole('button', { name: 'Explain this failure' })).toBeNull();
  });
});
