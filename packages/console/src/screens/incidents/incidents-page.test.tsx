import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildTransfers } from '../../../test/build-rows.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { type PageOptions, type RenderedPage, renderPage } from '../../../test/render-page.tsx';

const count = (value: number) => ({ __typename: 'StateCount', count: value, has_more: false });

const NO_WORK = {
  __typename: 'IncidentWork',
  acknowledged_on: null,
  acknowledged_by: null,
  assigned_to: null,
  is_mine: false,
  snoozed_until: null,
  muted_until: null,
};

const buildIncident = (patch: object = {}) => ({
  __typename: 'Incident',
  id: 'i1',
  account: { __typename: 'IncidentAccount', url_name: 'acme', name: 'Acme Media' },
  transfer: 'download',
  code: 'SOURCE_AUTH_FAILED',
  purpose: 'production',
  subject_kind: 'key',
  subject: 'skimlinks',
  names: ['costs', 'clicks'],
  is_suspended: true,
  latest_id: 'd1',
  message: 'costs: api.test rejected the key skimlinks (401).',
  since: '2026-11-21T06:02:00Z',
  latest: '2026-11-21T07:00:00Z',
  failed: count(14),
  retrying: count(0),
  next_try: null,
  work: NO_WORK,
  waiting: count(3),
  affected_uploads: [{ __typename: 'IncidentUpload', name: 'daily', deadline: '2026-11-21T09:00:00Z', is_late: true }],
  ...patch,
});

const answer = (...nodes: readonly object[]): Answers => ({
  Incidents: () => ({
    incidents: { __typename: 'IncidentConnection', nodes, pageInfo: { __typename: 'PageInfo', hasNextPage: false } },
  }),
});

function open(answers: Answers, options: PageOptions = {}): RenderedPage {
  return renderPage({ path: 'incidents', ...options, answers: { ...buildTransfers([], []), ...answers } });
}

describe('an incident', () => {
  it('says what is wrong, since when, why, what it breaks and what to do', async () => {
    open(answer(buildIncident()));
    const card = await screen.findByRole('listitem', { name: 'Key rejected by the source: skimlinks' });
    const facts = [...card.querySelectorAll('dt')].map((term) => [
      term.textContent,
      term.nextElementSibling?.textContent,
    ]);
    expect(facts).toEqual([
      ['Since', expect.stringMatching(/14 failed downloads, the latest .* · 3 waiting$/)],
      ['Why', 'costs: api.test rejected the key skimlinks (401).'],
      ['Affects', expect.stringMatching(/^daily late since /)],
      ['What now', expect.stringMatching(/^Edit or reconnect the key, then unsuspend it/)],
    ]);
    within(card).getByText('suspended', { exact: false });
    const link = within(card).getByRole('link', { name: /^Open the list of/ });
    expect(link.getAttribute('href')).toBe(
      '/app/acme/downloads/list?causes=SOURCE_AUTH_FAILED&bundleNames=costs%2Cclicks',
    );
  });

  it('says when it is tried again, and offers no Retry until then', async () => {
    const next = new Date(Date.now() + 3_600_000).toISOString();
    open(
      answer(
        buildIncident({
          code: 'DESTINATION_FULL',
          failed: count(0),
          retrying: count(2),
          next_try: next,
          waiting: count(0),
        }),
      ),
    );
    const card = await screen.findByRole('listitem', { name: /^Destination full/ });
    within(card).getByText(/· 2 downloads retrying$/);
    within(card).getByText(/The next attempt starts/);
    within(card).getByText(/^in (1 h|59 min)$/);
    expect(within(card).queryByRole('button', { name: 'Retry all' })).toBeNull();
    expect(
      within(card)
        .getByRole('link', { name: /^Open the list/ })
        .getAttribute('href'),
    ).toMatch(/status=unfinished/);
  });

  it('retries all of its failures after a count', async () => {
    const change = {
      __typename: 'BulkChange',
      id: 'b1',
      count: 14,
      open: 14,
      finished: null,
      is_limited: false,
      outcomes: [],
      refusals: [],
      skipped: [],
    };
    const outcomes = [{ __typename: 'BulkOutcome', outcome: 'ok', count: 14 }];
    const page = open({
      ...answer(buildIncident({ is_suspended: false })),
      PreviewBulkDownloads: () => ({ preview: change }),
      RunBulkChange: () => ({ run_bulk_change: { ...change, open: 0, outcomes } }),
    });
    await page.user.click(await screen.findByRole('button', { name: 'Retry all' }));
    await page.user.click(await screen.findByRole('button', { name: 'Retry 14 downloads' }));
    await screen.findByText('14 downloads queued to try again.');
    expect(page.sent('PreviewBulkDownloads')[0]).toEqual({
      action: 'retry',
      failure_codes: ['SOURCE_AUTH_FAILED'],
      bundleNames: ['costs', 'clicks'],
    });
  });

  it('offers to edit a rejected key first, and no retry while it is suspended', async () => {
    const session = { permissions: new Set(['view', 'manage-keys', 'manage-pipelines'] as const) };
    const page = open(answer(buildIncident()), { session });
    const card = within(await screen.findByRole('listitem', { name: /skimlinks$/ }));
    const edit = card.getByRole('link', { name: 'Edit the key skimlinks' });
    expect(edit.getAttribute('href')).toBe('/app/acme/keys/edit-key?keyName=skimlinks');
    expect(edit.getAttribute('data-variant')).toBe('filled');
    expect(card.queryByRole('button', { name: 'Retry all' })).toBeNull();
    expect(card.getByRole('link', { name: 'skimlinks' }).getAttribute('href')).toBe(
      '/app/acme/keys/details?keyName=skimlinks',
    );
    page.unmount();
    open(answer(buildIncident()), { session: { permissions: new Set(['view']) } });
    await screen.findByRole('link', { name: /^Open the list of/ });
    expect(screen.queryByRole('link', { name: 'Edit the key skimlinks' })).toBeNull();
  });

  it.each([
    ['ALL_ROWS_DIRTY', 'source', /^Explain the failure/],
    ['SOURCE_UNREACHABLE', 'source', 'Retry all'],
  ] as const)('the first action of %s is the one that can end it', async (code, kind, name) => {
    open(answer(buildIncident({ code, subject_kind: kind, is_suspended: false })));
    expect((await screen.findByRole('button', { name })).getAttribute('data-variant')).toBe('filled');
    expect(document.querySelectorAll('li [data-variant="filled"]')).toHaveLength(1);
  });

  it('marks incidents of backfills and tests', async () => {
    open(answer(buildIncident(), buildIncident({ id: 'i2', purpose: 'backfill', subject: 'two' })));
    within(await screen.findByRole('listitem', { name: /two$/ })).getByText('Backfill');
    await waitFor(() => expect(document.title).toBe('(2) Incidents · Acme Media · Switchboard'));
  });

  it('unsuspends its key after a question', async () => {
    const page = open(
      { ...answer(buildIncident()), UnsuspendKey: () => ({ save_credential: { __typename: 'SaveCredentialOk' } }) },
      { session: { permissions: new Set(['view', 'manage-keys']) } },
    );
    await page.user.click(await screen.findByRole('button', { name: 'Unsuspend' }));
    const dialog = await screen.findByRole('dialog', { name: 'Unsuspend this key?' });
    await page.user.click(within(dialog).getByRole('button', { name: 'Unsuspend' }));
    await screen.findByText('skimlinks was successfully unsuspended!');
    expect(page.requests).toContainEqual({ operation: 'UnsuspendKey', variables: { name: 'skimlinks' } });
  });

  it('an incident is read-only for a person who may only view', async () => {
    open(answer(buildIncident()), { session: { permissions: new Set(['view']) } });
    await screen.findByRole('link', { name: /^Open the list of/ });
    expect(screen.queryByRole('button', { name: 'Retry all' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Unsuspend' })).toBeNull();
  });
});

describe('the page', () => {
  it('shows the incidents of all accounts, with links to those of another one', async () => {
    const accounts = [
      { urlName: 'acme', name: 'Acme Media' },
      { urlName: 'globex', name: 'Globex' },
    ];
    const globex = { __typename: 'IncidentAccount', url_name: 'globex', name: 'Globex' };
    const page = open(answer(buildIncident({ account: globex, subject_kind: 'source', subject: 'visits' })), {
      session: { accounts },
    });
    await page.user.click(await screen.findByRole('radio', { name: 'All accounts' }));
    await waitFor(() => expect(page.path()).toBe('incidents?scope=all'));
    const card = await screen.findByRole('listitem', { name: /visits$/ });
    expect(within(card).queryByRole('button', { name: 'Retry all' })).toBeNull();
    expect(
      within(card)
        .getByRole('link', { name: /^Open the list/ })
        .getAttribute('href'),
    ).toMatch(/^\/app\/globex\//);
    expect(page.sent('Incidents').at(-1)).toMatchObject({
      account: null,
    });
  });

  it('says that nothing has failed', async () => {
    open(answer());
    await screen.findByText('Nothing has failed in the last 30 days');
  });

  it('shows why the incidents could not be loaded, and loads them again on Retry', async () => {
    let isDown = true;
    const page = open({
      Incidents: (variables) =>
        isDown ? new Error('The database is away.') : answer(buildIncident())['Incidents']?.(variables),
    });
    await screen.findByText(/The database is away/);
    isDown = false;
    await page.user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('listitem', { name: 'Key rejected by the source: skimlinks' });
  });
});

it('the list of downloads names the incidents above it, with a link to them', async () => {
  const causes = [buildIncident(), buildIncident({ id: 'i2', transfer: 'upload' })];
  renderPage({
    path: 'downloads/list',
    answers: {
      ...buildTransfers([], []),
      IncidentCauses: () => answer(...causes)['Incidents']?.({}),
    },
  });
  const link = await screen.findByRole('link', { name: /^1 cause: Key rejected by the source · skimlinks \(14\)$/ });
  expect(link.getAttribute('href')).toBe('/app/acme/incidents');
});
