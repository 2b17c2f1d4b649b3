import { useMemo } from 'react';
import { useQuery } from 'urql';
import { ExportNamesDocument, ExportStatusDocument } from '../../api/generated/documents/exports.ts';
import type { ExportStatusQuery, ExportStatusQueryVariables } from '../../api/generated/graphql.ts';
import { describeList } from '../../api/lists/list-description.ts';
import { type JournalRow, journalKind, pathOfDay } from '../../entities/journal/journal-kind.ts';
import { JOURNAL_PAGE_SIZE, JournalPage } from '../../entities/journal/journal-page.tsx';
import { EXPORTS_VIEW } from './exports-view.ts';

const EXPORT_STATUS = describeList<ExportStatusQuery, ExportStatusQueryVariables, JournalRow>(
  'Export status',
  ExportStatusDocument,
  {
    noun: 'export',
    select: (data) => data.export_status,
    changedIds: (changes) => changes.uploads.map((upload) => upload.id),
    isRunning: (rows) => rows.some((row) => row.journal.some((day) => day.running > 0)),
    rowName: (row) => row.name,
  },
);

function useExportNames() {
  const [{ data, fetching }] = useQuery({ query: ExportNamesDocument, variables: { first: JOURNAL_PAGE_SIZE } });
  const nodes = data?.export_declarations.nodes;
  const names = useMemo(() => (nodes ?? []).map(({ project, name }) => ({ project, name })), [nodes]);
  return { names, loading: fetching };
}

const EXPORTS = journalKind({
  ...EXPORTS_VIEW,
  noun: 'export',
  list: EXPORT_STATUS,
  undatedText: 'This export does not have a report date. Please try grouping by the upload date.',
  emptyText: 'Charts appear here once a published script declares an upload.',
  useNames: useExportNames,
  listPath: ({ project, name }, day) =>
    pathOfDay(
      'uploads/list',
      { project_id: project, uploadName: name },
      day?.group === 'uploadDate' ? ['uploaded_start', 'uploaded_end'] : ['start', 'end'],
      day?.date,
    ),
});

/** /exports/dashboard */
export function ExportsPage() {
  return <JournalPage kind={EXPORTS} />;
}
