import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { branchDraft, type DraftAnswer, saveDraft } from '../../../../testing/draft-calls.ts';
import { useAccount } from '../../../../testing/hooks/use-account.ts';
import { useGlobalClient, useGraphqlServer } from '../../../../testing/hooks/use-server.ts';

const server = useGraphqlServer();
const account = useAccount(server, {}, beforeEach);
const { rows } = account;
const ann = useGlobalClient(server, account, 'developer');

const SCRIPT = `
  download ads from { type: "http"; url: "http://127.0.0.1/{YYYY-MM-DD}"; format: "csv"; } using { site: string; };

  upload ads to { type: "file"; path: "ads/{YYYY-MM-DD}.csv"; };
`;
const files = { 'a.sbs': SCRIPT, 'b.sbs': '// B\n', 'c.sbs': '// C\n' };

type Merged = {
  readonly __typename: string;
  readonly message?: string;
  readonly published_id?: string;
  readonly conflicts?: readonly unknown[];
};
async function merge(draft: DraftAnswer, more: Readonly<Record<string, unknown>> = {}): Promise<Merged> {
  const text = `mutation ($id: ID!, $version: Int!, $published_id: ID, $resolutions: [MergeResolution!]) {
    merged: merge_changelist(changelist_id: $id, version: $version, published_id: $published_id, resolutions: $resolutions) {
      __typename ... on SaveChangelistOk { changelist { version needs_merge status } }
      ... on MergeConflicts { message published_id conflicts { path kind merged_text texts { base draft published } } }
      ... on StaleChangelistError { version } ... on ConflictError { message } } }`;
  return (await ann.data<{ merged: Merged }>(text, { id: draft.id, version: draft.version, ...more })).merged;
}

/** Saves texts by path in a draft; null deletes a file. */
async function write(draft: DraftAnswer, texts: Readonly<Record<string, string | null>>): Promise<DraftAnswer> {
  const changes = Object.entries(texts).map(([path, text]) => ({ path, text }));
  await saveDraft(ann, draft.id, { version: draft.version, files: changes });
  return { ...draft, version: draft.version + 1 };
}

/** A draft of the published script, and another one of it, each with its changes. The second one is published. */
async function diverge(
  own: Readonly<Record<string, string | null>>,
  published: Readonly<Record<string, string | null>>,
): Promise<DraftAnswer> {
  const first = await write(await branchDraft(ann, 'First'), files);
  await saveDraft(ann, first.id, { action: 'publish' });
  const draft = await write(await branchDraft(ann, 'Mine'), own);
  const other = await write(await branchDraft(ann, 'Other'), published);
  await saveDraft(ann, other.id, { action: 'publish' });
  return draft;
}

const textsOf = async (id: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    (
      await rows(sql<{ path: string; text: string }>`
        select f.path, t.text from changelist_file f join script_text t using (account_id, sha256) where changelist_id = ${id}`)
    ).map(({ path, text }) => [path, text]),
  );

describe('merging the published version into a draft', () => {
  test('keeps the changes of both, after which the draft can be published', async () => {
    const draft = await diverge(
      { 'a.sbs': SCRIPT.replace('site: string;', 'site: string; clicks: integer;'), 'd.sbs': '// D\n' },
      { 'a.sbs': `${SCRIPT}// End\n`, 'b.sbs': null, 'e.sbs': '// E\n' },
    );
    expect(await saveDraft(ann, draft.id, { action: 'publish' })).toMatchObject({ __typename: 'NeedsMergeError' });
    expect(await merge(draft)).toEqual({
      __typename: 'SaveChangelistOk',
      changelist: { version: draft.version + 1, needs_merge: false, status: 'draft' },
    });
    expect(await textsOf(draft.id)).toEqual({
      'a.sbs': `${SCRIPT.replace('site: string;', 'site: string; clicks: integer;')}// End\n`,
      'c.sbs': '// C\n',
      'd.sbs': '// D\n',
      'e.sbs': '// E\n',
    });
    const [event] = await rows(sql<{ message: string }>`select message from event order by id desc limit 1`);
    expect(event?.message).toMatch(/^Person \d+ merged the published version Other into the draft Mine\.$/);
    expect(await saveDraft(ann, draft.id, { action: 'publish' })).toMatchObject({ changelist: { status: 'running' } });
  });

  test('gives conflicts as data and changes nothing, until each is decided', async () => {
    const draft = await diverge(
      { 'a.sbs': `${SCRIPT}// More\n`, 'b.sbs': '// Mine\n', 'c.sbs': null },
      { 'b.sbs': '// Theirs\n', 'c.sbs': '// C2\n' },
    );
    const before = await textsOf(draft.id);
    const found = await merge(draft);
    expect(found).toEqual({
      __typename: 'MergeConflicts',
      message: '2 files were changed in the draft and in the published version. Decide what they contain.',
      published_id: expect.any(String) as string,
      conflicts: [
        {
          path: 'b.sbs',
          kind: 'text',
          merged_text: '<<<<<<< draft\n// Mine\n||||||| base\n// B\n=======\n// Theirs\n>>>>>>> published\n',
          texts: { base: '// B\n', draft: '// Mine\n', published: '// Theirs\n' },
        },
        {
          path: 'c.sbs',
          kind: 'deleted_in_draft',
          merged_text: null,
          texts: { base: '// C\n', draft: null, published: '// C2\n' },
        },
      ],
    });
    const decided = [{ path: 'b.sbs', text: '// Both\n' }];
    const { published_id } = found;
    expect(await merge(draft, { published_id, resolutions: decided })).toMatchObject({
      conflicts: [{ path: 'c.sbs' }],
    });
    expect(await textsOf(draft.id)).toEqual(before);
    const all = [...decided, { path: 'c.sbs', text: null }];
    expect(await merge(draft, { published_id, resolutions: all })).toMatchObject({ __typename: 'SaveChangelistOk' });
    expect(await textsOf(draft.id)).toEqual({ 'a.sbs': `${SCRIPT}// More\n`, 'b.sbs': '// Both\n' });
  });

  test('does nothing when the draft, or what is published, is not what was read', async () => {
    const draft = await diverge({ 'b.sbs': '// Mine\n' }, { 'b.sbs': '// Theirs\n' });
    expect(await merge({ ...draft, version: 1 })).toEqual({
      __typename: 'StaleChangelistError',
      version: draft.version,
    });
    const resolutions = [{ path: 'b.sbs', text: '' }];
    expect(await merge(draft, { published_id: randomUUID(), resolutions })).toEqual({
      __typename: 'ConflictError',
      message: 'Another version was published meanwhile. Merge again.',
    });
    expect(await textsOf(draft.id)).toMatchObject({ 'b.sbs': '// Mine\n' });
    const unnamed = await ann.ask(
      `mutation { merge_changelist(changelist_id: "${draft.id}", version: 2, resolutions: [{ path: "b.sbs" }]) { __typename } }`,
    );
    expect(unnamed.errors[0]?.message).toContain('Give published_id');
  });

  test('leaves a draft of the published version as it is', async () => {
    const draft = await branchDraft(ann);
    expect(await merge(draft)).toMatchObject({ changelist: { version: draft.version, needs_merge: false } });
    expect(await merge({ ...draft, id: account.changelistId })).toMatchObject({
      message: 'Cannot act on previously published changelist',
    });
  });
});
