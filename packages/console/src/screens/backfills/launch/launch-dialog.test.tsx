import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  buildBackfill,
  buildBackfills,
  buildImportBundles,
  buildPreview,
  buildUploadNames,
} from '../../../../test/build-backfill.ts';
import type { Answers } from '../../../../test/graphql-server.ts';
import { type RenderedPage, renderPage } from '../../../../test/render-page.tsx';
import { fill } from '../../../../test/setup-user.ts';

const OTHER = { id: 'b9', title: 'costs in progress' };
const ANSWERS: Answers = {
  UploadNames: buildUploadNames,
  ImportBundles: buildImportBundles,
  Backfills: () => buildBackfills(),
  PreviewBackfill: (asked) => buildPreview(asked),
  LaunchBackfill: () => ({ launch_backfill: buildBackfill() }),
};

async function open(answers: Answers = ANSWERS): Promise<RenderedPage> {
  const session = { permissions: new Set(['view', 'backfills'] as const) };
  const page = renderPage({ path: 'backfills/list', answers, session });
  await page.user.click(await screen.findByRole('button', { name: 'Backfill' }));
  await screen.findByRole('dialog', { name: 'Launch a backfill' });
  return page;
}
const button = (name: string): HTMLButtonElement => screen.getByRole('button', { name });
const progress = (): number | undefined =>
  screen.getByRole<HTMLProgressElement>('progressbar', { name: /^Step/ }).value;

async function choose(page: RenderedPage, upload: string): Promise<void> {
  await page.user.click(screen.getByPlaceholderText('Choose an upload'));
  await page.user.click(await screen.findByRole('option', { name: upload }));
}

async function review(page: RenderedPage): Promise<void> {
  await choose(page, 'costs');
  await page.user.click(button('Next'));
  await screen.findByRole('heading', { name: 'Review Backfill' });
}

describe('the dialog that launches a backfill', () => {
  it('the dialog that launches a backfill has three steps with their headings, buttons and progress', {
    tags: [
      'spec:backfills-create',
      'spec:backfill-progress',
      'spec:backfill-step-upload',
      'spec:backfill-step-connections',
      'spec:backfill-step-review',
      'spec:backfill-buttons',
      'spec:backfill-next-disabled',
      'spec:call-upload-names',
      'spec:call-import-bundles',
    ],
  }, async () => {
    const page = await open();
    screen.getByRole('heading', { name: 'Choose a date range and an upload.' });
    expect(progress()).toBeCloseTo(100 / 3);
    expect(button('Next').disabled).toBe(true);
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
    expect(page.requests).toContainEqual({ operation: 'UploadNames', variables: { first: 1000 } });
    expect(page.requests).toContainEqual({ operation: 'ImportBundles', variables: { first: 1000 } });
    await choose(page, 'orders');
    await page.user.click(button('Next'));

    await screen.findByRole('heading', { name: 'Make additional selections' });
    expect(progress()).toBeCloseTo(200 / 3);
    screen.getByRole('button', { name: 'Full screen' });
    await page.user.click(screen.getByText('List'));
    const diagram = within(await screen.findByRole('list', { name: 'Connections' }));
    await page.user.click(diagram.getByRole('button', { name: /^orders Upload/, pressed: true }));
    screen.getByText('0 of 2 uploads');
    expect(button('Next').disabled).toBe(true);
    await page.user.click(diagram.getByRole('button', { name: /^orders Download/ }));
    screen.getByText('2 of 2 uploads');
    await page.user.click(button('Next'));

    await screen.findByRole('heading', { name: 'Review Backfill' });
    expect(progress()).toBe(100);
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('orders and others');
    button('Launch');
    await page.user.click(button('Back'));
    await screen.findByRole('heading', { name: 'Make additional selections' });
  });

  it('skips the diagram for an upload that is connected with no other', {
    tags: 'spec:backfill-skip-rule',
  }, async () => {
    const page = await open();
    await review(page);
    await page.user.click(button('Back'));
    await screen.findByRole('heading', { name: 'Choose a date range and an upload.' });
  });

  it('launches, says so, closes and reads the list again', {
    tags: [
      'spec:backfill-launch-closes',
      'spec:call-launch-backfill',
      'spec:call-launch-result',
      'spec:backfill-default-name',
      'spec:backfill-toasts',
      'spec:backfill-description-limit',
    ],
  }, async () => {
    const page = await open();
    await review(page);
    const name = screen.getByLabelText<HTMLInputElement>(/^Name/);
    expect(name.value).toBe('costs');
    await page.user.clear(name);
    await fill(page.user, name, 'October');
    screen.getByText('4,000 characters remaining');
    await fill(page.user, screen.getByLabelText('Description'), 'Why');
    screen.getByText('3,997 characters remaining');
    await page.user.click(button('Launch'));
    await screen.findByText('Backfill launched');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [sent] = page.sent('LaunchBackfill');
    expect(sent).toMatchObject({ upload_names: ['costs'], title: 'October', description: 'Why' });
    expect(sent?.['start_datetime']).toMatch(/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/);
    expect(sent?.['end_datetime']).toMatch(/^\d{4}-\d\d-\d\dT23:59:59\.000Z$/);
    await waitFor(() => expect(page.sent('Backfills')).toHaveLength(2));
  });

  it('does not launch without a name', {
    tags: ['spec:backfill-title-required', 'spec:backfill-next-disabled'],
  }, async () => {
    const page = await open();
    await review(page);
    await page.user.clear(screen.getByLabelText(/^Name/));
    screen.getByText('Backfill must have a name');
    expect(button('Launch').disabled).toBe(true);
  });

  it.each([
    ['a null answer', () => ({ launch_backfill: null })],
    ['a network error', () => new Error('The database is away.')],
  ])(
    'says what to do after %s',
    {
      tags: ['spec:backfill-other-error', 'spec:backfill-launch-errors', 'spec:backfill-next-disabled'],
    },
    async (_case, answer) => {
      const page = await open({ ...ANSWERS, LaunchBackfill: answer });
      await review(page);
      await page.user.click(button('Launch'));
      await screen.findByText('There was an error while processing the backfill');
      screen.getByText('Please go back and try again');
      expect(button('Launch').disabled).toBe(true);
      await page.user.click(button('Back'));
      await page.user.click(button('Next'));
      expect(button('Launch').disabled).toBe(false);
    },
  );

  it('links backfills that are in conflict, those of the preview before the launch', {
    tags: ['spec:backfill-conflicts', 'spec:backfill-launch-errors', 'spec:call-launch-result'],
  }, async () => {
    const conflicting_backfills = [{ __typename: 'ConflictingBackfill', ...OTHER }];
    const launched = await open({
      ...ANSWERS,
      LaunchBackfill: () => ({
        launch_backfill: { __typename: 'ConflictingBackfillsError', conflicting_backfills },
      }),
    });
    await review(launched);
    await launched.user.click(button('Launch'));
    const text = 'We found one or more conflicting backfill in progress. Click below to view.';
    await screen.findByText(text);
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: OTHER.title });
    expect(link.getAttribute('href')).toMatch(/\/backfills\/details\/b9\?backfillName=costs\+in\+progress/);
    expect(button('Launch').disabled).toBe(true);
    launched.unmount();

    const previewed = await open({
      ...ANSWERS,
      PreviewBackfill: (asked) => buildPreview(asked, { conflicts: [OTHER] }),
    });
    await review(previewed);
    await screen.findByText(text);
    await waitFor(() => expect(button('Launch').disabled).toBe(true));
  });

  it('shows the days of the preview with what is done', async () => {
    const page = await open();
    await review(page);
    const preview = within(await screen.findByRole('region', { name: 'Preview' }));
    preview.getByText('2 runs, 2 downloads, 2 uploads');
    expect(
      within(preview.getByRole('list', { name: 'Uploads by outcome' }))
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Create 1', 'Already good 1', 'Skip 0', 'Conflict 0']);
    preview.getByText('Expected by earlier runs: 2,400 rows, 5 min if run one at a time.');
    expect(preview.getAllByText('3 min')).toHaveLength(2);
  });

  it('the dialog that launches a backfill cannot be gone through before the imports have loaded, and says when they could not be', {
    tags: ['spec:backfill-launch-enabled', 'spec:backfill-toasts'],
  }, async () => {
    let isAway = true;
    const page = await open({
      ...ANSWERS,
      ImportBundles: () => (isAway ? new Error('The database is away.') : buildImportBundles()),
    });
    await screen.findByText('Error fetching data');
    expect(button('Next').disabled).toBe(true);
    isAway = false;
    await page.user.click(button('Retry'));
    await review(page);
  });

  it('requires an upload, and 30 report dates at most', {
    tags: ['spec:backfill-import-required', 'spec:backfill-range-limit', 'spec:backfill-dates-clamped'],
  }, async () => {
    const page = await open();
    await page.user.click(screen.getByPlaceholderText('Choose an upload'));
    await page.user.click(screen.getByRole('heading', { name: 'Choose a date range and an upload.' }));
    await screen.findByText('Select an Import.');
    await choose(page, 'costs');
    const first = screen.getByLabelText<HTMLInputElement>('First report date');
    const last = screen.getByLabelText<HTMLInputElement>('Last report date');
    await page.user.clear(first);
    await fill(page.user, first, '2020-01-01');
    await screen.findByText('Max Date Range is 30 days.');
    expect(button('Next').disabled).toBe(true);
    await page.user.clear(last);
    await fill(page.user, last, '2999-01-01');
    await page.user.tab();
    await waitFor(() => expect(last.value).toBe(new Date().toISOString().slice(0, 10)));
    await page.user.clear(first);
    await fill(page.user, first, '2999-01-01');
    await page.user.tab();
    await waitFor(() => expect(first.value).toBe(last.value));
    expect(button('Next').disabled).toBe(false);
  });
});
