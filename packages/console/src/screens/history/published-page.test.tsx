import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  buildChangelist,
  buildCompiled,
  buildDeclaration,
  buildMessage,
  buildPublished,
  buildSummary,
  buildVersion,
} from '../../../test/build-changelist.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { type RenderedPage, renderPage } from '../../../test/render-page.tsx';

const parent = { __typename: 'Changelist', id: 'v1', description: 'Display ads' };
const ANSWERS: Answers = {
  PublishedChangelist: () =>
    buildPublished(buildVersion({ parent }), [
      buildSummary(),
      buildSummary({ purpose: 'proof', unfinished: 0, succeeded: 7, failed: 0, dirty_rows_some: 0 }),
    ]),
  ChangelistDetail: () =>
    buildCompiled('v2', {
      messages: [buildMessage('warning', 'A key is suspended.')],
      declarations: [buildDeclaration('export', 'costs'), buildDeclaration('import', 'ads')],
    }),
};
const open = (answers: Answers = {}, permissions: readonly ('view' | 'develop-scripts')[] = ['view']): RenderedPage =>
  renderPage({
    path: 'scripts/published',
    answers: { ...ANSWERS, ...answers },
    session: { permissions: new Set(permissions) },
  });

it('shows the published version with its parent, its flows by purpose and what it declares', {
  tags: ['spec:history-page', 'spec:scripts-routes', 'spec:flow-summary', 'spec:draft-parent'],
}, async () => {
  open();
  await screen.findByRole('heading', { level: 2, name: 'Costs' });
  const summary = within(await screen.findByRole('table', { name: 'Flow summary' }));
  expect(summary.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Purpose', 'Unfinished', 'Succeeded', 'Failed', 'All rows dirty', 'Some rows dirty'],
    ['Production', '2', '1.2k', '3', '0', '5'],
    ['Test', '0', '7', '0', '0', '0'],
  ]);
  const declared = await screen.findByRole('table', { name: 'Downloads and uploads' });
  await waitFor(() =>
    expect(
      within(declared)
        .getAllByRole('row')
        .slice(1)
        .map((row) => [...row.children].map(({ textContent }) => textContent)),
    ).toEqual([
      ['ads', 'Download', 'file', '—', 'ads.sbs:2'],
      ['costs', 'Upload', 'file', '—', 'costs.sbs:2'],
    ]),
  );
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(hrefOf('ads.sbs:2')).toBe('/app/acme/scripts/editor/v2/?mode=Files&file=ads.sbs&lines=2-2-1-1');
  expect(hrefOf('Display ads')).toBe('/app/acme/scripts/editor/v1/');
  expect(hrefOf('Open in Editor')).toBe('/app/acme/scripts/editor/v2/');
  expect(hrefOf('All published versions')).toBe('/app/acme/scripts/history');
  screen.getByText('1 warning');
  expect(screen.queryByRole('button', { name: 'Clone' })).toBeNull();
});

it('clones the version, and leads to the drafts', async () => {
  const page = open(
    {
      BranchChangelist: () => ({ branch_changelist: buildChangelist() }),
      Drafts: () => ({
        drafts: {
          __typename: 'ChangelistConnection',
          nodes: [],
          pageInfo: { __typename: 'PageInfo', hasNextPage: false, endCursor: null },
        },
      }),
    },
    ['view', 'develop-scripts'],
  );
  await page.user.click(await screen.findByRole('button', { name: 'Clone' }));
  await screen.findByText('Draft cloned');
  await waitFor(() => expect(page.path()).toBe('scripts/drafts'));
});

it('says "Published Drafts!" when nothing is published', { tags: 'spec:drafts-panels' }, async () => {
  open({ PublishedChangelist: () => buildPublished(null) });
  await screen.findByText('Published Drafts!');
  expect(screen.getByRole('link', { name: 'Open Drafts' }).getAttribute('href')).toBe('/app/acme/scripts/drafts');
});

it('says "There was a problem navigating to the Published version."', { tags: 'spec:history-page' }, async () => {
  let isAway = true;
  const page = open({
    PublishedChangelist: () => (isAway ? new Error('The database is away.') : buildPublished(buildVersion())),
  });
  await screen.findByText('There was a problem navigating to the Published version.');
  screen.getByText('The database is away.');
  isAway = false;
  await page.user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('heading', { level: 2, name: 'Costs' });
});

it('shows the version also while what it declares cannot be read', async () => {
  open({ ChangelistDetail: () => new Error('The compiler is away.') });
  await screen.findByRole('table', { name: 'Flow summary' });
  expect((await screen.findAllByText('The compiler is away.')).length).toBeGreaterThan(0);
});
