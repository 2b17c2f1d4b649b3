import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Answers } from '../../../test/graphql-server.ts';
import { type RenderedPage, renderPage } from '../../../test/render-page.tsx';
import { recordSavedFiles } from '../../../test/saved-files.ts';
import { AuditLogPage } from './audit-log-page.tsx';
import { auditLogVariables, CLEARED } from './audit-log-view.ts';

const buildEntry = (patch: object = {}) => ({
  __typename: 'AuditEntry' as const,
  id: 'e1',
  created: new Date().toISOString(),
  kind: 'key_changed',
  actor: 'person',
  person_name: 'Ola',
  person_email: 'ola@acme.example',
  program: null,
  subject_name: null,
  subject_email: null,
  target_kind: 'key',
  target_name: 'warehouse',
  before: { host: 'a.example' },
  after: { host: 'b.example' },
  address: '203.0.113.7',
  user_agent: 'Browser',
  request_id: 'r1',
  sequence: 1,
  hash: 'aa',
  ...patch,
});
const page = (nodes: readonly object[], endCursor: string | null = null) => ({
  audit_entries: {
    __typename: 'AuditEntryConnection',
    nodes,
    pageInfo: { __typename: 'PageInfo', hasNextPage: endCursor !== null, endCursor },
  },
});
const open = (answers: Answers, query = ''): RenderedPage =>
  renderPage({ path: query, element: <AuditLogPage />, answers });

it('shows who did what to what, and from where, filtered by the address', async () => {
  const { requests, user, path } = open(
    { AuditEntries: () => page([buildEntry()]) },
    '?kinds=key_changed&person=ola%40acme.example&target=ware&address=203&createdBefore=2026-02-03',
  );
  await screen.findByText('host: a.example → b.example');
  for (const text of ['Ola', 'warehouse (key)', '203.0.113.7']) screen.getByText(text);
  expect(requests[0]?.variables).toEqual({
    first: 50,
    kinds: ['key_changed'],
    person: 'ola@acme.example',
    target: 'ware',
    address: '203',
    created_before: '2026-02-04T00:00:00.000Z',
  });
  await user.click(screen.getByRole('button', { name: 'Clear all filters' }));
  await waitFor(() => expect(path()).toBe(''));
  expect(auditLogVariables(CLEARED)).toEqual({});
});

it('names programs, Switchboard itself, and senders who are not signed in', async () => {
  open({
    AuditEntries: () =>
      page([
        buildEntry({ actor: 'token', program: 'build' }),
        buildEntry({ id: 'e2', actor: 'system', person_name: null, kind: 'key_archived' }),
        buildEntry({ id: 'e3', actor: 'anonymous', person_name: null, kind: 'unheard_of', subject_name: 'Uma' }),
        buildEntry({ id: 'e4', person_name: null }),
      ]),
  });
  for (const text of ['build (Ola)', 'Switchboard', 'Not signed in', 'A former user', 'warehouse (key), Uma'])
    await screen.findByText(text);
  screen.getByText('unheard_of');
});

it('says that nothing was recorded, or that it could not be read', async () => {
  open({ AuditEntries: () => page([]) });
  await screen.findByText('Nothing was recorded yet');
});

it('exports every page that matches, without formulas', async () => {
  const files = recordSavedFiles();
  const { user } = open({
    AuditEntries: ({ after }) =>
      after === undefined
        ? page([buildEntry()], 'next')
        : page([buildEntry({ id: 'e2', target_name: '=1+1', created: 'now' })]),
  });
  await screen.findAllByText('Ola');
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(files).toHaveLength(1));
  const lines = (await files[0]?.blob.text())?.trim().split('\n');
  expect(lines).toHaveLength(3);
  expect(lines?.[0]).toBe(
    'Time,Kind,Actor,By,Program,User,Target kind,Target,Change,Address,User agent,Request-ID,Sequence,Hash',
  );
  expect(lines?.[2]).toBe(
    `now,key_changed,person,ola@acme.example,,,key,'=1+1,host: a.example → b.example,203.0.113.7,Browser,r1,1,aa`,
  );
});
