import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  buildDifference,
  buildOutput,
  buildRows,
  buildSame,
  buildTestRun,
  buildTestRuns,
} from '../../../../test/build-test-run.ts';
import { type RenderedPage, renderPage } from '../../../../test/render-page.tsx';

function open(...outputs: readonly object[]): RenderedPage {
  const run = buildTestRun({ outputs });
  return renderPage({
    path: 'scripts/tests?id=f1&currentTab=differences',
    answers: { TestRuns: () => buildTestRuns(run), TestRunDifferences: () => ({ flow: run }) },
  });
}
const section = (name: string): Promise<HTMLElement> => screen.findByRole('region', { name });
const cells = (row: HTMLElement): (string | null)[] => [...row.children].map((cell) => cell.textContent);

describe('the differences of an upload', () => {
  it('the differences of an upload are counted, with what happened to its columns', async () => {
    const columns = {
      columns_added: [{ __typename: 'DifferentColumn', name: 'mark', type: 'string' }],
      columns_removed: [{ __typename: 'DifferentColumn', name: 'day', type: 'date' }],
      columns_retyped: [{ __typename: 'RetypedColumn', name: 'clicks', before: 'integer', after: 'float' }],
    };
    open(buildOutput({ difference: buildDifference({ rows_before: 5, rows_after: 6, ...columns }) }));
    const daily = await section('daily');
    within(daily).getByText('6 rows in the test run, 5 in production. Rows are matched by site.');
    const counts = [...daily.querySelectorAll('dl > div')].map((count) => count.textContent);
    expect(counts).toEqual(['changed1', 'added1', 'removed1', 'the same4']);
    const changes = within(within(daily).getByRole('list', { name: 'Columns' })).getAllByRole('listitem');
    expect(changes.map((change) => change.textContent)).toEqual([
      'clicks differs in 1 row',
      'mark is added: string',
      'day is removed: date',
      'clicks is float instead of integer',
    ]);
  });

  it('the differences of an upload are a table of rows: keys and changed columns first, production’s value beside the new one', async () => {
    const columns = ['clicks', 'cost', 'site'];
    const difference = buildDifference({
      columns,
      columns_changed: [{ __typename: 'ChangedColumn', name: 'cost', rows: 1 }],
      added: buildRows(1, [['9', '', 'new']]),
      removed: buildRows(1, [['1', null, 'gone']]),
      changed: {
        __typename: 'ChangedRows',
        rows: 1,
        sample: [{ __typename: 'ChangedRow', before: ['1', '2', 'a'], after: ['1', null, 'a'], columns: ['cost'] }],
      },
    });
    const page = open(buildOutput({ difference }));
    const table = within(await section('Differences of daily')).getByRole('table');
    expect(within(table).getAllByRole('row').map(cells)).toEqual([
      ['Change', 'site', 'cost', 'clicks'],
      ['~Changed', 'a', 'in production 2→in the test run null', '1'],
      ['+Added', 'new', 'empty', '9'],
      ['−Removed', 'gone', 'null', '1'],
    ]);
    screen.getByText('3 differences');
    await page.user.click(screen.getByRole('radio', { name: 'Removed' }));
    expect(within(table).getAllByRole('row').slice(1).map(cells)).toEqual([['−Removed', 'gone', 'null', '1']]);
    await page.user.click(screen.getByRole('checkbox', { name: 'Only columns that changed' }));
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((header) => header.textContent),
    ).toEqual(['Change', 'site', 'cost']);
  });

  it('beyond those that are shown are counted', async () => {
    const sample = Array.from({ length: 60 }, (_, index) => [String(index), `site ${index}`]);
    const difference = buildDifference({
      added: buildRows(4990, sample),
      removed: buildRows(0),
      changed: { __typename: 'ChangedRows', rows: 0, sample: [] },
    });
    const page = open(buildOutput({ difference }));
    const table = within(await section('Differences of daily')).getByRole('table');
    screen.getByText('First 60 of 4,990 differences');
    expect(within(table).getAllByRole('row')).toHaveLength(51);
    await page.user.click(screen.getByRole('button', { name: 'Show all 60 rows' }));
    expect(within(table).getAllByRole('row')).toHaveLength(61);
  });

  it('the differences of an upload are none where the results are the same', async () => {
    open(buildOutput({ difference: buildSame() }));
    await screen.findByText('Same as production.');
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('the differences of an upload are not known without a result on each side', async () => {
    const failed = buildDifference({ failure: 'It is gone.' });
    open(
      buildOutput({ id: 'u1', name: 'fresh', difference: null }),
      buildOutput({ id: 'u2', name: 'failed', difference: null, status: 'failed' }),
      buildOutput({ id: 'u3', name: 'broken', difference: failed }),
    );
    within(await section('fresh')).getByText(/^Production has delivered nothing for this report date/);
    within(await section('failed')).getByText(/The test run has no result to compare\./);
    within(await section('broken')).getByText('It is gone.');
  });
});

it('says why the differences could not be loaded, and loads them again on Retry', async () => {
  const run = buildTestRun();
  let isDown = true;
  const page = renderPage({
    path: 'scripts/tests?id=f1&currentTab=differences',
    answers: {
      TestRuns: () => buildTestRuns(run),
      TestRunDifferences: () => (isDown ? new Error('The database is away.') : { flow: run }),
    },
  });
  await screen.findByText('The database is away.');
  isDown = false;
  await page.user.click(screen.getByRole('button', { name: 'Retry' }));
  await section('Differences of daily');
});
