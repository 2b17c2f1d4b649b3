import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildAnswer, buildDownload } from '../../../test/build-rows.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { dayVerdicts } from './day-verdicts.ts';

const typed = (name: string, values: object) => ({ __typename: name, ...values });
const NODE = { id: 's1', bundle_name: 'orders', project: 'shop', status: 'active' };
const amount = typed('VolumeAmount', { rows: 0, bytes: 0 });
const SOURCE = typed('SourceBundle', {
  ...NODE,
  scheduling: null,
  tables: [
    typed('SourceBundleTable', {
      id: 'orders/orders',
      name: 'orders',
      changelist_id: 'v7',
      path: 'shop/orders.sbs',
      line: 12,
      volume: typed('TableVolume', { production: amount, refill: amount, backfill: amount, proof: amount }),
      exports: [],
    }),
  ],
});
const USUAL = {
  day: '2026-11-20',
  rows: 1000,
  bytes: 2000,
  arrived: '2026-11-21T03:00:00.000Z',
  compared: 4,
  rows_low: 650,
  rows_high: 1538.4,
  rows_verdict: 'usual',
  bytes_verdict: 'usual',
  expected_by: '2026-11-21T04:00:00.000Z',
  arrival_verdict: 'usual',
};
const difference = (text: string, patch: object = {}) =>
  typed('ColumnChange', { kind: 'added', column: 'x', cause: 'source', text, uploads: [], ...patch });
const delivered = (patch: object = {}) =>
  typed('DeliveredColumns', {
    id: 'orders/orders',
    since: '2026-11-01T03:00:00.000Z',
    revision: 4,
    contract_on: null,
    contract_by: null,
    columns: [
      typed('DeliveredColumn', { name: 'id', type: 'integer', nullable: false, use: 'declared', uploads: ['daily'] }),
      typed('DeliveredColumn', { name: 'note', type: null, nullable: null, use: 'ignored', uploads: [] }),
    ],
    deviations: [],
    ...patch,
  });
const qualityOf = (columns: object | null, days: readonly object[] = [USUAL]) => ({
  sbs_schema: typed('SourceBundle', {
    ...NODE,
    days: days.map((day) => typed('SourceDay', day)),
    tables: [typed('SourceBundleTable', { id: 'orders/orders', name: 'orders', delivered: columns })],
  }),
});
const CHANGE = typed('SchemaChange', {
  id: 'c1',
  created: '2026-11-20T03:00:00.000Z',
  table: 'orders',
  report_datetime: typed('ReportDatetime', { iso: '2026-11-19T00:00:00.000Z' }),
  row_count: 1200,
  script: 'Add region',
  published_on: '2026-11-18T10:00:00.000Z',
  published_by: typed('Person', { id: 'p1', name: 'Dora' }),
  changes: [
    difference('removed `cost`', { kind: 'removed', column: 'cost', uploads: ['daily'] }),
    difference('`region` from ignored to declared', { kind: 'use', column: 'region', cause: 'script' }),
  ],
  dirty: [typed('ColumnDirtyRows', { column: 'id', reason: 'not an integer', rows: 30 })],
});
const ANSWERS: Answers = {
  ReportImports: () => buildAnswer('source_bundles', 'SourceBundleConnection', [typed('SourceBundle', NODE)]),
  SourceReport: () => buildAnswer('source_bundles', 'SourceBundleConnection', [SOURCE]),
  SourceQuality: () => qualityOf(delivered()),
  SchemaChanges: () => buildAnswer('schema_changes', 'SchemaChangeConnection', [CHANGE]),
};
const CHOSEN = 'reports/source?file=shop&name=orders';
const open = (
  answers: Answers = {},
  path = CHOSEN,
  permissions = ['view', 'list-accounts', 'manage-pipelines'] as const,
) => renderPage({ path, answers: { ...ANSWERS, ...answers }, session: { permissions: new Set(permissions) } });
const deliveries = async () => within(await screen.findByRole('listitem', { name: 'Deliveries of orders' }));
const cells = (row: HTMLElement) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent);

describe('what a source delivers', () => {
  it('what a source delivers is shown for a chosen import, to which its card leads', async () => {
    const page = open({}, 'reports/source?file=shop');
    await page.user.click(await screen.findByRole('link', { name: 'Columns, volume and arrival' }));
    await (await deliveries()).findByRole('table', { name: 'Volume and arrival of orders' });
    expect(page.path()).toBe(CHOSEN);
    expect(screen.queryByRole('link', { name: 'Columns, volume and arrival' })).toBeNull();
  });

  it('what a source delivers has the last days beside what is usual', async () => {
    open({
      SourceQuality: () =>
        qualityOf(delivered(), [USUAL, { ...USUAL, day: '2026-11-19', rows: 400, rows_verdict: 'low' }]),
    });
    const table = await (await deliveries()).findByRole('table', { name: 'Volume and arrival of orders' });
    const rows = within(table).getAllByRole('row').map(cells);
    expect(rows[0]).toEqual(['Day', 'Rows', 'Usual rows', 'Bytes', 'Arrived', 'Usually by', 'Assessment']);
    expect([rows[1]?.[0], rows[1]?.[2], rows[1]?.[6]]).toEqual(['2026-11-20', '650 to 1.5k', 'As usual']);
    expect([rows[2]?.[1], rows[2]?.[6]]).toEqual(['400', 'Fewer rows than usual']);
  });

  it.each([
    [{ compared: 2 }, ['Not judged: 2 of 3 days to compare']],
    [{ rows_verdict: 'high' }, ['More rows than usual']],
    [{ bytes_verdict: 'low' }, ['Fewer bytes than usual']],
    [{ rows_verdict: 'low', bytes_verdict: 'low' }, ['Fewer rows than usual']],
    [{ rows: null, rows_verdict: 'unknown', bytes_verdict: 'unknown', arrival_verdict: 'missing' }, ['Missing']],
    [{ rows: null, rows_verdict: 'unknown', bytes_verdict: 'unknown', arrival_verdict: 'expected' }, ['Expected']],
    [{ rows_verdict: 'low', arrival_verdict: 'late' }, ['Late', 'Fewer rows than usual']],
    [{ rows_verdict: 'unfinished', bytes_verdict: 'unfinished' }, ['Day not over']],
    [{}, ['As usual']],
  ])('judges %j', (patch, expected) => {
    expect(dayVerdicts({ ...USUAL, ...patch }).map(({ label }) => label)).toEqual(expected);
  });

  it('what a source delivers has the delivered columns and the uploads that read them', async () => {
    open();
    const table = await (await deliveries()).findByRole('table', { name: 'Delivered columns of orders' });
    expect(within(table).getAllByRole('row').map(cells)).toEqual([
      ['Column', 'Type', 'Use', 'Read by'],
      ['id', 'integer not null', 'declared', 'daily'],
      ['note', 'unknown', 'ignored', '—'],
    ]);
  });

  it('what a source delivers has the changes of columns, what read them and who published the script', async () => {
    open();
    const found = await deliveries();
    await found.findByText('removed `cost`', { exact: false });
    const text = (await found.findByRole('region', { name: 'Changes of columns' })).textContent;
    expect(text).toContain('orders · report date 2026-11-19');
    expect(text).toContain('read by daily');
    expect(text).toContain('Script “Add region”, published by Dora');
    expect(text).toContain('Dirty rows of 1,200: 30 id: not an integer');
  });

  it('says when nothing was recorded', async () => {
    open({
      SourceQuality: () => qualityOf(null),
      SchemaChanges: () => buildAnswer('schema_changes', 'SchemaChangeConnection', []),
    });
    await (await deliveries()).findByText('Nothing has been downloaded since columns are recorded');
    await (await deliveries()).findByText('None since the first download');
  });

  it('shows failures with Retry, which reads again', async () => {
    let isUp = false;
    const page = open({
      SourceQuality: () => (isUp ? qualityOf(delivered()) : new Error('Unknown server error.')),
    });
    const retry = await (await deliveries()).findByRole('button', { name: 'Retry' });
    isUp = true;
    await page.user.click(retry);
    await (await deliveries()).findByText('Columns of orders');
  });

  it('what a source delivers is read again when downloads change, and stays when that fails', async () => {
    let answer: () => object = () => qualityOf(null);
    const page = open({ SourceQuality: () => answer() });
    await (await deliveries()).findByText('Nothing has been downloaded since columns are recorded');
    answer = () => qualityOf(delivered());
    page.emit({ downloads: [buildDownload()] });
    await (await deliveries()).findByText('No contract');
    answer = () => new Error('Unknown server error.');
    const asked = () => page.sent('SourceQuality').length;
    page.emit({ downloads: [buildDownload()] });
    await waitFor(() => expect(asked()).toBe(3));
    await (await deliveries()).findByText('No contract');
  });
});

describe('a contract', () => {
  it('a contract is accepted for the revision that the person has seen', async () => {
    const accepted = delivered({
      revision: 5,
      contract_on: '2026-11-21T10:00:00.000Z',
      contract_by: typed('Person', { id: 'p2', name: 'Olivia' }),
    });
    const page = open({ SaveSourceContract: () => ({ save_source_contract: accepted }) });
    const found = await deliveries();
    await found.findByText('No contract');
    await page.user.click(found.getByRole('button', { name: 'Accept as contract' }));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText(/^The 2 columns that orders was delivered with last become its contract/);
    await page.user.click(dialog.getByRole('button', { name: 'Accept' }));
    await found.findByText('Contract kept');
    found.getByText(/accepted by Olivia/);
    expect(page.sent('SaveSourceContract')[0]).toEqual({
      source: 'orders',
      table: 'orders',
      revision: 4,
      action: 'accept',
    });
  });

  it('names the deviations when it is broken, and can be accepted again or removed', async () => {
    const broken = delivered({
      contract_on: '2026-11-10T10:00:00.000Z',
      deviations: [difference('removed `cost`', { uploads: ['daily'] })],
    });
    const conflict = typed('ConflictError', {
      message: 'The columns have changed meanwhile. Check them, then try again.',
    });
    const page = open({
      SourceQuality: () => qualityOf(broken),
      SaveSourceContract: () => ({ save_source_contract: conflict }),
    });
    const found = await deliveries();
    await found.findByText('Contract broken');
    const deviations = await found.findByRole('list', { name: 'Deviations of orders' });
    expect(deviations.textContent).toBe('removed `cost` · read by daily');
    found.getByRole('button', { name: 'Accept these columns' });
    await page.user.click(found.getByRole('button', { name: 'Remove contract' }));
    const dialog = within(await screen.findByRole('dialog'));
    await page.user.click(dialog.getByRole('button', { name: 'Remove' }));
    await screen.findByText('The columns have changed meanwhile. Check them, then try again.');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeNull());
  });

  it('a contract is changed only by people who manage pipelines', async () => {
    renderPage({ path: CHOSEN, answers: ANSWERS, session: { permissions: new Set(['view', 'list-accounts']) } });
    const found = await deliveries();
    await found.findByText('No contract');
    expect(found.queryByRole('button', { name: 'Accept as contract' })).toBeNull();
  });
});
