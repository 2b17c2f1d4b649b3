import { addDays } from '@switchboard/model/schedule/schedule';
import type { BackfillDetailQuery, BackfillRowFragment, RunRowFragment } from '../src/api/generated/graphql.ts';
import { buildAnswer } from './build-rows.ts';

type Detail = NonNullable<BackfillDetailQuery['backfill_detail']>;

const PERSON = { __typename: 'Person', id: 'p1', name: 'Bea Acme' };

export function buildBackfill(patch: Partial<Detail> = {}): Detail {
  const typed = { __typename: 'Backfill' };
  return {
    ...typed,
    id: 'b1',
    title: 'orders again',
    status: 'running',
    description: '',
    start_datetime: '2026-11-01T00:00:00.000Z',
    end_datetime: '2026-11-09T23:59:59.000Z',
    created_on: '2026-11-20T08:00:00Z',
    created_by: PERSON,
    cancelled_on: null,
    cancelled_by: null,
    total_pipelines: 9,
    succeeded_pipelines: 3,
    failed_pipelines: 0,
    cancelled_pipelines: 0,
    kept_pipelines: 0,
    is_active: true,
    hasDirtyRows: false,
    subgraph: buildSubgraph(),
    ...patch,
  };
}

/** A download whose table is read by two uploads. */
function buildSubgraph(): Detail['subgraph'] {
  const upload = (name: string) => ({ __typename: 'SubgraphUpload', name });
  const table = { __typename: 'SubgraphTable', name: 'orders', exports: [upload('orders'), upload('orders_by_site')] };
  const subgraph = {
    __typename: 'Subgraph',
    download_declarations: [
      { __typename: 'SubgraphDownload', name: 'orders', project: 'shop', bundle_name: null, tables: [table] },
    ],
    upload_declarations: [upload('orders'), upload('orders_by_site')],
  };
  return subgraph;
}

export const buildBackfills = (...rows: readonly BackfillRowFragment[]): Record<string, unknown> =>
  buildAnswer('backfills', 'BackfillConnection', rows);

export function buildRun(patch: Partial<RunRowFragment> & { readonly date?: string } = {}): RunRowFragment {
  const { date = '2026-11-09', ...more } = patch;
  const typed = { __typename: 'Flow' };
  const day = {
    __typename: 'ReportDatetime',
    short: date,
    long: date,
    long_utc: `${date} UTC`,
    iso: `${date}T00:00:00Z`,
  };
  return {
    ...typed,
    id: `run-${date}`,
    status: 'STOPPED',
    phase: 'succeeded',
    failed: false,
    kept_rows: 0,
    waiting: null,
    report_datetime: day,
    ...more,
  };
}

export const buildRuns = (...rows: readonly RunRowFragment[]): Record<string, unknown> =>
  buildAnswer('flows', 'FlowConnection', rows);

const bundle = (name: string, uploads: readonly string[]) => ({
  __typename: 'SourceBundle',
  id: `bundle-${name}`,
  bundle_name: name,
  tables: [
    {
      __typename: 'SourceBundleTable',
      id: `table-${name}`,
      name,
      exports: uploads.map((upload) => ({ __typename: 'SourceBundleExport', name: upload })),
    },
  ],
});

/** The uploads of an account: two are made from the download `orders`, one from `costs`. */
export function buildUploadNames(): Record<string, unknown> {
  const uploads = ['costs', 'orders', 'orders_by_site'].map((name) => ({
    __typename: 'ExportDeclaration',
    id: `upload-${name}`,
    name,
    project: 'shop',
  }));
  return buildAnswer('export_declarations', 'ExportDeclarationConnection', uploads);
}

/** The downloads from which those uploads are made. */
export function buildImportBundles(): Record<string, unknown> {
  const bundles = [bundle('orders', ['orders', 'orders_by_site']), bundle('costs', ['costs'])];
  return buildAnswer('source_bundles', 'SourceBundleConnection', bundles);
}

type PreviewPatch = { readonly conflicts?: readonly { readonly id: string; readonly title: string }[] };

/** The preview of one upload on the first two days that are asked for, of which one is good already. */
export function buildPreview(
  { start_datetime: start }: Readonly<Record<string, unknown>>,
  { conflicts = [] }: PreviewPatch = {},
): Record<string, unknown> {
  const first = String(start).slice(0, 10);
  const second = addDays(first, 1);
  const conflict = (of: { readonly id: string; readonly title: string }) => ({
    __typename: 'ConflictingBackfill',
    ...of,
  });
  const expected = (rows: number, minutes: number) => ({
    __typename: 'BackfillPreviewExpected',
    rows,
    minutes,
    unknown: 0,
  });
  const day = (date: string, delivered: string | null) => ({
    __typename: 'BackfillPreviewDate',
    report_datetime: { __typename: 'ReportDatetime', iso: `${date}T00:00:00Z` },
    pipelines: 1,
    expected: expected(1200, 2.5),
    uploads: [
      { __typename: 'BackfillPreviewUpload', name: 'costs', action: 'create', reason: null, delivered, conflict: null },
    ],
  });
  return {
    preview_backfill: {
      __typename: 'BackfillPreview',
      dates: [day(first, null), day(second, `${second}T05:00:00Z`)],
      counts: {
        __typename: 'BackfillPreviewCounts',
        create: 2,
        skip: 0,
        conflict: 0,
        delivered: 1,
        downloads: 2,
        pipelines: 2,
      },
      expected: expected(2400, 5),
      without_runs: [],
      without_history: [],
      warnings: [],
      conflicting_backfills: conflicts.map(conflict),
    },
  };
}
