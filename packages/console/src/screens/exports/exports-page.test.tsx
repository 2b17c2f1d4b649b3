import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildJournal, buildJournalDay } from '../../../test/build-journal.ts';
import { buildAnswer } from '../../../test/build-rows.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { utcToday } from '../../lib/dates.ts';

const TODAY = utcToday(new Date());
const table = buildJournal('ExportStatus', {
  id: 'e1',
  name: 'orders_table',
  project: 'ads',
  journal: [buildJournalDay({ date: TODAY, completed: 1, total_rows: 7 })],
});

it('asks for "query project_id, export_name" and "group by reportDate or uploadDate", and links to uploads/list', {
  tags: ['spec:exports-route', 'spec:exports-grouping', 'spec:call-status'],
}, async () => {
  const page = renderPage({
    path: 'exports/dashboard?project_id=ads&export_name=orders_table&group_by=uploadDate',
    answers: {
      ExportStatus: () => buildAnswer('export_status', 'ExportStatusConnection', [table]),
      ExportNames: () =>
        buildAnswer('export_declarations', 'ExportDeclarationConnection', [
          { __typename: 'ExportDeclaration', id: 'e1', name: 'orders_table', project: 'ads' },
        ]),
    },
  });
  const chart = await screen.findByRole('list', { name: /^orders_table,/ });
  expect(page.sent('ExportStatus')[0]).toEqual({
    first: 1000,
    lookback_days: 30,
    project: 'ads',
    name: 'orders_table',
    group_by: 'uploadDate',
  });
  expect(screen.getByRole('link', { name: 'orders_table' }).getAttribute('href')).toBe(
    '/app/acme/uploads/list?project_id=ads&uploadName=orders_table',
  );
  expect(within(chart).getByRole('link').getAttribute('href')).toBe(
    `/app/acme/uploads/list?project_id=ads&uploadName=orders_table&uploaded_start=${TODAY}&uploaded_end=${TODAY}`,
  );
});
