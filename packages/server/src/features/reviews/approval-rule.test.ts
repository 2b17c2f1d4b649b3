import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { ADMIN_CALLS } from '../../../testing/admin-calls.ts';
import { saveDraft, scriptOf, writeDraft } from '../../../testing/draft-calls.ts';
import type { Client } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGlobalClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { readMessages } from '../../../testing/read-rows.ts';
import { setApproval } from '../../../testing/review-calls.ts';

const server = useGraphqlServer();
const account = useAccount(server, {}, beforeEach);
const developer = useClient(server, account, ['developer'], beforeEach);
const ola = useClient(server, account, ['operator'], beforeEach);
const otto = useClient(server, account, ['operator'], beforeEach);
const support = useGlobalClient(server, account, 'cs');

type Change = { readonly id: string; readonly is_mine: boolean; readonly answer_problem: string | null };
type Settings = {
  readonly requires_approval: boolean;
  readonly change_problem: string | null;
  readonly pending_change: Change | null;
};
const NO_ACCESS = 'You do not have access to this.';
const OWN = { __typename: 'ConflictError', message: 'You requested this change: another person must approve it.' };

const settingsOf = async (client: Client): Promise<Settings> =>
  (
    await client.data<{ publish_settings: Settings }>(
      '{ publish_settings { requires_approval change_problem pending_change { id is_mine answer_problem } } }',
    )
  ).publish_settings;
const requested = async (as: Client): Promise<string> => (await settingsOf(as)).pending_change?.id ?? 'none';
const answerText = (id: string, answer: string): string =>
  `mutation { answered: answer_publish_settings_change(change_id: "${id}", answer: "${answer}") { __typename
    ... on PublishSettings { requires_approval } ... on ConflictError { message } ... on NotFoundError { message } } }`;
const reply = async (as: Client, id: string, answer: string): Promise<object> =>
  (await as.data<{ answered: object }>(answerText(id, answer))).answered;

type Entry = { readonly kind: string; readonly person_id: string; readonly subject_id: string | null };
const entries = (): Promise<Entry[]> =>
  account.rows<Entry>(
    sql`select kind, person_id, subject_id from audit_entry where kind like 'approval_rule%' order by sequence`,
  );

describe('a developer', () => {
  it('a developer cannot switch off the approval that binds them, publish, and switch it on again', async () => {
    await setApproval(ola, true);
    const { id } = await writeDraft(developer, 'Ads', scriptOf('ads'));
    const off = 'mutation { save_publish_settings(requires_approval: false) { requires_approval } }';
    expect((await developer.ask(off)).errors[0]?.message).toBe(NO_ACCESS);
    expect(await saveDraft(developer, id, { action: 'publish' })).toMatchObject({ __typename: 'ConflictError' });
    expect(await settingsOf(developer)).toEqual({
      requires_approval: true,
      change_problem: 'You need the permission manage-publish-rules to change this.',
      pending_change: null,
    });
    await setApproval(ola, false);
    const change = await requested(ola);
    expect((await developer.ask(answerText(change, 'approve'))).errors[0]?.message).toBe(NO_ACCESS);
  });
});

describe('the approval rule', () => {
  beforeEach(() => setApproval(ola, true));

  it('stays on until a second person approves that it is switched off', async () => {
    await setApproval(ola, false);
    await setApproval(ola, false);
    expect(await settingsOf(ola)).toMatchObject({
      requires_approval: true,
      change_problem: null,
      pending_change: { is_mine: true, answer_problem: OWN.message },
    });
    const id = await requested(otto);
    expect(await reply(ola, id, 'approve')).toEqual(OWN);
    expect(await reply(ola, id, 'refuse')).toEqual(OWN);
    expect(await settingsOf(otto)).toMatchObject({
      requires_approval: true,
      pending_change: { is_mine: false, answer_problem: null },
    });
    expect(await reply(otto, id, 'approve')).toEqual({ __typename: 'PublishSettings', requires_approval: false });
    expect(await settingsOf(ola)).toMatchObject({ requires_approval: false, pending_change: null });
    expect(await readMessages(account, 'APPROVAL')).toEqual([
      'Person made publishing require the approval of another person.',
      'Person let drafts be published without the approval of another person.',
    ]);
    const [on, request, approved] = await entries();
    expect([on?.kind, request?.kind, approved?.kind]).toEqual([
      'approval_rule_changed',
      'approval_rule_change_requested',
      'approval_rule_changed',
    ]);
    expect(approved?.subject_id).toBe(request?.person_id);
    expect(approved?.person_id).not.toBe(request?.person_id);
  });

  it('stays on when the second person refuses, or the first withdraws the request', async () => {
    await setApproval(ola, false);
    const refused = await requested(ola);
    expect(await reply(otto, refused, 'withdraw')).toMatchObject({
      message: 'Only the person who requested this change can withdraw it.',
    });
    expect(await reply(otto, refused, 'refuse')).toMatchObject({ requires_approval: true });
    const gone = { __typename: 'NotFoundError', message: 'This request was answered meanwhile.' };
    expect(await reply(otto, refused, 'approve')).toEqual(gone);
    await setApproval(ola, false);
    const withdrawn = await requested(ola);
    expect(await reply(ola, withdrawn, 'withdraw')).toMatchObject({ requires_approval: true });
    expect(await reply(otto, withdrawn, 'approve')).toEqual(gone);
    expect((await settingsOf(ola)).requires_approval).toBe(true);
    expect((await entries()).map(({ kind }) => kind)).toEqual([
      'approval_rule_changed',
      'approval_rule_change_requested',
      'approval_rule_change_refused',
      'approval_rule_change_requested',
      'approval_rule_change_withdrawn',
    ]);
  });

  it('the approval rule is switched off by administration in the same way', async () => {
    const values = { urlName: account.urlName, requiresApproval: false };
    const { saveAccountV2: saved } = await support.data<{ saveAccountV2: object }>(ADMIN_CALLS.saveAccount, values);
    expect(saved).toMatchObject({ requiresApproval: true });
    expect(await reply(support, await requested(support), 'approve')).toEqual(OWN);
    expect(await reply(ola, await requested(ola), 'approve')).toMatchObject({ requires_approval: false });
  });

  it('the approval rule is kept by the database whatever the program does', async () => {
    const off = sql`update account set requires_approval = false where id = ${account.accountId}`;
    await expect(account.rows(off)).rejects.toThrow('with the approval of another person only');
    await setApproval(ola, false);
    await expect(account.rows(off)).rejects.toThrow('with the approval of another person only');
    const own = sql`update approval_rule_change set state = 'approved', decided_by = requested_by, decided = now()`;
    await expect(account.rows(own)).rejects.toThrow('check constraint');
  });

  it('refuses an answer that it does not know', async () => {
    expect((await otto.ask(answerText('x', 'maybe'))).errors[0]?.message).toBe(
      'The answer can be approve, refuse or withdraw, not maybe.',
    );
    expect(await reply(otto, 'x', 'approve')).toMatchObject({ __typename: 'NotFoundError' });
  });
});
