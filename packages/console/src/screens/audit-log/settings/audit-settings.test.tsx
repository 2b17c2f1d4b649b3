import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Answers } from '../../../../test/graphql-server.ts';
import { type RenderedPage, renderPage } from '../../../../test/render-page.tsx';
import { fill } from '../../../../test/setup-user.ts';
import { AuditLogPage } from '../audit-log-page.tsx';

const SECRET = 'a-secret-of-the-siem';
const NOW = new Date().toISOString();
const buildStream = (patch: object = {}) => ({
  __typename: 'AuditStream',
  id: 's1',
  type: 'webhook',
  address: 'https://siem.example/hook',
  authority: null,
  enabled: true,
  has_secrets: true,
  version: 3,
  status: 'active',
  sequence: 12,
  delivered: NOW,
  behind: 0,
  oldest: null,
  problem: null,
  next_attempt: NOW,
  holds_expired: false,
  ...patch,
});
const buildSettings = (streams: readonly object[], patch: object = {}) => ({
  audit_settings: {
    __typename: 'AuditSettings',
    retention_days: null,
    default_retention_days: null,
    oldest: NOW,
    streams,
    ...patch,
  },
});
const EMPTY = {
  audit_entries: {
    __typename: 'AuditEntryConnection',
    nodes: [],
    pageInfo: { __typename: 'PageInfo', hasNextPage: false, endCursor: null },
  },
};
const open = (
  answers: Answers,
  permissions: readonly string[] = ['read-audit-log', 'manage-audit-log'],
): RenderedPage =>
  renderPage({
    path: '?settings=true',
    element: <AuditLogPage />,
    answers: { AuditEntries: () => EMPTY, ...answers },
    session: { permissions: new Set(permissions) as never },
  });

/** Replaces the text of a field. */
async function refill(user: UserEvent, field: Element, text: string): Promise<void> {
  await user.clear(field);
  await fill(user, field, text);
}

it('adds a stream whose form is checked before it is sent', async () => {
  let streams: readonly object[] = [];
  const { user, sent } = open({
    AuditSettings: () => buildSettings(streams),
    SaveAuditStream: () => {
      streams = [buildStream()];
      return { outcome: { __typename: 'AuditStreamOk', stream: buildStream() } };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Add stream' }));
  await fill(user, screen.getByRole('textbox', { name: /^Address/ }), 'ftp://siem.example');
  await fill(user, screen.getByLabelText(/^Signing secret/), 'short');
  const form = screen.getByRole('region', { name: 'Add stream' });
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  await screen.findByText(/^Enter an address such as https:/);
  await screen.findByText('Enter 16 to 200 characters without spaces.');
  expect(sent('SaveAuditStream')).toEqual([]);
  await refill(user, screen.getByRole('textbox', { name: /^Address/ }), 'https://siem.example/hook');
  await refill(user, screen.getByLabelText(/^Signing secret/), SECRET);
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  await screen.findByText(/^Entry 12 was delivered/);
  expect(sent('SaveAuditStream')).toEqual([
    {
      type: 'webhook',
      address: 'https://siem.example/hook',
      authority: null,
      signing_secret: SECRET,
      headers: null,
      enabled: true,
    },
  ]);
});

it('shows what keeps a stream from going on, and edits, tries and removes it', async () => {
  const problem = 'siem.example answered 503. Entries are kept, and sent once the target accepts them.';
  let streams = [buildStream({ status: 'failing', problem, behind: 3, oldest: NOW, holds_expired: true })];
  const page = open({
    AuditSettings: () => buildSettings(streams),
    SaveAuditStream: () => ({
      outcome: {
        __typename: 'AuditStreamErrors',
        errors: [{ __typename: 'AuditStreamError', field: 'address', message: 'Not this host.' }],
      },
    }),
    TestAuditStream: () => ({
      outcome: {
        __typename: 'AuditStreamErrors',
        errors: [{ __typename: 'AuditStreamError', field: null, message: 'siem.example answered 503.' }],
      },
    }),
    RemoveAuditStream: () => {
      streams = [];
      return { outcome: { __typename: 'RemoveAuditStreamOk' } };
    },
  });
  const { user, sent } = page;
  await screen.findByText('Failing');
  await screen.findByText(new RegExp(problem));
  await screen.findByText(/3 entries are not delivered/);
  await screen.findByText(/^Entries stay beyond their time/);
  await user.click(screen.getByRole('button', { name: 'Send test message' }));
  await screen.findByText('The test message was not delivered: siem.example answered 503.');
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  await user.click(screen.getByRole('switch', { name: /^Deliver entries/ }));
  await user.click(within(screen.getByRole('region', { name: 'Edit Webhook' })).getByRole('button', { name: 'Save' }));
  await screen.findByText('Not this host.');
  expect(sent('SaveAuditStream')).toMatchObject([
    { id: 's1', version: 3, enabled: false, signing_secret: null, headers: null },
  ]);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Exit' }));
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove this stream?' });
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await screen.findByText('No streams');
});

it('keeps entries for a number of days', async () => {
  let kept: number | null = null;
  const { user, sent } = open({
    AuditSettings: () => buildSettings([], { default_retention_days: 365, retention_days: kept }),
    SaveAuditRetention: ({ days }) => {
      kept = Number(days);
      return {
        save_audit_retention: {
          __typename: 'AuditSettings',
          retention_days: kept,
          default_retention_days: 365,
          oldest: NOW,
        },
      };
    },
  });
  await screen.findByText(/^Entries are kept for 365 days\./);
  const section = screen.getByRole('region', { name: 'Retention' });
  await fill(user, within(section).getByRole('textbox', { name: /^Days/ }), '30');
  await user.click(within(section).getByRole('button', { name: 'Save' }));
  await screen.findByText(/must be a whole number/);
  await refill(user, within(section).getByRole('textbox', { name: /^Days/ }), '180');
  await user.click(within(section).getByRole('button', { name: 'Save' }));
  await screen.findByText('Entries are kept for 180 days now.');
  await screen.findByText(/^Entries are kept for 180 days\./);
  expect(sent('SaveAuditRetention')).toEqual([{ days: 180 }]);
});

it('offers no change to people who may only read the audit log, and asks again after a failure', async () => {
  let isUp = false;
  const { user, path } = open(
    {
      AuditSettings: () =>
        isUp ? buildSettings([buildStream({ status: 'paused', enabled: false })]) : new Error('away'),
    },
    ['read-audit-log'],
  );
  isUp = await screen.findByRole('alert').then(() => true);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('Paused');
  for (const name of ['Add stream', 'Edit', 'Remove', 'Save', 'Send test message'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(path()).toBe(''));
});
