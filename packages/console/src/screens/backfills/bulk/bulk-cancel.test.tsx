import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildBackfill, buildBackfills } from '../../../../test/build-backfill.ts';
import type { Answers } from '../../../../test/graphql-server.ts';
import { type RenderedPage, renderPage, rowOf } from '../../../../test/render-page.tsx';

const running = buildBackfill();
const preparing = buildBackfill({ id: 'b2', title: 'costs again', status: 'preparing', total_pipelines: 0 });
const over = buildBackfill({ id: 'b3', title: 'costs of October', status: 'completed', succeeded_pipelines: 9 });
const ROWS = [running, preparing, over];
const MAY = { permissions: new Set(['view', 'backfills'] as const) };

const typed = <Values extends object>(__typename: string, values: Values) => ({ __typename, ...values });
const found = (backfills: readonly object[], missing = 0) => ({
  backfills_to_cancel: typed('BackfillsToCancel', { backfills, missing }),
});
const result = (backfill: { readonly id: string }, outcome: string, message: string | null = null) =>
  typed('BackfillCancelResult', {
    backfill_id: backfill.id,
    outcome,
    message,
    backfill: { ...backfill, status: outcome === 'ok' ? 'cancelled' : 'completed' },
  });
const answered = (...results: readonly object[]) => ({ cancel_backfills: typed('CancelBackfillsResult', { results }) });

const open = (answers: Answers = {}) =>
  renderPage({
    path: 'backfills/list',
    answers: { Backfills: () => buildBackfills(...ROWS), BackfillsToCancel: () => found(ROWS), ...answers },
    session: MAY,
  });

async function ask(page: RenderedPage): Promise<HTMLElement> {
  for (const { title } of ROWS) await page.user.click(await screen.findByRole('checkbox', { name: `Select ${title}` }));
  await page.user.click(await screen.findByRole('button', { name: 'Cancel backfills' }));
  return screen.findByRole('dialog', { name: 'Do you want to cancel 3 backfills?' });
}

it('says what each backfill would stop and what is over, then cancels those in progress in one call', async () => {
  const page = open({ CancelBackfills: () => answered(result(running, 'ok'), result(preparing, 'ok')) });
  const dialog = within(await ask(page));
  const stopped = within(await dialog.findByRole('region', { name: 'Will be cancelled' }));
  stopped.getByRole('heading', { name: '2 backfills will be cancelled' });
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Cancel' })));
  expect(stopped.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'orders again: 6 runs of 9 stop; 3 succeeded and what they delivered stays.',
    'costs again: Still preparing; none of its runs goes on.',
  ]);
  const left = within(dialog.getByRole('region', { name: 'Already over' }));
  expect(left.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['costs of October: Completed']);
  await page.user.click(dialog.getByRole('button', { name: 'Confirm' }));
  await screen.findByText('2 backfills cancelled');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(page.sent('CancelBackfills')).toEqual([{ backfill_ids: ['b1', 'b2'] }]);
  expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
});

it('shows the result of each when not all were cancelled', async () => {
  const problem = 'The backfill is over, so it cannot be cancelled.';
  const page = open({ CancelBackfills: () => answered(result(running, 'finished', problem), result(preparing, 'ok')) });
  const dialog = within(await ask(page));
  await page.user.click(await dialog.findByRole('button', { name: 'Confirm' }));
  const results = within(await screen.findByRole('list', { name: 'Result of each backfill' }));
  expect(results.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    `orders again: ${problem}`,
    'costs again: Cancelled',
  ]);
  await page.user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('keeps the question after a failure and asks again what is over', async () => {
  let asked = 0;
  const page = open({
    BackfillsToCancel: () => {
      asked += 1;
      return found(asked === 1 ? ROWS : [preparing, over], asked === 1 ? 0 : 1);
    },
    CancelBackfills: () => new Error('The database is away.'),
  });
  const dialog = within(await ask(page));
  await page.user.click(await dialog.findByRole('button', { name: 'Confirm' }));
  await screen.findByText(/Error cancelling backfills: The database is away\./);
  await dialog.findByRole('heading', { name: '1 backfill will be cancelled' });
  dialog.getByText('1 backfill could not be found.');
});

it('offers nothing to confirm when all backfills are over', async () => {
  const page = open({ BackfillsToCancel: () => found([over]) });
  const dialog = within(await ask(page));
  await dialog.findByText('Nothing would change: only a backfill in progress can be cancelled.');
  expect(dialog.queryByRole('button', { name: 'Confirm' })).toBeNull();
});

it('forgets the selection when the filters change', async () => {
  const page = open();
  await page.user.click(await screen.findByRole('checkbox', { name: 'Select orders again' }));
  await screen.findByText('1 backfill selected');
  await page.user.click(screen.getByRole('button', { name: 'Filter by Status' }));
  await page.user.click(await screen.findByRole('checkbox', { name: 'Running' }));
  await waitFor(() => expect(screen.queryByText('1 backfill selected')).toBeNull());
  await rowOf('orders again');
});
