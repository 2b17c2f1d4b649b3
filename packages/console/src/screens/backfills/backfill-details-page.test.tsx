import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  buildBackfill,
  buildImportBundles,
  buildRun,
  buildRuns,
  buildUploadNames,
} from '../../../test/build-backfill.ts';
import { buildEvent, buildEvents } from '../../../test/build-rows.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { renderPage } from '../../../test/render-page.tsx';

const PATH = 'backfills/details/b1?backfillName=orders+again';
const MAY = { permissions: new Set(['view', 'backfills'] as const) };
const NO_RUNS: Answers = { Runs: () => buildRuns(), BackfillMessages: () => buildEvents() };
const answersOf = (patch: Parameters<typeof buildBackfill>[0] = {}): Answers => ({
  ...NO_RUNS,
  BackfillDetail: () => ({ backfill_detail: buildBackfill(patch) }),
  BackfillProblems: () => buildEvents(),
});
const open = (answers: Answers, path = PATH) => renderPage({ path, answers, session: MAY });
const factOf = async (label: string): Promise<HTMLElement> => {
  const fact = (await screen.findByText(label)).parentElement?.querySelector('dd');
  if (fact == null) throw new Error(`${label} has no value.`);
  return fact;
};

describe('the header of a backfill', () => {
  it('the header of a backfill has breadcrumb, title, id, status and facts', {
    tags: [
      'spec:backfills-breadcrumb',
      'spec:backfill-header',
      'spec:backfill-facts',
      'spec:call-backfill-detail',
      'spec:backfill-toasts',
    ],
  }, async () => {
    const page = open(answersOf());
    expect((await factOf('Report date range')).textContent).toBe('Nov 01 26 - Nov 09 26 UTC');
    expect((await factOf('Created by')).textContent).toBe('Bea Acme');
    const path = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
    expect(path.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Backfills', 'orders again']);
    screen.getByRole('heading', { level: 1, name: /^orders again/ });
    await screen.findByRole('progressbar', { name: '3 of 9 pipelines have ended' });
    await screen.findByRole('button', { name: 'Cancel' });
    expect(screen.queryByText('Cancelled by')).toBeNull();
    await page.user.click(screen.getByRole('button', { name: 'Copy Backfill ID' }));
    await screen.findByText('Copied to clipboard');
    expect(await navigator.clipboard.readText()).toBe('b1');
    expect(page.requests[0]).toEqual({ operation: 'BackfillDetail', variables: { backfill_id: 'b1' } });
  });

  it('"Backfill Options" is for people who manage pipelines, and launches the same uploads and dates again', {
    tags: 'spec:backfill-header',
  }, async () => {
    const viewer = open(answersOf());
    await factOf('Report date range');
    expect(screen.queryByRole('button', { name: 'Backfill Options' })).toBeNull();
    viewer.unmount();
    const page = renderPage({
      path: PATH,
      session: { permissions: new Set(['view', 'backfills', 'manage-pipelines'] as const) },
      answers: {
        ...answersOf({ status: 'completed', is_active: false }),
        UploadNames: buildUploadNames,
        ImportBundles: buildImportBundles,
      },
    });
    await page.user.click(await screen.findByRole('button', { name: 'Backfill Options' }));
    const entries = await screen.findAllByRole('menuitem');
    expect(entries.map((entry) => entry.textContent)).toEqual(['Launch again', 'Copy backfill ID']);
    await page.user.click(screen.getByRole('menuitem', { name: 'Launch again' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Launch a backfill' }));
    const upload = dialog.getByPlaceholderText<HTMLInputElement>('Choose an upload');
    await waitFor(() => expect(upload.value).toBe('orders'));
    await page.user.click(dialog.getByRole('button', { name: 'Next' }));
    await dialog.findByText('2 of 2 uploads');
  });

  it('says who cancelled it and when, and offers no cancel then', { tags: 'spec:backfill-facts' }, async () => {
    const person = buildBackfill().created_by;
    open(answersOf({ status: 'cancelled', cancelled_on: '2026-11-20T09:00:00Z', cancelled_by: person }));
    expect((await factOf('Cancelled by')).textContent).toBe('Bea Acme');
    await factOf('Cancelled on');
    screen.getByText('Cancelled');
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  });

  it('shows "-" for an empty description, and cuts one of more than 400 characters', {
    tags: 'spec:backfill-description-shown',
  }, async () => {
    const empty = open(answersOf());
    expect((await factOf('Description')).textContent).toBe('-');
    empty.unmount();
    const long = 'x'.repeat(401);
    open(answersOf({ description: long }));
    const shown = within(await factOf('Description')).getByText(/^x/);
    expect(shown.textContent).toBe(`${'x'.repeat(400)} ...`);
    expect(shown.dataset['tip']).toBe(long);
  });

  it('the header of a backfill is edited in place: Enter saves, Escape cancels, and the change is shown at once', {
    tags: [
      'spec:backfill-inline-edits',
      'spec:backfill-optimistic',
      'spec:call-save-backfill',
      'spec:backfill-toasts',
      'spec:permission-backfills',
    ],
  }, async () => {
    let title = 'orders again';
    let isAway = true;
    const answered = Promise.withResolvers<void>();
    const page = open({
      ...answersOf(),
      BackfillDetail: () => ({ backfill_detail: buildBackfill({ title }) }),
      EditBackfill: async ({ title: next }) => {
        await answered.promise;
        if (isAway) return new Error('The database is away.');
        title = String(next);
        return { save_backfill: buildBackfill({ title }) };
      },
    });
    const edit = async (keys: string): Promise<void> => {
      await page.user.click(await screen.findByRole('button', { name: 'Edit title' }));
      await page.user.clear(screen.getByRole('textbox', { name: 'New title' }));
      await page.user.keyboard(keys);
    };
    await edit('dropped{Escape}');
    screen.getByRole('heading', { level: 1, name: /^orders again/ });
    await edit('{Enter}');
    await screen.findByText('Backfill must have a name');
    await page.user.keyboard('{Escape}');

    await edit('refunds{Enter}');
    screen.getByRole('heading', { level: 1, name: /^refunds/ });
    answered.resolve();
    await screen.findByText('Failed to edit backfill info');
    await screen.findByRole('heading', { level: 1, name: /^orders again/ });

    isAway = false;
    await edit('refunds{Enter}');
    await screen.findByText('Backfill info edited successfully');
    await screen.findByRole('heading', { level: 1, name: /^refunds/ });
    expect(page.requests.at(-1)).toEqual({
      operation: 'EditBackfill',
      variables: { backfill_id: 'b1', title: 'refunds' },
    });
    await page.user.click(screen.getByRole('button', { name: 'Edit description' }));
    await screen.findByText('Enter saves, Escape cancels. 4000 characters remaining');
    await page.user.keyboard('Why{Enter}');
    await waitFor(() => expect(page.requests.at(-1)?.variables).toEqual({ backfill_id: 'b1', description: 'Why' }));
  });

  it('a backfill is cancelled after a question, and the header says when that failed', {
    tags: ['spec:permission-backfills', 'spec:backfill-toasts'],
  }, async () => {
    let isAway = true;
    let status = 'running';
    const page = open({
      ...answersOf(),
      BackfillDetail: () => ({ backfill_detail: buildBackfill({ status }) }),
      CancelBackfill: () => {
        if (isAway) return new Error('The database is away.');
        status = 'cancelled';
        return { save_backfill: buildBackfill({ status }) };
      },
    });
    await page.user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await page.user.click(await screen.findByRole('button', { name: 'Confirm' }));
    await screen.findByText('Error when cancelling backfill');
    isAway = false;
    await page.user.click(screen.getByRole('button', { name: 'Confirm' }));
    await screen.findByText('Backfill cancelled');
    await factOf('Cancelled by');
  });

  it('names the import that failed, and the reason', { tags: 'spec:backfill-problem' }, async () => {
    const failed = buildEvent({ severity: 'error', download_declaration: 'orders', message: 'Not found (404).' });
    open({ ...answersOf({ failed_pipelines: 1 }), BackfillProblems: () => buildEvents(failed) });
    await screen.findByText('Problem backfilling Import orders.');
    screen.getByText('The backfill failed with error reason: Not found (404).');
  });

  it('says "Error fetching data", and recovers by Retry', { tags: 'spec:backfill-toasts' }, async () => {
    let isAway = true;
    const page = open({
      ...answersOf(),
      BackfillDetail: () => (isAway ? new Error('The database is away.') : { backfill_detail: buildBackfill() }),
    });
    await screen.findByText('Error fetching data');
    isAway = false;
    await page.user.click(screen.getByRole('button', { name: 'Retry' }));
    await factOf('Created by');
  });

  it('says when there is none', async () => {
    open({ BackfillDetail: () => ({ backfill_detail: null }) });
    await screen.findByText('The backfill does not exist.');
  });
});

describe('the tabs of a backfill', () => {
  it('the tabs of a backfill are Connections, which is the default, Runs and Messages, held by the address', {
    tags: ['spec:backfill-detail-parameters', 'spec:backfill-connections'],
  }, async () => {
    const page = open(answersOf());
    await screen.findByRole('tab', { name: 'Connections', selected: true });
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Connections', 'Runs', 'Messages']);
    await page.user.click(screen.getByText('List'));
    const list = within(await screen.findByRole('list', { name: 'Connections of the backfill' }));
    list.getByRole('button', { name: /^orders_by_site/, pressed: false });
    await page.user.click(screen.getByRole('tab', { name: 'Messages' }));
    await waitFor(() => expect(page.path()).toBe(`${PATH}&currentTab=Messages`));
    await screen.findByText('No Messages');
  });

  it('shows messages 50 at a time', {
    tags: ['spec:backfill-messages', 'spec:call-backfill-events', 'spec:backfill-sizes'],
  }, async () => {
    const page = open(
      { ...answersOf(), BackfillMessages: () => buildEvents(buildEvent({ message: 'Launched.' })) },
      `${PATH}&currentTab=Messages`,
    );
    await screen.findByText('Launched.');
    expect(page.requests.at(-1)).toEqual({
      operation: 'BackfillMessages',
      variables: { backfill_id: 'b1', first: 50 },
    });
  });

  const RUNS = `${PATH}&currentTab=Runs`;
  const dates = Array.from({ length: 6 }, (_, index) => `2026-11-0${9 - index}`);

  it('shows runs by report date, 60 pixels high, without pages', {
    tags: ['spec:backfill-runs-grid', 'spec:backfill-runs-columns', 'spec:call-backfill-runs', 'spec:backfill-sizes'],
  }, async () => {
    const page = open({ ...answersOf(), Runs: () => buildRuns(...dates.map((date) => buildRun({ date }))) }, RUNS);
    const row = (await screen.findByText('run-2026-11-09')).closest<HTMLElement>('[role="row"]');
    expect(row?.style.height).toBe('60px');
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Report Date',
      'Run ID',
      'Status',
    ]);
    screen.getByText('Scroll down to see more rows');
    expect(page.requests.at(-1)).toMatchObject({
      operation: 'Runs',
      variables: { backfill_id: 'b1', sortDirection: 'DESC', status: null },
    });
  });

  it('filters runs by status and by running phase', { tags: 'spec:backfill-runs-filter' }, async () => {
    const page = open({ ...answersOf(), Runs: () => buildRuns(buildRun()) }, `${RUNS}&runStatus=failed,downloading`);
    await screen.findByText('run-2026-11-09');
    expect(page.requests.at(-1)?.variables).toMatchObject({ status: ['failed', 'downloading'] });
    await page.user.click(screen.getByRole('button', { name: /^Status: / }));
    await screen.findByText('Queued');
    for (const label of [
      'Succeeded',
      'Failed',
      'Cancelled',
      'Running',
      'Queued',
      'Downloading',
      'Processing',
      'Uploading',
    ])
      expect(screen.getAllByText(label).length, label).toBeGreaterThan(0);
  });

  it('opens a run in a drawer with its phases and tabs', {
    tags: ['spec:backfill-run-drawer', 'spec:flow-phases', 'spec:flow-status-chips'],
  }, async () => {
    const failed = buildRun({ status: 'FATAL', phase: 'downloading', failed: true });
    const detail = {
      ...failed,
      created: '2026-11-20T08:00:00Z',
      launched_by: null,
      changelist: { __typename: 'Changelist', id: 'c1', description: 'Published script' },
      inputs: [],
      outputs: [],
      events: [],
      processing: [],
    };
    const page = open({ ...answersOf(), Runs: () => buildRuns(failed), RunDetail: () => ({ flow: detail }) }, RUNS);
    await page.user.click(await screen.findByText('run-2026-11-09'));
    await waitFor(() => expect(page.path()).toContain('runId=run-2026-11-09'));
    const drawer = within(await screen.findByRole('dialog'));
    const phases = within(await drawer.findByRole('list', { name: 'Phases' }));
    expect(phases.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'DownloadingFailed',
      'Processing',
      'Uploading',
      'Succeeded',
    ]);
    expect(drawer.getAllByText('Failed')).toHaveLength(2);
    await drawer.findByText('No Downloads');
    await page.user.click(drawer.getByRole('tab', { name: 'Processing' }));
    await drawer.findByText('No Processing Data');
  });

  it('says "Failed to fetch runs"', { tags: 'spec:backfill-toasts' }, async () => {
    open({ ...answersOf(), Runs: () => new Error('The database is away.') }, RUNS);
    await screen.findByText('Failed to fetch runs');
  });
});
