import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Answers } from '../../../test/graphql-server.ts';
import { renderPage } from '../../../test/render-page.tsx';

const count = (value: number) => ({ __typename: 'StateCount', count: value, has_more: false });
const INCIDENT = {
  __typename: 'Incident',
  id: 'i1',
  account: { __typename: 'IncidentAccount', url_name: 'acme', name: 'Acme Media' },
  transfer: 'download',
  code: 'SOURCE_NOT_FOUND',
  purpose: 'production',
  subject_kind: 'source',
  subject: 'orders',
  names: ['orders'],
  is_suspended: false,
  latest_id: 'd1',
  message: 'orders: not found.',
  since: '2026-11-21T06:02:00Z',
  latest: '2026-11-21T07:00:00Z',
  failed: count(2),
  retrying: count(0),
  next_try: null,
  waiting: count(0),
  affected_uploads: [],
};
const work = (patch: object = {}) => ({
  __typename: 'IncidentWork',
  acknowledged_on: null,
  acknowledged_by: null,
  assigned_to: null,
  is_mine: false,
  snoozed_until: null,
  muted_until: null,
  ...patch,
});
const answersOf = (patch: object = {}): Answers => ({
  Incidents: () => ({
    incidents: {
      __typename: 'IncidentConnection',
      nodes: [{ ...INCIDENT, work: work(patch) }],
      pageInfo: { __typename: 'PageInfo', hasNextPage: false },
    },
  }),
  IncidentHistory: () => ({
    incident_history: {
      __typename: 'IncidentHistory',
      acts: [
        {
          __typename: 'IncidentAct',
          id: 'a1',
          created: '2026-11-21T07:00:00Z',
          person: 'Ben',
          act: 'commented',
          assigned_to: null,
          until: null,
          note: 'The shop is down.',
        },
      ],
      notices: [
        {
          __typename: 'IncidentNotice',
          id: 'n1',
          integration: 'Slack (Acme)',
          change: 'failed',
          state: 'sent',
          sent: '2026-11-21T06:03:00Z',
        },
      ],
    },
  }),
  IncidentAssignees: () => ({
    incident_assignees: {
      __typename: 'PersonConnection',
      nodes: [{ __typename: 'Person', id: 'p2', name: 'Ben', email: 'ben@test.test' }],
    },
  }),
  WorkIncident: () => ({ work_incident: { __typename: 'WorkedIncident' } }),
});

it('an incident is acknowledged at once, and assigned with a comment in its dialog, which shows history and notices', async () => {
  const page = renderPage({ path: 'incidents', answers: answersOf() });
  await page.user.click(await screen.findByRole('button', { name: /^Acknowledge / }));
  await waitFor(() => expect(page.sent('WorkIncident')).toEqual([{ id: 'i1', act: 'acknowledged' }]));
  await page.user.click(screen.getByRole('button', { name: /^Work on / }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('The shop is down.');
  dialog.getByText(/Slack \(Acme\): that it began/);
  await page.user.type(dialog.getByRole('textbox', { name: 'Comment' }), 'Mine.');
  await page.user.click(dialog.getByRole('button', { name: 'Assign to me' }));
  await waitFor(() => expect(page.sent('WorkIncident').at(-1)).toEqual({ id: 'i1', act: 'assigned', note: 'Mine.' }));
});

it('the filter of incidents is in the address, and people who only view read the history', async () => {
  const session = { permissions: new Set(['view'] as const) };
  const page = renderPage({ path: 'incidents', answers: answersOf({ assigned_to: 'Ben' }), session });
  await screen.findByText(/Ben works on it/);
  expect(screen.queryByRole('button', { name: /^Acknowledge / })).toBeNull();
  screen.getByText('History');
  await page.user.click(screen.getByRole('radio', { name: 'Mine' }));
  await waitFor(() => expect(page.path()).toBe('incidents?work=mine'));
  await waitFor(() => expect(page.sent('Incidents').at(-1)).toMatchObject({ work: 'mine' }));
});

it('a muted incident says until when no notices are sent, and is unmuted', async () => {
  const answers = answersOf({ muted_until: '2099-11-21T07:00:00Z' });
  const page = renderPage({ path: 'incidents', answers });
  await screen.findByText(/no notices are sent/);
  await page.user.click(screen.getByRole('button', { name: /^Work on / }));
  const dialog = within(await screen.findByRole('dialog'));
  await page.user.click(dialog.getByRole('combobox', { name: 'Mute' }));
  await page.user.click(await screen.findByRole('option', { name: 'For 4 hours' }));
  await waitFor(() =>
    expect(page.sent('WorkIncident')).toEqual([{ id: 'i1', act: 'muted', until: expect.any(String) as unknown }]),
  );
  await page.user.click(dialog.getByRole('button', { name: 'Unmute' }));
  await waitFor(() => expect(page.sent('WorkIncident').at(-1)).toEqual({ id: 'i1', act: 'unmuted' }));
});

it('a snooze closes the dialog', async () => {
  const page = renderPage({ path: 'incidents', answers: answersOf() });
  await page.user.click(await screen.findByRole('button', { name: /^Work on / }));
  const dialog = within(await screen.findByRole('dialog'));
  await page.user.click(dialog.getByRole('combobox', { name: 'Snooze' }));
  await page.user.click(await screen.findByRole('option', { name: 'For 4 hours' }));
  await waitFor(() =>
    expect(page.sent('WorkIncident')).toEqual([{ id: 'i1', act: 'snoozed', until: expect.any(String) as unknown }]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('acts of others on an incident appear at once', async () => {
  let assigned: string | null = null;
  const page = renderPage({
    path: 'incidents',
    answers: { ...answersOf(), Incidents: (...args) => answersOf({ assigned_to: assigned })['Incidents']?.(...args) },
  });
  await screen.findByRole('button', { name: /^Acknowledge / });
  expect(screen.queryByText(/works on it/)).toBeNull();
  assigned = 'Ben';
  page.emit({ incidents: ['i1'] });
  await screen.findByText(/Ben works on it/);
});
