import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildAnswer } from '../../../test/build-rows.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { type RenderedPage, renderPage } from '../../../test/render-page.tsx';

const typed = (name: string, values: object) => ({ __typename: name, ...values });
const amount = (rows: number) => typed('VolumeAmount', { rows, bytes: rows * 1_000 });
const NODE = { id: 's1', bundle_name: 'orders', project: 'shop', status: 'active' };
const TABLE = { id: 'orders/orders', name: 'orders', changelist_id: 'v7', path: 'shop/orders.sbs', line: 12 };

const IMPORTS = buildAnswer('source_bundles', 'SourceBundleConnection', [
  typed('SourceBundle', NODE),
  typed('SourceBundle', { ...NODE, id: 's2', bundle_name: 'returns' }),
  typed('SourceBundle', { ...NODE, id: 's3', bundle_name: 'legacy', status: 'suspended' }),
]);
const SOURCE = typed('SourceBundle', {
  ...NODE,
  scheduling: typed('SourceScheduling', {
    period_hours: null,
    hour_of_day: [6],
    day_of_week: ['monday'],
    day_of_month: [],
    delay_hours: null,
    timezone: 'UTC',
    repull_days: [1, 2, 3],
  }),
  tables: [
    typed('SourceBundleTable', {
      ...TABLE,
      volume: typed('TableVolume', {
        production: amount(3_000),
        refill: amount(600),
        backfill: amount(90),
        proof: amount(0),
      }),
      exports: [
        typed('SourceBundleExport', {
          name: 'orders',
          declaration: typed('ExportDeclaration', { id: 'e1', destination: 'bigquery · shop.orders' }),
        }),
      ],
    }),
  ],
});
const SCHEMA = typed('SourceBundle', {
  ...NODE,
  import_type: 'sftp',
  network: null,
  pattern: '*.csv',
  regex: null,
  tables: [
    typed('SourceBundleTable', {
      ...TABLE,
      schema: [
        typed('SchemaField', { name: 'id', type: 'integer' }),
        typed('SchemaField', { name: 'price', type: 'decimal(10, 2)' }),
      ],
      exports: [
        typed('SourceBundleExport', {
          name: 'orders',
          declaration: typed('ExportDeclaration', {
            id: 'e1',
            export_type: 'bigquery',
            descriptor: typed('ExportDescriptor', {
              truncate: true,
              project: 'acme-dwh',
              dataset: 'shop',
              table: 'orders',
            }),
          }),
        }),
      ],
    }),
  ],
});

const ANSWERS: Answers = {
  ReportImports: () => IMPORTS,
  SourceReport: () => buildAnswer('source_bundles', 'SourceBundleConnection', [SOURCE]),
  SchemaReport: () => buildAnswer('sbs_schemas', 'SbsSchemaConnection', [SCHEMA]),
};
const open = (path: string, answers: Answers = {}): RenderedPage =>
  renderPage({
    path,
    answers: { ...ANSWERS, ...answers },
    session: { permissions: new Set(['view', 'list-accounts']) },
  });
const card = async () => within(await screen.findByRole('listitem', { name: 'orders' }));
const cellsOf = (row: HTMLElement) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent);

describe.each([
  ['reports/source', 'SourceReport', 'No sources', 'source_bundles'],
  ['reports/schema', 'SchemaReport', 'No Sources', 'sbs_schemas'],
])('%s', (path, operation, empty, field) => {
  it('asks for a project or import', { tags: 'spec:source-choose' }, async () => {
    const page = open(path);
    await screen.findByText('Choose a project or import.');
    expect(page.sent(operation)).toEqual([]);
  });

  it('shows the chosen import, which the address names', {
    tags: ['spec:schema-parameters', 'spec:report-calls'],
  }, async () => {
    const page = open(path);
    await page.user.click(await screen.findByRole('combobox', { name: 'Select imports' }));
    expect(screen.queryByRole('option', { name: 'legacy' })).toBeNull();
    await page.user.click(await screen.findByRole('option', { name: 'orders' }));
    await card();
    expect(page.path()).toBe(`${path}?file=shop&name=orders`);
    expect(page.sent(operation).at(-1)).toMatchObject({ project: 'shop', importName: 'orders' });
  });

  it('preselects by the address', { tags: 'spec:schema-parameters' }, async () => {
    open(`${path}?file=shop&name=orders`);
    await card();
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Select imports' }).value).toBe('orders'),
    );
  });

  it('includes suspended imports when asked', { tags: 'spec:schema-suspended' }, async () => {
    const page = open(`${path}?file=shop`);
    await card();
    expect(page.sent(operation).at(-1)).toMatchObject({ project: 'shop', include_suspended: false });
    await page.user.click(screen.getByRole('switch', { name: 'Include suspended imports' }));
    await waitFor(() => expect(page.sent(operation).at(-1)).toMatchObject({ include_suspended: true }));
    await page.user.click(screen.getByRole('combobox', { name: 'Select imports' }));
    await screen.findByRole('option', { name: 'legacy' });
    expect(page.path()).toBe(`${path}?file=shop&suspended=true`);
  });

  it('says when there are none', { tags: ['spec:source-choose', 'spec:schema-fields'] }, async () => {
    open(`${path}?file=shop`, { [operation]: () => buildAnswer(field, `${field}Connection`, []) });
    await screen.findByText(empty);
  });

  it('shows a failure with Retry', async () => {
    open(`${path}?file=shop`, { [operation]: () => new Error('Unknown server error.') });
    await screen.findByRole('button', { name: 'Retry' });
  });

  it('links to the declaration in the editor and to itself', { tags: 'spec:schema-report' }, async () => {
    open(`${path}?file=shop`);
    const found = await card();
    expect(found.getByRole('link', { name: 'shop/orders.sbs:12' }).getAttribute('href')).toBe(
      '/app/acme/scripts/editor/v7/?mode=Files&file=shop%2Forders.sbs&lines=12-12-1-1',
    );
    expect(found.getByRole('link', { name: 'orders' }).getAttribute('href')).toBe(
      `/app/acme/${path}?file=shop&name=orders`,
    );
  });
});

it('shows rows and bytes of each purpose with a figure per day', {
  tags: ['spec:source-payload', 'spec:source-report', 'spec:reports-per-day'],
}, async () => {
  open('reports/source?file=shop');
  const found = await card();
  const table = found.getByRole('table', { name: 'Payload of orders, last 30 days' });
  expect(within(table).getAllByRole('row').map(cellsOf)).toEqual([
    ['Payload', 'Rows', 'Rows/day', 'Bytes', 'Bytes/day'],
    ['Production', '3.0k', '100', '3.0 MB', '100.0 kB'],
    ['Refills', '600', '20', '600.0 kB', '20.0 kB'],
    ['Production + refills', '3.6k', '120', '3.6 MB', '120.0 kB'],
    ['Backfills', '90', '3', '90.0 kB', '3.0 kB'],
    ['Tests', '0', '0', '0 B', '0 B'],
  ]);
  const scheduling = within(found.getByRole('region', { name: 'Scheduling' }));
  expect(scheduling.getByText('repull_days').nextElementSibling?.textContent).toBe('1-3');
  expect(within(found.getByRole('region', { name: 'Destinations' })).getByText('bigquery · shop.orders')).toBeDefined();
});

it('shows fields and exports of a source', { tags: ['spec:schema-report', 'spec:schema-fields'] }, async () => {
  open('reports/schema?file=shop');
  const found = await card();
  for (const [label, value] of [
    ['Import type', 'sftp'],
    ['Network', '—'],
    ['Pattern', '*.csv'],
    ['Regex', '—'],
  ] as const)
    expect(found.getByText(label).nextElementSibling?.textContent).toBe(value);
  const fields = found.getByRole('table', { name: 'Fields of orders' });
  expect(within(fields).getAllByRole('row').map(cellsOf)).toEqual([
    ['Field', 'Type'],
    ['id', 'integer'],
    ['price', 'decimal(10, 2)'],
  ]);
  const exports = within(found.getByRole('region', { name: 'Exports' }));
  expect(exports.getByRole('listitem').textContent).toBe('orders bigquerytruncateacme-dwh.shop.orders');
});
