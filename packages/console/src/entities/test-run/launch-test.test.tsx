import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildTestRun, buildTestRuns } from '../../../test/build-test-run.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { type RenderedPage, renderPage } from '../../../test/render-page.tsx';
import { LaunchDraftTest } from './launch-draft-test.tsx';

beforeEach(() => localStorage.clear());

const upload = (name: string, test = false) => ({
  __typename: 'CompiledDeclaration',
  name,
  declaration_type: 'export',
  path: `ads/${name}.sbs`,
  test,
});
const DOWNLOAD = { ...upload('source'), declaration_type: 'import' };
const message = (type: string, text: string) => ({
  __typename: 'CompilationMessage',
  type,
  path: 'ads/a.sbs',
  line: 4,
  message: text,
});

const draft = (declarations: readonly object[], messages: readonly object[] = []): Answers => ({
  DraftToTest: () => ({
    changelist: {
      __typename: 'Changelist',
      id: 'c1',
      description: 'My draft',
      compilation_result: { __typename: 'CompilationResult', declarations, messages },
    },
  }),
});
const launched = (messages: readonly object[] = []): Answers => ({
  LaunchTest: () => ({
    save_changelist: {
      __typename: 'SaveChangelistOk',
      compilation_result: { __typename: 'CompilationResult', messages },
      flows: [{ __typename: 'Flow', id: 'f2' }],
    },
  }),
});

const events: string[] = [];
function open(answers: Answers): RenderedPage {
  events.length = 0;
  return renderPage({
    answers,
    element: (
      <LaunchDraftTest
        changelistId="c1"
        onLaunched={(ids) => events.push(`launched ${ids.join()}`)}
        onClose={() => events.push('closed')}
      />
    ),
  });
}
const dialog = () => screen.findByRole('dialog', { name: 'Launch Test' });
const box = (name: string): Promise<HTMLInputElement> => screen.findByRole('checkbox', { name });

describe('the dialog', () => {
  it('selects what the draft changes, before what was tested last', async () => {
    localStorage.setItem('selectedExports', JSON.stringify(['costs']));
    const impact = {
      __typename: 'PublishImpact',
      uploads: [
        { __typename: 'UploadImpact', name: 'orders', change: 'changed' },
        { __typename: 'UploadImpact', name: 'gone', change: 'removed' },
      ],
    };
    const page = open({
      ...draft([upload('costs'), upload('orders')]),
      PreviewPublish: () => ({ preview_publish: impact }),
    });
    await waitFor(async () => expect((await box('orders')).checked).toBe(true));
    expect((await box('costs')).checked).toBe(false);
    // What the person chooses stays.
    await page.user.click(await box('costs'));
    expect((await box('orders')).checked).toBe(true);
    expect((await box('costs')).checked).toBe(true);
  });

  it('offers the uploads of the draft, a search and all of what it finds', {
    tags: 'spec:test-launch-dialog',
  }, async () => {
    const page = open(draft([upload('orders'), DOWNLOAD, upload('orders_daily', true), upload('costs')]));
    await box('orders');
    const list = within(await dialog()).getByRole('list', { name: 'Uploads' });
    const names = () =>
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent);
    expect(names()).toEqual([
      'ordersads/orders.sbs',
      'orders_dailyto its test target · ads/orders_daily.sbs',
      'costsads/costs.sbs',
    ]);
    await page.user.type(screen.getByRole('searchbox', { name: 'Search uploads' }), 'ORD');
    expect(names()).toHaveLength(2);
    await page.user.click(await box('All'));
    screen.getByText('2 of 3 selected');
    await page.user.clear(screen.getByRole('searchbox'));
    expect((await box('All')).checked).toBe(false);
    expect((await box('costs')).checked).toBe(false);
    await page.user.click(await box('All'));
    await page.user.click(await box('All'));
    screen.getByText('0 of 3 selected');
  });

  it('launches nothing without an upload', { tags: 'spec:test-launch-required' }, async () => {
    const page = open({ ...draft([upload('orders'), upload('costs')]), ...launched() });
    await box('orders');
    screen.getByText('Choose at least one upload.');
    const button = screen.getByRole('button', { name: 'Test with existing downloads' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await page.user.click(button);
    expect(page.sent('LaunchTest')).toEqual([]);
  });

  it('the dialog has the only upload selected', { tags: 'spec:test-launch-preselected' }, async () => {
    open(draft([DOWNLOAD, upload('orders')]));
    expect((await box('orders')).checked).toBe(true);
  });

  it.each([
    ['Test with existing downloads', false],
    ['Test with new downloads', true],
  ])('launches by "%s"', { tags: ['spec:test-launch-buttons', 'spec:test-launch-success'] }, async (name, fetchNew) => {
    const page = open({ ...draft([upload('orders'), upload('costs')]), ...launched() });
    await page.user.click(await box('costs'));
    await page.user.click(screen.getByRole('button', { name }));
    await screen.findByText('Draft Saved and Tests Started');
    expect(page.sent('LaunchTest')).toEqual([
      { changelist_id: 'c1', test_exports: ['costs'], fetch_new_downloads: fetchNew },
    ]);
    await waitFor(() => expect(events).toEqual(['launched f2', 'closed']));
  });

  it('selects what was tested last', { tags: 'spec:test-launch-selected' }, async () => {
    localStorage.setItem('selectedExports', '["costs","gone"]');
    const page = open({ ...draft([upload('orders'), upload('costs')]), ...launched() });
    expect((await box('costs')).checked).toBe(true);
    await page.user.click(await box('orders'));
    await page.user.click(screen.getByRole('button', { name: 'Test with existing downloads' }));
    await waitFor(() => expect(events).toContain('closed'));
    expect(localStorage.getItem('selectedExports')).toBe('["orders","costs"]');
  });
});

describe('the outcome', () => {
  const launchWith = async (answers: Answers): Promise<RenderedPage> => {
    const page = open({ ...draft([upload('orders')]), ...answers });
    await box('orders');
    await page.user.click(screen.getByRole('button', { name: 'Test with existing downloads' }));
    return page;
  };

  it('mentions warnings', { tags: 'spec:test-launch-success' }, async () => {
    await launchWith(launched([message('warning', 'Column x is never used.')]));
    await screen.findByText('Draft Saved and Tests Started with some warnings.');
  });

  it('the outcome is a text when the request did not arrive, and the dialog stays', {
    tags: 'spec:test-launch-failed',
  }, async () => {
    await launchWith({ LaunchTest: () => new Error('The network is away.') });
    await screen.findByText(/^There was a problem testing the Draft\./);
    await dialog();
    expect(events).toEqual([]);
  });

  it('the outcome is the reason of a refusal', async () => {
    const refusal = { __typename: 'ConflictError', problem: 'The draft has no upload orders.' };
    await launchWith({ LaunchTest: () => ({ save_changelist: refusal }) });
    await screen.findByText('The draft has no upload orders.');
    expect(events).toEqual([]);
  });

  it('names the errors that the draft has got meanwhile', { tags: 'spec:test-launch-blocked' }, async () => {
    const refusal = { __typename: 'CompilationErrors', problem: 'Fix Validation Errors.' };
    await launchWith({ LaunchTest: () => ({ save_changelist: refusal }) });
    await screen.findByText('Cannot initiate Test - Fix Validation Errors.');
  });
});

it('a draft with errors cannot be tested', { tags: 'spec:test-launch-blocked' }, async () => {
  open(draft([upload('orders')], [message('error', 'Table x does not exist.'), message('warning', 'Unused.')]));
  await screen.findByText('Cannot initiate Test - Fix Validation Errors.');
  screen.getByText('ads/a.sbs:4 Table x does not exist.');
  expect(screen.queryByText(/Unused/)).toBeNull();
  expect(screen.queryByRole('button', { name: /^Test with/ })).toBeNull();
});

it('a draft that does not exist says so', async () => {
  open({ DraftToTest: () => ({ changelist: null }) });
  await screen.findByText('No data returned for changelist: c1');
});

describe('"Test again"', () => {
  const session = { permissions: new Set(['view', 'develop-scripts'] as const) };

  it('opens the dialog with the uploads of the run', async () => {
    const page = renderPage({
      path: 'scripts/tests',
      session,
      answers: { TestRuns: () => buildTestRuns(buildTestRun()), ...draft([upload('daily'), upload('costs')]) },
    });
    await page.user.click(await screen.findByRole('button', { name: 'Test again: My draft' }));
    expect((await box('daily')).checked).toBe(true);
    expect((await box('costs')).checked).toBe(false);
  });

  it('does nothing for a draft that is published or archived, and says why', async () => {
    const page = renderPage({
      path: 'scripts/tests',
      session,
      answers: { TestRuns: () => buildTestRuns(buildTestRun({ changelist: { status: 'archived' } })) },
    });
    const button = await screen.findByRole('button', { name: 'Test again: My draft' });
    expect(button.dataset['tip']).toBe('You cannot edit published or archived drafts');
    await page.user.click(button);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
