import { useMemo } from 'react';
import { useQuery } from 'urql';
import { ImportNamesDocument, ImportStatusDocument } from '../../api/generated/documents/imports.ts';
import type { ImportStatusQuery, ImportStatusQueryVariables } from '../../api/generated/graphql.ts';
import { describeList } from '../../api/lists/list-description.ts';
import { type JournalRow, journalKind, pathOfDay } from '../../entities/journal/journal-kind.ts';
import { JOURNAL_PAGE_SIZE, JournalPage } from '../../entities/journal/journal-page.tsx';
import { IMPORTS_VIEW } from './imports-view.ts';

const IMPORT_STATUS = describeList<ImportStatusQuery, ImportStatusQueryVariables, JournalRow>(
  'Import status',
  ImportStatusDocument,
  {
    noun: 'import',
    select: (data) => data.import_status,
    changedIds: (changes) => changes.downloads.map((download) => download.id),
    isRunning: (rows) => rows.some((row) => row.journal.some((day) => day.running > 0)),
    rowName: (row) => row.name,
  },
);

function useImportNames() {
  const [{ data, fetching }] = useQuery({ query: ImportNamesDocument, variables: { first: JOURNAL_PAGE_SIZE } });
  const nodes = data?.source_bundles.nodes;
  const names = useMemo(
    () => (nodes ?? []).map((node) => ({ project: node.project, name: node.bundle_name })),
    [nodes],
  );
  return { names, loading: fetching };
}

const IMPORTS = journalKind({
  ...IMPORTS_VIEW,
  noun: 'import',
  list: IMPORT_STATUS,
  undatedText: 'This import does not have a report date. Please try grouping by the download date.',
  emptyText: 'Charts appear here once a published script declares a source.',
  useNames: useImportNames,
  listPath: ({ name }, day) =>
    pathOfDay(
      'downloads/list',
      { import_name: name },
      day?.group === 'downloadDate' ? ['downloaded_start', 'downloaded_end'] : ['start', 'end'],
      day?.date,
    ),
});

/** /imports/dashboard */
export function ImportsPage() {
  return <JournalPage kind={IMPORTS} />;
}
