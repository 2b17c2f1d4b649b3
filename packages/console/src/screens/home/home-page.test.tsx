import { LIMITS } from '@switchboard/model/limits';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  buildCause,
  buildDays,
  buildDownloadDetails,
  buildHealth,
  buildHealthEvent,
  buildHomepage,
} from '../../../test/build-health.ts';
import { buildDownloads } from '../../../test/build-rows.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { renderPage, rowOf } from '../../../test/render-page.tsx';

const FAILED = buildHealth({
  name: 'ads',
  level: 'Error',
  message: 'ads: the key was rejected.',
  messageKind: 'error',
  event: buildHealthEvent(),
  cause: buildCause({ affected: ['daily', 'weekly'] }),
  sparkline: buildDays('clean', 'clean', 'warning', 'missing', null, 'failed', 'expected'),
});
const HOME: Answers = {
  Homepage: () =>
    buildHomepage(
      [FAILED, buildHealth({ name: 'web', project: 'video' })],
      [
        buildHealth({
          name: 'daily',
          destination: 'Snowflake · DAILY',
          level: 'Issue',
          dependencyStatus: 'blocked',
          message: 'Upload is blocked',
          messageKind: 'warning',
          cause: buildCause({
            kind: 'key',
            subjectKind: 'key',
            subject: 'api',
            via: 'ads',
            title: 'Key api is suspended',
          }),
        }),
      ],
    ),
};
const rows = (): (string | undefined)[] =>
  [...document.querySelectorAll<HTMLElement>('[data-row-id]')].map((row) => row.dataset['rowId']);
const groups = (): (string | null)[] => screen.queryAllByRole('rowheader').map(({ textContent }) => textContent);

describe('Home', () => {
  it('Home has the heading "Data under management" at /dashboard and /homepage', {
    tags: 'spec:home-route',
  }, async () => {
    const page = renderPage({ path: 'dashboard', answers: HOME });
    await screen.findByRole('heading', { level: 1, name: 'Data under management' });
    expect(page.path()).toBe('homepage');
    expect(document.title).toBe('Home · Acme Media · Switchboard');
  });

  it('lists downloads and uploads by status, the most serious first, with sparkline and message', {
    tags: ['spec:home-list', 'spec:home-data', 'spec:home-states-shown'],
  }, async () => {
    renderPage({ path: 'homepage', answers: HOME });
    const ads = within(await rowOf('ads'));
    expect(rows()).toEqual(['download:ads', 'upload:daily', 'download:web']);
    expect(groups()).toEqual(['Error1', 'Issue1', 'Working1']);
    ads.getByText('Key rejected by the source');
    ads.getByText('· the key was rejected.');
    ads.getByText('Error');
    ads.getByRole('img', {
      name: 'Last 7 days of ads: 2026-11-14 Clean, 2026-11-15 Clean, 2026-11-16 Warning, 2026-11-17 Missing, 2026-11-18 Nothing due, 2026-11-19 Failed, 2026-11-20 Expected',
    });
    const daily = within(await rowOf('daily'));
    daily.getByText('Blocked');
    daily.getByText('· Upload is blocked');
    daily.getByText('Snowflake · DAILY');
    within(await rowOf('web')).getByText('This download is running without issues.');
  });

  it('says in one line what is wrong, since when, what it delays, and where it is worked on', async () => {
    renderPage({ path: 'homepage', answers: HOME });
    const ads = within(await rowOf('ads'));
    expect(ads.getByText('Key rejected by the source').parentElement?.textContent).toBe(
      'Key rejected by the source · since Nov 16 · delays 2 uploads · the key was rejected.',
    );
    expect(ads.getByRole('link', { name: 'Review Nov 19' }).getAttribute('href')).toContain('day=2026-11-19');
    const daily = within(await rowOf('daily'));
    daily.getByText('Key api is suspended');
    expect(daily.getByRole('link', { name: 'Open key api' }).getAttribute('href')).toBe(
      '/app/acme/keys/details?keyName=api',
    );
  });

  it('shows status and cause of a row in the colour of its level', async () => {
    renderPage({ path: 'homepage', answers: HOME });
    const badge = within(await rowOf('daily'))
      .getByText('Blocked')
      .closest('[data-tone]');
    expect(badge?.getAttribute('data-tone')).toBe('warning');
    expect((await rowOf('daily')).querySelector('[data-level]')?.getAttribute('data-level')).toBe('Issue');
  });

  it('shows a suspended download, and marks dirty rows', { tags: 'spec:home-states-shown' }, async () => {
    const answers = {
      Homepage: () =>
        buildHomepage([
          buildHealth({ artifactStatus: 'suspended', message: 'Download is suspended', messageKind: 'error' }),
          buildHealth({
            name: 'web',
            message: '2 rows are dirty.',
            messageKind: 'dirty',
            level: 'Notice',
            cause: buildCause({ kind: 'warning', title: 'Some rows are dirty', subject: 'web' }),
          }),
        ]),
    };
    renderPage({ path: 'homepage', answers });
    within(await rowOf('ads')).getByText('Suspended');
    within(await rowOf('web')).getByText('Dirty rows');
  });

  it('Home is grouped by status or project, in the address', {
    tags: ['spec:home-group-by', 'spec:home-list-filters'],
  }, async () => {
    const page = renderPage({ path: 'homepage', answers: HOME });
    await rowOf('ads');
    await page.user.click(screen.getByRole('radio', { name: 'Project' }));
    await waitFor(() => expect(groups()).toEqual(['shop2', 'video1']));
    expect(page.path()).toBe('homepage?groupBy=project');
  });

  it('shows a level with the more serious ones, in the address', { tags: 'spec:home-status-filter' }, async () => {
    const page = renderPage({ path: 'homepage', answers: HOME });
    await rowOf('ads');
    const levels = within(screen.getByRole('group', { name: 'Status' }));
    expect(levels.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      '1 Error',
      '1 Issues',
      '0 Notice',
      '1 Working',
    ]);
    await page.user.click(levels.getByRole('button', { name: '1 Issues' }));
    await waitFor(() => expect(rows()).toEqual(['download:ads', 'upload:daily']));
    expect(page.path()).toBe('homepage?status=Issue');
    expect(levels.getAllByRole('button').map((each) => each.getAttribute('aria-pressed'))).toEqual([
      'true',
      'true',
      'false',
      'false',
    ]);
  });

  it('Home is filtered by type, in the address', { tags: 'spec:home-list-filters' }, async () => {
    const page = renderPage({ path: 'homepage', answers: HOME });
    await rowOf('ads');
    const types = within(screen.getByRole('group', { name: 'Type' }));
    await page.user.click(types.getByRole('button', { name: 'Downloads' }));
    await waitFor(() => expect(rows()).toEqual(['upload:daily']));
    expect(page.path()).toBe('homepage?type=upload');
    await page.user.click(types.getByRole('button', { name: 'Downloads' }));
    await waitFor(() => expect(page.path()).toBe('homepage'));
  });

  it('Home is searched 500 ms after typing, and says what was not found', {
    tags: ['spec:home-search-debounce', 'spec:home-list-filters'],
  }, async () => {
    expect(LIMITS.searchDebounce).toBe(500);
    const page = renderPage({ path: 'homepage?search=nothing', answers: HOME });
    await screen.findByText('No results, try another word.');
    const [clear] = screen.getAllByRole('button', { name: 'Clear all filters' });
    if (clear !== undefined) await page.user.click(clear);
    await rowOf('ads');
    await page.user.type(screen.getByRole('searchbox', { name: /^Search/ }), 'dai');
    await waitFor(() => expect(rows()).toEqual(['upload:daily']));
    expect(page.path()).toBe('homepage?search=dai');
  });

  it('opens the details of a row', { tags: 'spec:home-details-route' }, async () => {
    const answers = { ...HOME, DownloadDetails: () => buildDownloadDetails(), Downloads: () => buildDownloads() };
    const page = renderPage({ path: 'homepage', answers });
    await page.user.click(await screen.findByRole('link', { name: 'ads' }));
    await waitFor(() => expect(page.path()).toBe('homepage-details?name=ads&type=download'));
  });

  it('asks again with refresh=true, and shows the result', {
    tags: ['spec:home-refresh', 'spec:call-homepage'],
  }, async () => {
    const answers: Answers = {
      Homepage: ({ refresh }) => buildHomepage([refresh === true ? buildHealth({ name: 'fresh' }) : FAILED]),
    };
    const page = renderPage({ path: 'homepage', answers });
    await rowOf('ads');
    await page.user.click(screen.getByRole('button', { name: 'Refresh' }));
    await rowOf('fresh');
    expect(page.sent('Homepage')).toEqual([{}, { refresh: true }]);
  });

  it.each([
    [
      'NoPublishedScriptbook',
      {
        homepage: {
          __typename: 'NoPublishedScriptbook',
          message: 'No scriptbook has been published. Publish some pipelines',
        },
      },
      'No scriptbook has been published. Publish some pipelines',
    ],
    [
      'an empty scriptbook',
      buildHomepage([]),
      'The published scriptbook is empty. There are no running pipelines. Publish some pipelines',
    ],
  ])(
    'says for %s what to do',
    { tags: ['spec:home-empty', 'spec:home-no-scriptbook'] },
    async (_name, answer, text) => {
      renderPage({ path: 'homepage', answers: { Homepage: () => answer } });
      await screen.findByText(text);
      expect(screen.getByRole('main').querySelector('a[href="/app/acme/scripts/drafts"]')).not.toBeNull();
    },
  );
});
