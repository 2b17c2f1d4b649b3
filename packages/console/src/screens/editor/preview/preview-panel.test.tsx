import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { type RenderedPage, renderPage } from '../../../../test/render-page.tsx';
import type { FileRange } from '../../../ui/editor/diagnostic.ts';
import { DraftFiles } from '../draft/draft-files.ts';
import { PreviewPanel } from './preview-panel.tsx';
import { useTablePreview } from './use-table-preview.ts';

const readVersion = (): number => 4;

function Harness({ files }: { readonly files: DraftFiles }) {
  const previews = useTablePreview({ id: 'c1', files, version: readVersion });
  const [opened, setOpened] = useState<FileRange | null>(null);
  return (
    <>
      {['daily', 'other'].map((name) => (
        <button key={name} type="button" onClick={() => previews.show(name)}>
          {`Preview ${name}`}
        </button>
      ))}
      <p>{opened === null ? 'nothing opened' : `${opened.path} ${opened.line}`}</p>
      <PreviewPanel previews={previews} onOpenAt={setOpened} />
    </>
  );
}

function open(answer: (variables: Readonly<Record<string, unknown>>) => unknown): {
  readonly page: RenderedPage;
  readonly files: DraftFiles;
} {
  const files = new DraftFiles([{ id: 'f1', path: 'a.sbs', hash: 'h1' }]);
  files.load([{ path: 'a.sbs', text: 'old' }]);
  const answers = { PreviewTable: (variables: Readonly<Record<string, unknown>>) => answer(variables) };
  return { files, page: renderPage({ element: <Harness files={files} />, answers }) };
}
const shown = (more: object = {}) => ({
  preview_table: {
    __typename: 'TablePreview',
    table: 'daily',
    is_source: false,
    report_datetime: {
      __typename: 'ReportDatetime',
      iso: '2026-11-19T00:00:00.000Z',
      long_utc: 'November 19, 2026 UTC',
    },
    columns: [
      { __typename: 'PreviewColumn', name: 'site', type: 'string' },
      { __typename: 'PreviewColumn', name: 'clicks', type: 'integer' },
    ],
    rows: [
      ['a', '1'],
      ['', null],
    ],
    row_count: 1234,
    dirty_rows: [],
    dirty_row_count: 2,
    inputs: [{ __typename: 'PreviewInput', name: 'ads', download_id: 'd1', reloaded: true }],
    milliseconds: 420,
    ...more,
  },
});
const failure = (more: object) => ({
  preview_table: {
    __typename: 'PreviewFailure',
    reason: 'query',
    message: 'The table kept could not be built: column clicks, row 3.',
    declaration: 'kept',
    path: 'ads/kept.sbs',
    line: 7,
    ...more,
  },
});
const preview = (page: RenderedPage, name = 'daily'): Promise<void> =>
  page.user.click(screen.getByRole('button', { name: `Preview ${name}` }));

it('shows the facts of the rows, and sends what is not saved', async () => {
  const { page, files } = open(() => shown());
  files.edit('a.sbs', 'new');
  await preview(page);
  const panel = within(await screen.findByRole('region', { name: 'Preview of daily' }));
  await panel.findByText('First 2 of 1,234 rows');
  panel.getByText('0.4 s');
  panel.getByText('2 dirty rows');
  panel.getByText('ads loaded by the draft');
  expect(panel.getByRole('link', { name: 'ads' }).getAttribute('href')).toContain('downloads?id=d1');
  expect(page.requests.map(({ variables }) => variables)).toEqual([
    { id: 'c1', table: 'daily', version: 4, files: [{ path: 'a.sbs', text: 'new' }] },
  ]);
});

it('says when the text was edited since, and computes the rows again', async () => {
  const { page, files } = open(() => shown());
  await preview(page);
  await screen.findByText('First 2 of 1,234 rows');
  expect(screen.queryByText('Edited since')).toBeNull();
  files.edit('a.sbs', 'newer');
  await screen.findByText('Edited since');
  await page.user.click(screen.getByRole('button', { name: 'Refresh the preview' }));
  await waitFor(() => expect(screen.queryByText('Edited since')).toBeNull());
  expect(page.requests).toHaveLength(2);
});

it('says why there are no rows, and leads to the place of the reason', async () => {
  const { page } = open(() => failure({}));
  await preview(page);
  await screen.findByText('The query failed.');
  screen.getByText('The table kept could not be built: column clicks, row 3.');
  await page.user.click(screen.getByRole('button', { name: 'Open ads/kept.sbs:7' }));
  screen.getByText('ads/kept.sbs 7');
});

it.each([
  [
    failure({ reason: 'no_download', message: 'No download of ads has finished yet.', path: null, line: null }),
    'No data yet.',
    'No download of ads has finished yet.',
  ],
  [
    failure({ reason: 'no_table', message: 'The draft has no table daily.', path: null, line: null }),
    'The table does not exist.',
    'The draft has no table daily.',
  ],
  [
    {
      preview_table: {
        __typename: 'CompilationErrors',
        message: 'Fix Validation Errors.',
        compilation_result: {
          __typename: 'CompilationResult',
          messages: [
            { __typename: 'CompilationMessage', type: 'error', path: 'a.sbs', line: 2, message: 'Missing semicolon.' },
          ],
        },
      },
    },
    'The script does not compile.',
    'Missing semicolon.',
  ],
  [
    { preview_table: { __typename: 'NotFoundError', message: 'There is no such changelist.' } },
    'The preview failed.',
    'There is no such changelist.',
  ],
  [new Error('The database is away.'), 'The preview failed.', 'The database is away.'],
])('names the reason: %#', async (answer, title, message) => {
  const { page } = open(() => answer);
  await preview(page);
  await screen.findByText(title);
  screen.getByText(message);
  await page.user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(page.requests).toHaveLength(2));
});

it('ends a run when another table is previewed, and shows the later one only', async () => {
  const first = Promise.withResolvers<unknown>();
  const { page } = open(({ table }) => (table === 'daily' ? first.promise : shown({ table: 'other', row_count: 2 })));
  await preview(page);
  await screen.findByText('Computing…');
  await preview(page, 'other');
  await screen.findByText('2 rows');
  first.resolve(shown());
  await screen.findByRole('region', { name: 'Preview of other' });
  expect(screen.queryByText('First 2 of 1,234 rows')).toBeNull();
  await page.user.click(screen.getByRole('button', { name: 'Close the preview' }));
  expect(screen.queryByRole('region', { name: 'Preview of other' })).toBeNull();
});
