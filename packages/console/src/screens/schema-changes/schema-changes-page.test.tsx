import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Answers } from '../../../test/graphql-server.ts';
import { type RenderedPage, renderPage } from '../../../test/render-page.tsx';

const difference = (kind: string, column: string, uploads: readonly string[] = []) => ({
  __typename: 'ColumnChange',
  kind,
  column,
  cause: 'source',
  text: `${kind} \`${column}\``,
  uploads,
});

const buildChange = (patch: object = {}) => ({
  __typename: 'SchemaChange',
  id: 's1',
  created: '2026-11-21T06:02:00.000Z',
  source: 'orders',
  table: 'orders',
  download_id: 'd1',
  changelist_id: 'v7',
  report_datetime: {
    __typename: 'ReportDatetime',
    iso: '2026-11-20T00:00:00Z',
    short: 'Nov 20',
    long: 'Nov 20, 2026',
    long_utc: '2026-11-20 00:00:00 UTC',
  },
  row_count: 1200,
  script: 'Version 7',
  published_on: '2026-11-01T06:02:00.000Z',
  published_by: { __typename: 'Person', id: 'p1', name: 'Dana' },
  changes: [difference('added', 'region'), difference('removed', 'clicks', ['daily', 'a, b'])],
  dirty: [{ __typename: 'ColumnDirtyRows', column: 'clicks', reason: 'is empty', rows: 1200 }],
  ...patch,
});

const answers = (nodes: readonly object[]): Answers => ({
  AccountSchemaChanges: () => ({
    schema_changes: {
      __typename: 'SchemaChangeConnection',
      nodes,
      pageInfo: { __typename: 'PageInfo', hasNextPage: false, endCursor: null },
    },
  }),
  SchemaChangeSources: () => ({
    source_bundles: {
      __typename: 'SourceBundleConnection',
      nodes: [{ __typename: 'SourceBundle', id: 's1', bundle_name: 'orders' }],
    },
  }),
});

const open = (path: string, nodes: readonly object[] = [buildChange()]): RenderedPage =>
  renderPage({ path, answers: answers(nodes) });

const variables = (page: RenderedPage) =>
  page.requests.findLast(({ operation }) => operation === 'AccountSchemaChanges')?.variables;

describe('a schema change', () => {
  it('names the download, each column with its readers, and what became dirty', async () => {
    open('downloads/columns');
    const card = await screen.findByRole('listitem', { name: /^orders, / });
    const columns = within(within(card).getByRole('list', { name: 'Columns' })).getAllByRole('listitem');
    expect(columns.map((column) => column.textContent)).toEqual([
      expect.stringMatching(/^Compatible.*no upload reads it$/),
      expect.stringMatching(/^Breaking.*read by daily, a, b$/),
    ]);
    within(card).getByText('dirty rows of 1,200: 1,200 clicks: is empty');
    within(card).getByText(/published by Dana/);
  });

  it('leads to the download, the script version and the uploads', async () => {
    open('downloads/columns');
    const card = await screen.findByRole('listitem', { name: /^orders, / });
    const links = within(card).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/app/acme/downloads/list?downloadBundleId=d1',
      '/app/acme/uploads/list?uploadName=daily%2Ca%5C%2C+b',
      '/app/acme/scripts/editor/v7/',
    ]);
  });
});

describe('the list', () => {
  it('takes its filters from the address, and keeps them there', async () => {
    const page = open('downloads/columns?name=orders&kind=breaking');
    await screen.findByRole('listitem', { name: /^orders, / });
    expect(variables(page)).toMatchObject({ source: 'orders', breaking: true });
    await page.user.click(screen.getByRole('checkbox', { name: 'Only what queries may notice' }));
    await waitFor(() => expect(variables(page)).toMatchObject({ source: 'orders', breaking: false }));
    await waitFor(() => expect(page.path()).toBe('downloads/columns?name=orders'));
  });

  it('offers all changes when none match', async () => {
    const page = open('downloads/columns?kind=breaking', []);
    await screen.findByText('No changes match');
    await page.user.click(screen.getByRole('button', { name: 'Show all changes' }));
    await screen.findByText('No schema changes');
  });

  it('says why it could not be read, with Retry', async () => {
    const page = renderPage({
      path: 'downloads/columns',
      answers: { ...answers([]), AccountSchemaChanges: () => new Error('The database is away.') },
    });
    await screen.findByText('The database is away.');
    await page.user.click(screen.getByRole('button', { name: 'Retry' }));
    const asked = () => page.requests.filter(({ operation }) => operation === 'AccountSchemaChanges');
    await waitFor(() => expect(asked()).toHaveLength(2));
  });
});
