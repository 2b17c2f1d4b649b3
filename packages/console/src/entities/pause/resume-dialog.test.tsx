import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildDownloadDetails } from '../../../test/build-health.ts';
import { buildDownloads, buildEvents } from '../../../test/build-rows.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { renderPage } from '../../../test/render-page.tsx';

const PATH = 'homepage-details?name=ads&type=download';
const item = (day: string) => ({
  __typename: 'PauseBacklogItem',
  id: `${day} ads`,
  kind: 'download',
  name: 'ads',
  report_date: day,
  due: `${day}T06:00:00Z`,
});
const PAUSE = {
  __typename: 'Pause',
  kind: 'download',
  name: 'ads',
  reason: 'The shop moves',
  until: null,
  catches_up: true,
  since: '2026-11-20T09:00:00Z',
  paused_by: { __typename: 'Person', id: 'p1', name: 'Olivia' },
};
const answersOf = (status: string, more: Answers = {}): Answers => ({
  DownloadDetails: () => buildDownloadDetails({ status, cause: null }),
  Downloads: () => buildDownloads(),
  Events: () => buildEvents(),
  PauseOf: () => ({ pause: PAUSE }),
  PauseBacklog: () => ({
    pause_backlog: { __typename: 'PauseBacklog', count: 2, items: [item('2026-11-19'), item('2026-11-20')] },
  }),
  ResumePipeline: () => ({ resume: { __typename: 'Resumed' } }),
  PausePipeline: () => ({ pause: PAUSE }),
  ...more,
});

describe('a paused download', () => {
  it('says who paused it and why, and runs what a person chooses when it is resumed', async () => {
    const page = renderPage({ path: PATH, answers: answersOf('paused') });
    await screen.findByText(/^Paused · by Olivia/);
    screen.getByText('The shop moves');
    await page.user.click(screen.getByRole('button', { name: 'Resume' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Resume download ads' }));
    await dialog.findByText('2 report dates were due meanwhile');
    await page.user.click(dialog.getByRole('checkbox', { name: 'Nov 19 · ads' }));
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Run some' }).checked).toBe(true);
    await page.user.click(dialog.getByRole('button', { name: 'Resume' }));
    await waitFor(() =>
      expect(page.sent('ResumePipeline')).toEqual([
        { kind: 'download', name: 'ads', catch_up: 'some', items: ['2026-11-20 ads'] },
      ]),
    );
  });

  it('shows no command to people without the permission', async () => {
    const session = { permissions: new Set(['view'] as const) };
    renderPage({ path: PATH, answers: answersOf('paused'), session });
    await screen.findByText('The shop moves');
    expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull();
  });
});

describe('an active download', () => {
  it('pauses with its project for a reason, which must be given', async () => {
    const page = renderPage({ path: PATH, answers: answersOf('active') });
    await page.user.click(await screen.findByRole('button', { name: 'Pause' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Pause download ads' }));
    await page.user.click(dialog.getByRole('radio', { name: /^Project / }));
    await page.user.click(dialog.getByRole('button', { name: 'Pause' }));
    await dialog.findByText('Write why, for the others of the account.');
    await page.user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'The shop moves');
    await page.user.click(dialog.getByRole('button', { name: 'Pause' }));
    await waitFor(() =>
      expect(page.sent('PausePipeline')).toMatchObject([{ kind: 'project', reason: 'The shop moves', until: null }]),
    );
  });
});
