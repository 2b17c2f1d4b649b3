import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PART_SCREENS, SCREENS } from '../screens.ts';
import { SCREEN_PARAMETERS } from './screen-parameters.ts';

/** The files that read the query of the address of an account, all of them with parameters of the list. */
const READERS = [
  'api/lists/use-list-page.ts',
  'api/lists/use-list.ts',
  'entities/journal/journal-page.tsx',
  'entities/transfer/drawer/transfer-drawer.tsx',
  'entities/usage/row-usage-card.tsx',
  'screens/asset-graph/asset-graph-page.tsx',
  'screens/audit-log/audit-log-page.tsx',
  'screens/backfills/backfill-details-page.tsx',
  'screens/editor/editor-view.tsx',
  'screens/editor/scripts-page.tsx',
  'screens/email-ingest/email-ingest-page.tsx',
  'screens/email-ingest/mail-tab.tsx',
  'screens/email-ingest/recipients-tab.tsx',
  'screens/first-pipeline/first-pipeline-page.tsx',
  'screens/home/home-details-page.tsx',
  'screens/home/home-page.tsx',
  'screens/incidents/incidents-page.tsx',
  'screens/integrations/integrations-page.tsx',
  'screens/keys/add-key-page.tsx',
  'screens/keys/use-named-key.ts',
  'screens/reports/chosen-report.tsx',
  'screens/restatements/restatements-page.tsx',
  'screens/schema-changes/schema-changes-page.tsx',
  'screens/test-runs/test-runs-page.tsx',
  'screens/timeline/timeline-page.tsx',
  'screens/uploads/uploads-page.tsx',
];

/** Pages outside an account. */
const OUTSIDE = /^screens\/(account|admin|audit|sign-in|user)\//;

it('lists the parameters of every screen', () => {
  const paths = [...SCREENS, ...PART_SCREENS].map(({ path }) => path);
  expect(Object.keys(SCREEN_PARAMETERS).toSorted()).toEqual(paths.toSorted());
});

it('knows every reader of the query', () => {
  const source = join(import.meta.dirname, '..');
  const readers = globSync('**/*.{ts,tsx}', { cwd: source })
    .filter((path) => !/\.test\.tsx?$/.test(path) && !OUTSIDE.test(path))
    .filter((path) =>
      /(?<!function )\b(?:useUrlState|useSearchParams)[(<]/.test(readFileSync(join(source, path), 'utf8')),
    );
  expect(readers.sort()).toEqual(READERS);
});
