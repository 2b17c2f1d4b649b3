import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildAnswer } from '../../../test/build-rows.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { type RenderedPage, renderPage } from '../../../test/render-page.tsx';
import type { MailCardFragment } from '../../api/generated/graphql.ts';

const EMAIL = 'acme-x@ingest.example';
const buildMail = (patch: Partial<MailCardFragment> = {}): MailCardFragment => {
  const typed = { __typename: 'ReceivedMail' };
  return {
    ...typed,
    id: 'm1',
    recipient: EMAIL,
    received: '2026-11-20T08:00:00.000Z',
    sender: 'ads@partner.example',
    subject: 'Weekly 7',
    outcome: 'unmatched',
    path: null,
    ...patch,
  };
};
const DETAILS = {
  message_id: '<7@partner.example>',
  envelope_sender: 'bounce@partner.example',
  bytes: 2048,
  reason: null,
  spf: 'pass',
  dkim: 'none',
  dmarc: 'fail',
  forged: false,
  files: [
    { __typename: 'ReceivedMailFile', name: 'ads.csv', kind: 'attachment', content_type: 'text/csv', bytes: 11 },
    { __typename: 'ReceivedMailFile', name: 'body.txt', kind: 'text', content_type: 'text/plain', bytes: 6 },
  ],
};
const listed = (...mails: readonly MailCardFragment[]) =>
  buildAnswer('received_mails', 'ReceivedMailConnection', mails);

const ANSWERS: Answers = {
  IngestSettings: () => ({ ingest_settings: { __typename: 'IngestSettings', domain: 'ingest.example' } }),
  Recipients: () => buildAnswer('recipients', 'EmailRecipientConnection', []),
  ReceivedMails: () => listed(buildMail()),
  ReceivedMail: () => ({ received_mail: { ...buildMail(), ...DETAILS } }),
};
const open = (answers: Answers = {}, query = '?currentTab=mail'): RenderedPage =>
  renderPage({
    path: `email-ingest${query}`,
    session: { permissions: new Set(['view', 'email-ingest-v3'] as const) },
    answers: { ...ANSWERS, ...answers },
  });
const card = (name = 'Weekly 7'): Promise<HTMLElement> => screen.findByRole('listitem', { name });

describe('the mail of an account', () => {
  it('shows mails that no rule took, until another outcome is chosen', { tags: 'proof:mailbox-shown' }, async () => {
    const page = open({}, '');
    await page.user.click(await screen.findByRole('tab', { name: 'Mail' }));
    await card();
    expect(page.path()).toBe('email-ingest?currentTab=mail');
    expect(page.sent('ReceivedMails')).toMatchObject([{ outcome: 'unmatched', first: 20 }]);
    await page.user.selectOptions(screen.getByRole('combobox', { name: 'Show mail' }), 'All mail');
    await waitFor(() => expect(page.sent('ReceivedMails').at(-1)).not.toHaveProperty('outcome'));
    expect(page.path()).toBe('email-ingest?currentTab=mail&outcome=all');
  });

  it('says so when there is none, and loads again after a failure', async () => {
    let isDown = true;
    const page = open({ ReceivedMails: () => (isDown ? new Error('The database is away.') : listed()) });
    await screen.findByText(/The database is away/);
    isDown = false;
    await page.user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('No Mail');
    screen.getByText(/matches a rule/);
  });

  it('shows headers and files of a mail whose address is opened', async () => {
    const page = open({}, '?currentTab=mail&mailId=m1');
    const opened = within(await card());
    await opened.findByText('<7@partner.example>');
    opened.getByText('bounce@partner.example');
    opened.getByText('SPF pass, DKIM none, DMARC fail');
    expect(opened.queryByRole('note')).toBeNull();
    opened.getByText('ads.csv');
    expect(opened.getByRole('button', { name: /Weekly 7/ }).getAttribute('aria-expanded')).toBe('true');
    await page.user.click(opened.getByRole('button', { name: /Weekly 7/ }));
    expect(page.path()).toBe('email-ingest?currentTab=mail');
    expect(opened.queryByText('bounce@partner.example')).toBeNull();
  });

  it('a rejected mail shows no rule and no replay', async () => {
    const mail = buildMail({ outcome: 'rejected', subject: '' });
    const answers = {
      ReceivedMails: () => listed(mail),
      ReceivedMail: () => ({ received_mail: { ...mail, ...DETAILS } }),
    };
    open(answers, '?currentTab=mail&mailId=m1');
    const opened = within(await card('No subject'));
    await opened.findByText('ads.csv');
    expect(opened.queryByRole('button', { name: 'Replay' })).toBeNull();
    expect(opened.queryByRole('button', { name: 'Add rule from this mail' })).toBeNull();
  });
});

describe('a mail that no rule took', () => {
  it('a mail that may be forged says so', async () => {
    open(
      { ReceivedMail: () => ({ received_mail: { ...buildMail(), ...DETAILS, forged: true } }) },
      '?currentTab=mail&mailId=m1',
    );
    const note = await within(await card()).findByRole('note');
    expect(note.textContent).toBe(
      'No rule takes this mail: it may not come from ads@partner.example. Replay it if you know that it does.',
    );
  });

  it('gives a new rule its sender and subject', async () => {
    const page = open({}, '?currentTab=mail&mailId=m1');
    await page.user.click(await within(await card()).findByRole('button', { name: 'Add rule from this mail' }));
    const asked = within(await screen.findByRole('dialog', { name: 'Add Rule' }));
    expect(asked.getByRole<HTMLInputElement>('textbox', { name: 'Sender' }).value).toBe('ads@partner.example');
    expect(asked.getByRole<HTMLInputElement>('textbox', { name: 'Subject' }).value).toBe('Weekly 7');
  });

  it.each([
    [{ ...buildMail({ outcome: 'matched', path: 'weekly' }) }, 'Mail replayed to weekly'],
    [
      { __typename: 'ConflictError', problem: 'No rule fits the mail. Add one first.' },
      'No rule fits the mail. Add one first.',
    ],
  ])('a mail that no rule took is replayed', async (result, shown) => {
    const page = open({ ReplayMail: () => ({ replay_received_mail: result }) }, '?currentTab=mail&mailId=m1');
    await page.user.click(await within(await card()).findByRole('button', { name: 'Replay' }));
    await screen.findByText(shown);
    expect(page.sent('ReplayMail')).toEqual([{ id: 'm1' }]);
  });
});
