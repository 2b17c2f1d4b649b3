import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Answers } from '../../../test/graphql-server.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { SessionList } from './session-list.tsx';

const OWN = {
  __typename: 'OwnSession',
  id: 's1',
  device: 'Firefox on Windows',
  address: '192.0.2.7',
  created: '2026-11-20T10:00:00Z',
  last_used: '2026-11-20T12:00:00Z',
  is_current: true,
};
const PHONE = { ...OWN, id: 's2', device: 'Safari on iPhone', address: null, is_current: false };
const TABLET = { ...PHONE, id: 's3', device: 'Safari on iPad' };
const listed = (...sessions: readonly object[]) => ({ __typename: 'OwnSessions', sessions });

const open = (sessions: () => object, answers: Answers = {}) =>
  renderPage({ element: <SessionList />, answers: { OwnSessions: () => ({ own_sessions: sessions() }), ...answers } });

it('marks the session that is used, and ends one other', async () => {
  let now = listed(OWN, PHONE, TABLET);
  const page = open(() => now, {
    EndSession: () => {
      now = listed(OWN, TABLET);
      return { end_session: now };
    },
  });
  const [own, phone] = await screen.findAllByRole('listitem');
  within(own as HTMLElement).getByText('This session');
  expect(own?.textContent).toContain('192.0.2.7, began');
  expect(within(own as HTMLElement).queryByRole('button')).toBeNull();
  expect(phone?.textContent).toContain('Unknown address, began');
  await page.user.click(screen.getByRole('button', { name: 'End the session of Safari on iPhone' }));
  await screen.findByText('Session ended');
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
  expect(page.sent('EndSession')).toEqual([{ id: 's2' }]);
});

it('ends all others, and then offers no more', async () => {
  let now = listed(OWN, PHONE, TABLET);
  const page = open(() => now, {
    EndOtherSessions: () => {
      now = listed(OWN);
      return { end_other_sessions: now };
    },
  });
  await page.user.click(await screen.findByRole('button', { name: 'End all others' }));
  await screen.findByText('All other sessions ended');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'End all others' })).toBeNull());
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
});

it('shows the list of now when the session had ended', async () => {
  let now = listed(OWN, PHONE);
  const page = open(() => now, {
    EndSession: () => {
      now = listed(OWN);
      return { end_session: { __typename: 'NotFoundError', problem: 'The session has ended already.' } };
    },
  });
  await page.user.click(await screen.findByRole('button', { name: 'End the session of Safari on iPhone' }));
  await screen.findByText('The session has ended already.');
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
});

it('shows a failure with Retry', async () => {
  let fails = true;
  const page = open(() => {
    if (fails) throw new Error('down');
    return listed(OWN);
  });
  await screen.findByRole('alert');
  fails = false;
  await page.user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('Firefox on Windows');
});
