import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Answers } from '../../../test/graphql-server.ts';
import { type RenderedPage, renderPage } from '../../../test/render-page.tsx';
import { recordSavedFiles } from '../../../test/saved-files.ts';
import { changeText } from '../../entities/audit/change-text.ts';
import { auditCsv } from './audit-csv.ts';
import { AuditPage } from './audit-page.tsx';
import { auditVariables } from './audit-view.ts';

const buildAct = (patch: object = {}) => ({
  __typename: 'AdminAct' as const,
  id: 'c1',
  created: new Date().toISOString(),
  kind: 'roles_changed',
  person_name: 'Sam',
  person_email: 'sam@support.example',
  program: null,
  subject_name: 'Uma',
  subject_email: 'uma@acme.example',
  account_name: 'Acme',
  url_name: 'acme',
  before: { roles: ['viewer'] },
  after: { roles: ['operator', 'viewer'] },
  request_id: 'r1',
  ...patch,
});
const page = (nodes: readonly object[], endCursor: string | null = null) => ({
  admin_acts: {
    __typename: 'AdminActConnection',
    nodes,
    pageInfo: { __typename: 'PageInfo', hasNextPage: endCursor !== null, endCursor },
  },
});
const open = (answers: Answers, query = ''): RenderedPage =>
  renderPage({ path: query, element: <AuditPage />, answers });

it('shows who changed what, filtered by the address', async () => {
  const { requests, user, path } = open(
    { AdminActs: () => page([buildAct()]) },
    '?kinds=roles_changed&person=sam%40support.example',
  );
  await screen.findByText('roles: viewer → operator, viewer');
  screen.getByText('Sam');
  expect(requests[0]?.variables).toEqual({ first: 50, kinds: ['roles_changed'], person: 'sam@support.example' });
  await user.click(screen.getByRole('button', { name: 'Clear all filters' }));
  await waitFor(() => expect(path()).toBe(''));
  fireEvent.change(screen.getByLabelText('Until'), { target: { value: '2026-02-03' } });
  await waitFor(() =>
    expect(requests.at(-1)?.variables).toEqual({ first: 50, created_before: '2026-02-04T00:00:00.000Z' }),
  );
});

it('names the program of a directory, and shows what was refused', async () => {
  const refused = { after: { act: 'saveUserV2', reason: 'You do not have access to this.' }, before: {} };
  open({ AdminActs: () => page([buildAct({ program: 'Entra ID', kind: 'act_refused', ...refused })]) });
  await screen.findByText('Entra ID (Sam)');
  screen.getByText('act: saveUserV2; reason: You do not have access to this.');
  expect(screen.getAllByText('Refused').length).toBeGreaterThan(0);
});

it('says that nothing was changed', async () => {
  open({ AdminActs: () => page([]) });
  await screen.findByText('Nothing was changed yet');
});

it('exports every page that matches', async () => {
  const files = recordSavedFiles();
  const { user } = open({
    AdminActs: ({ after }) =>
      after === undefined ? page([buildAct()], 'next') : page([buildAct({ id: 'c2', kind: 'user_created' })]),
  });
  await screen.findAllByText('Sam');
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(files).toHaveLength(1));
  const lines = (await files[0]?.blob.text())?.trim().split('\n');
  expect(lines).toHaveLength(3);
  expect(lines?.[0]).toBe('Time,Kind,By,Program,User,Account,Change,Request-ID');
});

it('writes no formulas, and describes changes', () => {
  const csv = auditCsv([
    buildAct({ request_id: '=1+1', created: 'now', before: { name: 'a,"b"' }, after: { name: 'c' } }),
  ]);
  expect(csv.split('\n')[1]).toBe(
    `now,roles_changed,sam@support.example,,uma@acme.example,acme,"name: a,""b"" → c",'=1+1`,
  );
  expect(changeText({}, { email: 'x', url_name: 'y' })).toBe('email: x; url name: y');
  expect(changeText({ roles: ['viewer'] }, { roles: [] })).toBe('roles: viewer → none');
  expect(
    auditVariables({ kinds: [], account: '', person: '', subject: '', createdAfter: null, createdBefore: null }),
  ).toEqual({});
});
