import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  buildDownload,
  buildDownloads,
  buildEvent,
  buildEvents,
  buildUpload,
  buildUploads,
} from '../../../test/build-rows.ts';
import { buildOutput, buildSame, buildTestRun, buildTestRuns } from '../../../test/build-test-run.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { type PageOptions, type RenderedPage, renderPage } from '../../../test/render-page.tsx';

const DEVELOPER = { permissions: new Set(['view', 'develop-scripts'] as const) };

function open(runs: readonly object[], more: Answers = {}, options: PageOptions = {}): RenderedPage {
  return renderPage({
    path: 'scripts/tests',
    session: DEVELOPER,
    ...options,
    answers: { TestRuns: () => buildTestRuns(...runs), ...more },
  });
}
const card = (): Promise<HTMLElement> => screen.findByRole('listitem', { name: 'Test run of My draft' });

describe('the list', () => {
  it('asks for ten test runs that are not archived', {
    tags: ['spec:test-runs-pages', 'spec:test-run-page-size', 'spec:call-test-flows'],
  }, async () => {
    const page = open([buildTestRun()]);
    await card();
    expect(page.sent('TestRuns')[0]).toEqual({ first: 10 });
  });

  it('the list also opens at any address below', async () => {
    const page = open([buildTestRun()], {}, { path: 'scripts/tests/anything' });
    await card();
    expect(page.path()).toBe('scripts/tests');
  });

  it('welcomes people who have no test runs, and leads to the drafts', { tags: 'spec:test-runs-empty' }, async () => {
    open([]);
    await screen.findByText('Welcome to Test Runs!');
    const link = within(screen.getByRole('main')).getByRole('link', { name: 'Drafts' });
    expect(link.getAttribute('href')).toBe('/app/acme/scripts/drafts');
    expect(link.parentElement?.textContent).toBe(
      'Create a new Test Run to view results here. Navigate to the Drafts and select a draft to test.',
    );
  });

  it('says why it could not be loaded, and loads again on Retry', async () => {
    let isDown = true;
    const page = open([], {
      TestRuns: () => (isDown ? new Error('The database is away.') : buildTestRuns(buildTestRun())),
    });
    await screen.findByText(/The database is away/);
    isDown = false;
    await page.user.click(screen.getByRole('button', { name: 'Retry' }));
    await card();
  });

  it('shows a test run that was launched meanwhile', async () => {
    let runs = [buildTestRun()];
    const page = open([], { TestRuns: () => buildTestRuns(...runs) });
    await card();
    runs = [buildTestRun({ id: 'f2', changelist: { id: 'c2', description: 'Another' } }), ...runs];
    page.emit({ uploads: [buildUpload({ id: 'u9', purpose: 'proof' })] });
    await screen.findByRole('listitem', { name: 'Test run of Another' });
  });
});

describe('a card', () => {
  it('names the draft, with a link to it, and says when and by whom it was launched', {
    tags: 'spec:test-run-card',
  }, async () => {
    open([buildTestRun()]);
    const run = within(await card());
    const link = run.getByRole('link', { name: 'My draft' });
    expect(link.getAttribute('href')).toBe('/app/acme/scripts/editor/c1/');
    expect(link.dataset['tip']).toBe('View Draft in Editor.');
    const facts = [...(await card()).querySelectorAll('dt')].map((term) => [
      term.textContent,
      term.nextElementSibling?.textContent,
    ]);
    expect(facts).toEqual([
      ['Created', expect.stringContaining('Nov 21')],
      ['Launched by', 'Dora'],
      ['Report Date', expect.stringContaining('Nov 20')],
      ['Flow ID', 'f1'],
    ]);
  });

  it('copies the Flow ID', { tags: 'spec:test-run-card' }, async () => {
    const page = open([buildTestRun()]);
    await page.user.click(within(await card()).getByRole('button', { name: 'Copy Flow ID f1' }));
    expect(await navigator.clipboard.readText()).toBe('f1');
  });

  it.each([
    ['Test Failed', { status: 'FATAL', failed: true }],
    ['Test Failing', { status: 'PROCESSING', failed: false }],
  ])('"%s" with the message of the first error event', { tags: 'spec:test-run-alert' }, async (title, state) => {
    const error = { severity: 'error', message: 'The source is gone.' };
    open([buildTestRun({ ...state, events: [{ severity: 'fatal', message: 'Nothing was processed.' }, error] })]);
    const alert = within(await card()).getByRole('note');
    expect(alert.textContent).toBe(`${title}The source is gone.Explain this failure`);
  });

  it('a card has no alert when the run was completed in spite of an error', async () => {
    open([buildTestRun({ events: [{ severity: 'error', message: 'Tried again.' }] })]);
    expect(within(await card()).queryByRole('note')).toBeNull();
  });

  it('shows how each upload differs from production', async () => {
    const outputs = [
      buildOutput(),
      buildOutput({ id: 'u2', name: 'same', difference: buildSame() }),
      buildOutput({ id: 'u3', name: 'fresh', difference: null }),
      buildOutput({ id: 'u4', name: 'waiting', difference: null, status: 'preparing' }),
    ];
    open([buildTestRun({ outputs })]);
    const uploads = within(await card()).getByRole('list', { name: /^Uploads of/ });
    expect(
      within(uploads)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      'daily1 changed, 1 added, 1 removed',
      'sameSame as production',
      'freshNothing in production to compare with',
      'waitingWaiting on processing',
    ]);
    expect(
      within(uploads)
        .getByRole('link', { name: /1 changed/ })
        .getAttribute('href'),
    ).toBe('/app/acme/scripts/tests?id=f1&currentTab=differences');
  });

  it('a card is archived after a question, and leaves the list', {
    tags: ['spec:test-run-buttons', 'spec:permission-archive-tests', 'spec:call-save-flow'],
  }, async () => {
    let runs: object[] = [buildTestRun()];
    const page = open([], {
      TestRuns: () => buildTestRuns(...runs),
      ArchiveTestRun: () => {
        runs = [];
        return { save_flow: { __typename: 'Flow', id: 'f1' } };
      },
    });
    within(await card()).getByRole('link', { name: 'View details of the test run of My draft' });
    await page.user.click(screen.getByRole('button', { name: 'Archive the test run of My draft' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Archive this test run?' }));
    const asked = page.sent('TestRuns').length;
    await page.user.click(dialog.getByRole('button', { name: 'Archive' }));
    await screen.findByText('Test run archived');
    await screen.findByText('Welcome to Test Runs!');
    expect(page.requests).toContainEqual({ operation: 'ArchiveTestRun', variables: { id: 'f1', archived: true } });
    await waitFor(() => expect(page.sent('TestRuns').length).toBeGreaterThan(asked));
  });

  it('stays when it cannot be archived', async () => {
    const refusal = { __typename: 'ConflictError', problem: 'Only test runs can be archived.' };
    const page = open([buildTestRun()], { ArchiveTestRun: () => ({ save_flow: refusal }) });
    await page.user.click(await screen.findByRole('button', { name: /^Archive/ }));
    await page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Archive' }));
    await screen.findByText('Only test runs can be archived.');
    await card();
  });

  it('a card has no Archive and Test again for people who may not develop scripts', {
    tags: 'spec:permission-archive-tests',
  }, async () => {
    open([buildTestRun()], {}, { session: { permissions: new Set(['view']) } });
    const run = within(await card());
    expect(run.queryByRole('button', { name: /^(Archive|Test again)/ })).toBeNull();
  });
});

describe('the drawer', () => {
  const details: Answers = {
    FlowDownloads: () => ({ flow_downloads: buildDownloads(buildDownload({ id: 'd1', name: 'ads' }))['downloads'] }),
    Uploads: () => buildUploads(buildUpload({ id: 'u1', name: 'daily', result_file: 'u1_result.csv.gz' })),
    TestRunEvents: () => buildEvents(buildEvent({ message: 'Dora launched a test run.' })),
    Flow: () => ({ flow: buildTestRun() }),
  };

  it('opens for the flow of the address, with a tab each', {
    tags: ['spec:test-runs-route', 'spec:test-run-tabs', 'spec:test-run-downloads'],
  }, async () => {
    const page = open([buildTestRun()], details, { path: 'scripts/tests?id=f1' });
    const drawer = within(await screen.findByRole('dialog', { name: 'Test run of My draft' }));
    expect(drawer.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Downloads',
      'Uploads',
      'Events',
      'Processing',
      'Differences',
    ]);
    const table = within(await drawer.findByRole('table', { name: 'Downloads of the test run' }));
    await table.findByRole('link', { name: 'ads' });
    expect(table.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Report Date',
      'Found',
      'Started',
      'Finished',
      'Description',
      'Status',
    ]);
    await page.user.click(drawer.getByRole('tab', { name: 'Uploads' }));
    await drawer.findByRole('button', { name: 'Download the result of daily' });
    expect(page.path()).toBe('scripts/tests?id=f1&currentTab=uploads');
    await page.user.click(drawer.getByRole('tab', { name: 'Events' }));
    await drawer.findByText('Dora launched a test run.');
  });

  it('the drawer is opened by "View details" and closed by Escape', { tags: 'spec:test-run-buttons' }, async () => {
    const page = open([buildTestRun()], details);
    await page.user.click(await screen.findByRole('link', { name: /^View details/ }));
    await screen.findByRole('dialog', { name: 'Test run of My draft' });
    expect(page.path()).toBe('scripts/tests?id=f1');
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(page.path()).toBe('scripts/tests'));
  });

  it.each([
    ['downloads', 'No Downloads'],
    ['processing', 'No Processing Data'],
    ['uploads', 'No uploads'],
    ['events', 'No Items'],
  ])(
    'the drawer has a tab %s that says "%s" while it is empty',
    { tags: ['spec:test-run-downloads', 'spec:test-run-processing'] },
    async (tab, text) => {
      open(
        [buildTestRun()],
        {
          ...details,
          FlowDownloads: () => ({ flow_downloads: buildDownloads()['downloads'] }),
          Uploads: () => buildUploads(),
          TestRunEvents: () => buildEvents(),
        },
        { path: `scripts/tests?id=f1&currentTab=${tab}` },
      );
      await screen.findByText(text);
    },
  );

  it('loads a test run that the list has not loaded', async () => {
    const older = buildTestRun({ id: 'f9', changelist: { id: 'c9', description: 'Old draft' } });
    open([buildTestRun()], { ...details, TestRun: () => ({ flow: older }) }, { path: 'scripts/tests?id=f9' });
    await screen.findByRole('dialog', { name: 'Test run of Old draft' });
  });

  it('closes with a message for a flow that is not a test run', async () => {
    const production = buildTestRun({ id: 'f9', purpose: 'production' });
    const page = open([buildTestRun()], { TestRun: () => ({ flow: production }) }, { path: 'scripts/tests?id=f9' });
    await screen.findByText('There was a problem processing the request. Contact support if the problem persist');
    await waitFor(() => expect(page.path()).toBe('scripts/tests'));
  });
});
