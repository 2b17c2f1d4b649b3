import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  branchDraft,
  type DraftAnswer,
  rollBackTo,
  type SaveArguments,
  type SavedAnswer,
  saveDraft,
  scriptOf,
  writeDraft,
} from '../../../testing/draft-calls.ts';
import { createClient } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGlobalClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { readMessages, readStatus } from '../../../testing/read-rows.ts';
import { answerReview, requestReview, setApproval } from '../../../testing/review-calls.ts';

const server = useGraphqlServer();
const account = useAccount(server, {}, beforeEach);
const { rows } = account;
const ann = useGlobalClient(server, account, 'developer');
const ben = useGlobalClient(server, account, 'developer');
const eve = useGlobalClient(server, account, 'developer');
const operator = useClient(server, account, ['operator'], beforeEach);
const viewer = useClient(server, account, ['viewer'], beforeEach);

const save = (id: string, more: SaveArguments, as = ann): Promise<SavedAnswer> => saveDraft(as, id, more);
const publish = (id: string, as = ann): Promise<SavedAnswer> => save(id, { action: 'publish' }, as);

/** A draft that Ann created and wrote. */
const written = (description = 'Ads', name = 'ads'): Promise<DraftAnswer> =>
  writeDraft(ann, description, scriptOf(name));

type Review = {
  readonly state: string;
  readonly publish_problem: string | null;
  readonly answer_problem: string | null;
  readonly history: readonly object[];
};
const reviewOf = async (id: string, as = ann): Promise<Review> =>
  (
    await as.data<{ changelist: { review: Review } }>(`{ changelist(id: "${id}") { review {
      is_required state publish_problem answer_problem history { version kind note person { name } } } } }`)
  ).changelist.review;
const events = (): Promise<string[]> => readMessages(account, 'APPROV|REVIEW|CHANGES|SCRIPT');

const NEEDED = {
  __typename: 'ConflictError',
  message: 'This draft needs the approval of another person before it can be published.',
};

describe('an account that requires approvals', () => {
  beforeEach(() => setApproval(operator, true));

  it('publishes a draft once another person approved it, and shows who', async () => {
    const { id, version } = await written();
    expect(await publish(id)).toEqual(NEEDED);
    expect(await requestReview(ann, id, version, 'Please read')).toMatchObject({ __typename: 'Changelist' });
    expect((await reviewOf(id)).state).toBe('requested');
    expect(await answerReview(ben, id, version, 'approve', 'Fine')).toMatchObject({ id });
    expect(await reviewOf(id)).toMatchObject({
      is_required: true,
      state: 'approved',
      publish_problem: null,
      history: [
        { kind: 'approved', note: 'Fine', version },
        { kind: 'requested', note: 'Please read', version },
      ],
    });
    expect(await publish(id)).toMatchObject({ __typename: 'SaveChangelistOk' });
    const { published_changelist: published } = await ann.data<{ published_changelist: object }>(
      '{ published_changelist { id approved_by { name } approved_on } }',
    );
    expect(published).toEqual({
      id,
      approved_by: { name: expect.stringMatching(/^Person /) as string },
      approved_on: expect.any(String) as string,
    });
    expect(await events()).toEqual([
      'Person made publishing require the approval of another person.',
      'Person requested a review of the draft Ads.',
      'Person approved the draft Ads.',
      'Person published Ads in place of Version 1, approved by Person.',
    ]);
  });

  it('withdraws an approval when files are saved after it, also in the call that publishes', async () => {
    const { id, version } = await written();
    await answerReview(ben, id, version);
    const more = { version, files: [{ path: 'b.sbs', text: '// B' }] };
    expect(await save(id, { ...more, action: 'publish' })).toEqual(NEEDED);
    expect((await reviewOf(id)).state).toBe('approved');
    await save(id, more);
    expect(await reviewOf(id)).toMatchObject({ state: 'none', publish_problem: NEEDED.message });
    expect(await publish(id)).toEqual(NEEDED);
    expect(await readStatus(account, 'changelist', id)).toBe('draft');
  });

  it('keeps an approval when the draft is renamed or tested, since its files stay', async () => {
    const { id, version } = await written();
    await answerReview(ben, id, version);
    await save(id, { description: 'Advertising' });
    expect(await publish(id)).toMatchObject({ __typename: 'SaveChangelistOk' });
  });

  it('refuses the approval of a program, even one that may publish, whose creator may approve', async () => {
    const { id, version } = await written();
    const { made } = await eve.data<{ made: { token: string } }>(
      'mutation { made: create_service_token(name: "ci", days: 1, may_publish: true) { ... on NewServiceToken { token } } }',
    );
    const program = createClient(server, { token: made.token, account: account.urlName });
    for (const answer of ['approve', 'request_changes'] as const)
      await expect(answerReview(program, id, version, answer)).rejects.toThrow('You do not have access to this.');
    expect(await rows(sql`select kind from draft_review where changelist_id = ${id}`)).toEqual([]);
    expect(await publish(id)).toEqual(NEEDED);
    expect(await answerReview(eve, id, version)).toMatchObject({ id });
  });

  it('refuses the author, and the person who changed the files last, also in a clone', async () => {
    const { id, version } = await written();
    const own = { __typename: 'ConflictError', message: 'You created this draft: another person must review it.' };
    expect(await answerReview(ann, id, version)).toEqual(own);
    await save(id, { version, files: [{ path: 'b.sbs', text: '// B' }] }, ben);
    const last = {
      __typename: 'ConflictError',
      message: 'You changed this draft last: another person must review it.',
    };
    expect(await answerReview(ben, id, version + 1)).toEqual(last);
    expect(await answerReview(ann, id, version + 1)).toEqual(own);
    expect((await reviewOf(id, ben)).answer_problem).toBe(last.message);
    expect((await reviewOf(id, eve)).answer_problem).toBeNull();
    const clone = await branchDraft(eve, 'Clone', id);
    expect(await answerReview(ben, clone.id, clone.version)).toEqual(last);
    await answerReview(eve, id, version + 1);
    expect(await publish(id, ben)).toMatchObject({ __typename: 'SaveChangelistOk' });
  });

  it('does not publish while somebody asks for changes, until the same person approves', async () => {
    const { id, version } = await written();
    await answerReview(ben, id, version);
    await answerReview(eve, id, version, 'request_changes', 'Use the new key');
    const refused = await publish(id);
    expect(refused.message).toMatch(/^Person \d+ asked for changes of this draft, so that it cannot be published\.$/);
    expect((await reviewOf(id)).state).toBe('changes_requested');
    await answerReview(eve, id, version);
    expect(await publish(id)).toMatchObject({ __typename: 'SaveChangelistOk' });
  });

  it('refuses an answer to a version that was saved meanwhile', async () => {
    const { id, version } = await written();
    await save(id, { version, files: [{ path: 'b.sbs', text: '// B' }] });
    expect(await answerReview(ben, id, version)).toMatchObject({ __typename: 'StaleChangelistError' });
    expect(await requestReview(ann, id, version)).toMatchObject({ __typename: 'StaleChangelistError' });
    expect((await reviewOf(id)).history).toEqual([]);
  });

  it('never publishes what was saved while it was approved', async () => {
    const { id, version } = await written();
    const [answered, saved] = await Promise.all([
      answerReview(ben, id, version),
      save(id, { version, files: [{ path: 'b.sbs', text: '// B' }] }),
    ]);
    expect(saved.__typename).toBe('SaveChangelistOk');
    expect(['Changelist', 'StaleChangelistError']).toContain(answered.__typename);
    expect(await publish(id)).toEqual(NEEDED);
  });

  it('publishes a former version again without an approval', async () => {
    const { id, version } = await written();
    await answerReview(ben, id, version);
    await publish(id);
    const next = await written('Clicks', 'clicks');
    await answerReview(ben, next.id, next.version);
    await publish(next.id);
    const rolled = await rollBackTo(ann, id);
    expect(rolled).toMatchObject({ __typename: 'SaveChangelistOk' });
    const [row] = await rows(sql`select approved_by from changelist where status = 'running'`);
    expect(row).toEqual({ approved_by: null });
  });

  it('applies to published and archived drafts no more', async () => {
    const { id, version } = await written();
    await answerReview(ben, id, version);
    await publish(id);
    const readOnly = { __typename: 'ConflictError', message: 'Cannot act on previously published changelist' };
    expect(await answerReview(eve, id, version + 1)).toMatchObject(readOnly);
    expect((await reviewOf(id)).publish_problem).toBeNull();
  });
});

it('an approval is optional by default: it is recorded, and a draft is published without', async () => {
  const { id, version } = await written();
  await answerReview(ben, id, version, 'request_changes');
  expect(await publish(id)).toMatchObject({ __typename: 'SaveChangelistOk' });
  expect(await rows(sql`select approved_by from changelist where id = ${id}`)).toEqual([{ approved_by: null }]);
});

it('people who may change the rules of publishing require approvals, once, which is an event', async () => {
  const refused = await viewer.ask('mutation { save_publish_settings(requires_approval: true) { requires_approval } }');
  expect(refused.errors[0]?.message).toBe('You do not have access to this.');
  expect(await viewer.data<object>('{ publish_settings { requires_approval } }')).toEqual({
    publish_settings: { requires_approval: false },
  });
  for (const isRequired of [true, true]) await setApproval(operator, isRequired);
  expect(await events()).toEqual(['Person made publishing require the approval of another person.']);
});

it('approvals are for people with the permissions, and for drafts of the account', async () => {
  const { id, version } = await written();
  for (const call of [
    `review_changelist(changelist_id: "${id}", version: ${version}, answer: "approve") { __typename }`,
    `request_review(changelist_id: "${id}", version: ${version}) { __typename }`,
  ])
    expect((await operator.ask(`mutation { ${call} }`)).errors[0]?.message).toBe('You do not have access to this.');
  const unknown = '00000000-0000-7000-8000-000000000000';
  expect(await answerReview(ben, unknown, 1)).toMatchObject({ __typename: 'NotFoundError' });
  const odd = `mutation { review_changelist(changelist_id: "${id}", version: ${version}, answer: "maybe") { __typename } }`;
  expect((await ben.ask(odd)).errors[0]?.message).toBe('The answer can be approve or request_changes, not maybe.');
  const long = 'x'.repeat(2_001);
  const noted = await ben.ask(
    `mutation { request_review(changelist_id: "${id}", version: ${version}, note: "${long}") { __typename } }`,
  );
  expect(noted.errors[0]?.message).toBe('note has at most 2,000 characters, this one has 2,001.');
});
