import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildCause, buildDownloadDetails } from '../../../test/build-health.ts';
import { buildDownload, buildDownloads, buildEvent, buildEvents } from '../../../test/build-rows.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { renderPage } from '../../../test/render-page.tsx';

const PATH = 'homepage-details?name=ads&type=download';
const DEVELOPER = { permissions: new Set(['view', 'develop-scripts'] as const) };
const answersOf = (patch: Parameters<typeof buildDownloadDetails>[0] = {}, more: Answers = {}): Answers => ({
  DownloadDetails: () => buildDownloadDetails(patch),
  Downloads: () => buildDownloads(buildDownload({ id: 'd1', name: 'ads' })),
  Events: () => buildEvents(buildEvent({ id: 'e1', message: 'ads: the key was rejected.' })),
  ...more,
});
const variablesOf = (page: ReturnType<typeof renderPage>, operation: string) => page.sent(operation).at(-1);

describe('the details of a download', () => {
  it('the details of a download have the breadcrumb "Home > name", the message and the statuses', {
    tags: ['spec:home-breadcrumb', 'spec:home-states-shown'],
  }, async () => {
    renderPage({ path: PATH, answers: answersOf({ dependencyStatus: 'suspended' }) });
    await screen.findByText('ads: the key was rejected.');
    const trail = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
    expect(trail.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Home', 'ads']);
    expect(trail.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/app/acme/homepage');
    for (const text of ['Download', 'Error', 'Dependencies suspended'])
      expect(screen.getAllByText(text).length, text).toBeGreaterThan(0);
  });

  it('lead to the editor with mode=Files, the file, lines and a referrer', {
    tags: 'spec:home-open-editor',
  }, async () => {
    renderPage({ path: PATH, answers: answersOf() });
    const link = await screen.findByRole('link', { name: 'Open in Editor' });
    const address = new URL(link.getAttribute('href') ?? '', 'http://console');
    expect(address.pathname).toBe('/app/acme/scripts/editor/v1/');
    expect(Object.fromEntries(address.searchParams)).toEqual({
      mode: 'Files',
      file: 'ads.sbs',
      lines: '3-7-1-4',
      referrer: `/app/acme/${PATH}`,
    });
  });

  it('list what it depends on and what reads it, with status', { tags: 'spec:home-dependency-table' }, async () => {
    const uploads = [
      { __typename: 'HomeDependency', name: 'daily', status: 'blocked' },
      { __typename: 'HomeDependency', name: 'weekly', status: 'working' },
    ];
    renderPage({ path: PATH, answers: answersOf({ uploads }) });
    const table = await screen.findByRole('table', { name: 'Dependencies' });
    const cells = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      );
    expect(cells).toEqual([
      ['warehouse', 'Key', 'Working'],
      ['daily', 'Upload', 'Blocked'],
      ['weekly', 'Upload', 'Waits for ads'],
    ]);
    expect(within(table).getByRole('link', { name: 'daily' }).getAttribute('href')).toBe(
      '/app/acme/homepage-details?name=daily&type=upload',
    );
  });

  it('the details of a download have a calendar of the previous and the current month, in which a day is chosen', {
    tags: ['spec:home-calendar', 'spec:home-calendar-months', 'spec:home-day-toggle'],
  }, async () => {
    const page = renderPage({ path: PATH, answers: answersOf() });
    await screen.findByText('October 2026');
    screen.getByText('November 2026');
    await screen.findByRole('link', { name: 'View all downloads' });
    await waitFor(() => expect(variablesOf(page, 'Downloads')?.['report_datetime_after']).toBe('2026-11-19'));
    await page.user.click(screen.getByRole('button', { name: '2026-11-20: Expected' }));
    await waitFor(() => expect(page.path()).toBe(`${PATH}&day=2026-11-20`));
    await waitFor(() =>
      expect(variablesOf(page, 'Downloads')).toMatchObject({
        bundleNames: ['ads'],
        purpose: ['production'],
        report_datetime_after: '2026-11-20',
        report_datetime_before: '2026-11-20',
      }),
    );
  });

  it('open on the newest day that is wrong, and on today when none is', async () => {
    const wrong = renderPage({ path: PATH, answers: answersOf() });
    await waitFor(() => expect(variablesOf(wrong, 'Downloads')?.['report_datetime_after']).toBe('2026-11-19'));
    expect(wrong.path()).toBe(PATH);
    wrong.unmount();
    const well = renderPage({ path: PATH, answers: answersOf({ cause: null }) });
    await waitFor(() => expect(variablesOf(well, 'Downloads')?.['report_datetime_after']).toBe('2026-11-20'));
  });

  it('begin with the cause, what waits for it, Explain, and Retry for people who may', async () => {
    const answers = answersOf({}, { SaveDownload: () => ({ save_download: { __typename: 'Download', id: 'd1' } }) });
    const page = renderPage({ path: PATH, answers });
    await screen.findByText('Key rejected by the source · Nov 19');
    const banner = within(screen.getByRole('alert'));
    expect(banner.getByRole('link', { name: 'daily' }).getAttribute('href')).toContain('name=daily&type=upload');
    banner.getByRole('button', { name: 'Explain this failure' });
    await page.user.click(banner.getByRole('button', { name: 'Retry' }));
    await screen.findByText('Download queued to try again.');
    expect(variablesOf(page, 'SaveDownload')).toEqual({ id: 'd1', status: 'queued' });
    page.unmount();
    renderPage({ path: PATH, answers, session: DEVELOPER });
    await screen.findByRole('button', { name: 'Explain this failure' });
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  it('lead to the key that is two hops away instead of a retry that cannot succeed', async () => {
    const cause = buildCause({
      kind: 'key',
      title: 'Key partner is suspended',
      runId: null,
      subjectKind: 'key',
      subject: 'partner',
      via: 'ads_source',
    });
    renderPage({ path: PATH, answers: answersOf({ cause, dependencyStatus: 'blocked', level: 'Issue' }) });
    const open = await screen.findByRole('link', { name: 'Open key partner' });
    expect(open.getAttribute('href')).toBe('/app/acme/keys/details?keyName=partner');
    expect(screen.getByRole('link', { name: 'download ads_source' }).getAttribute('href')).toContain('name=ads_source');
    screen.getByRole('link', { name: 'key partner' });
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  it('show the events of the day instead, and link to the full list of either', {
    tags: ['spec:home-day-toggle', 'spec:home-full-list'],
  }, async () => {
    const page = renderPage({ path: `${PATH}&day=2026-11-19`, answers: answersOf() });
    const all = await screen.findByRole('link', { name: 'View all downloads' });
    expect(all.getAttribute('href')).toBe('/app/acme/downloads/list?bundleNames=ads&start=2026-11-19&end=2026-11-19');
    await page.user.click(screen.getByRole('radio', { name: 'Events' }));
    await waitFor(() => expect(page.path()).toBe(`${PATH}&day=2026-11-19&show=events`));
    const events = await screen.findByRole('link', { name: 'View all events' });
    expect(events.getAttribute('href')).toBe(
      '/app/acme/events?downloadName=ads&reportDatetimeStart=2026-11-19&reportDatetimeEnd=2026-11-19',
    );
    await waitFor(() =>
      expect(variablesOf(page, 'Events')).toMatchObject({
        downloadName: ['ads'],
        report_datetime_after: '2026-11-19',
        report_datetime_before: '2026-11-19',
      }),
    );
  });

  it('unsuspend it with develop-scripts: "{name} unsuspended successfully!"', {
    tags: [
      'spec:home-unsuspend',
      'spec:home-unsuspend-permission',
      'spec:call-unsuspend',
      'spec:home-unsuspend-toasts',
    ],
  }, async () => {
    let status = 'suspended';
    const answers = answersOf(
      {},
      {
        DownloadDetails: () => buildDownloadDetails({ status }),
        UnsuspendDownload: () => {
          status = 'active';
          return { save_source_bundle: { __typename: 'SourceBundle' } };
        },
      },
    );
    const page = renderPage({ path: PATH, answers, session: DEVELOPER });
    await page.user.click(await screen.findByRole('button', { name: 'Unsuspend' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Unsuspend this download?' }));
    await page.user.click(dialog.getByRole('button', { name: 'Unsuspend' }));
    await screen.findByText('ads unsuspended successfully!');
    expect(variablesOf(page, 'UnsuspendDownload')).toEqual({ name: 'ads' });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Unsuspend' })).toBeNull());
  });

  it('report that it could not be unsuspended', { tags: 'spec:home-unsuspend-toasts' }, async () => {
    const answers = answersOf({ status: 'suspended' }, { UnsuspendDownload: () => new Error('down') });
    const page = renderPage({ path: PATH, answers, session: DEVELOPER });
    await page.user.click(await screen.findByRole('button', { name: 'Unsuspend' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Unsuspend this download?' }));
    await page.user.click(dialog.getByRole('button', { name: 'Unsuspend' }));
    await screen.findByText('There was an error unsuspending the download.');
  });

  it('offer no unsuspending without develop-scripts', { tags: 'spec:home-unsuspend-permission' }, async () => {
    renderPage({ path: PATH, answers: answersOf({ status: 'suspended' }) });
    await screen.findByText('Suspended');
    expect(screen.queryByRole('button', { name: 'Unsuspend' })).toBeNull();
  });

  it('say what is not published, and what failed', async () => {
    const problem = 'There is no published download ads.';
    const answers = answersOf(
      {},
      { DownloadDetails: () => ({ downloadDetails: { __typename: 'NotFoundError', problem } }) },
    );
    const page = renderPage({ path: PATH, answers });
    await screen.findByText(problem);
    page.unmount();
    renderPage({ path: PATH, answers: answersOf({}, { DownloadDetails: () => new Error('down') }) });
    await screen.findByRole('button', { name: 'Retry' });
  });
});

it.each(['', '?name=ads', '?name=ads&type=table', '?type=upload'])(
  'shows "Invalid URL" for homepage-details%s',
  {
    tags: 'spec:home-invalid-url',
  },
  async (query) => {
    renderPage({ path: `homepage-details${query}` });
    await screen.findByRole('heading', { level: 1, name: 'Invalid URL' });
  },
);
