import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { type DraftAnswer, saveDraft, writeDraft } from '../../../testing/draft-calls.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGlobalClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { readMessages } from '../../../testing/read-rows.ts';
import { changeComment, commentOn } from '../../../testing/review-calls.ts';

const server = useGraphqlServer();
const account = useAccount(server, {}, beforeEach);
const other = useAccount(server, {}, beforeEach);
const { rows } = account;
const ann = useGlobalClient(server, account, 'developer');
const ben = useGlobalClient(server, account, 'developer');
const viewer = useClient(server, account, ['viewer'], beforeEach);
const stranger = useClient(server, other, ['developer'], beforeEach);

const TEXT = ['// one', '// two', '// three', '// four'].join('\n');

const written = (): Promise<DraftAnswer> => writeDraft(ann, 'Ads', TEXT);

type Comment = { readonly id: string; readonly body: string };
type Thread = Comment & { readonly path: string | null; readonly replies: readonly Comment[] };
const FIELDS = `id body edited deleted is_mine created_by { name }`;
const threads = async (id: string, as = ann): Promise<readonly Thread[]> =>
  (
    await as.data<{ changelist: { comments: Thread[] } }>(`{ changelist(id: "${id}") { comments { ${FIELDS} version
      original_path original_line path line outdated resolved resolved_by { name } replies { ${FIELDS} } } } }`)
  ).changelist.comments;
const open = async (id: string): Promise<number> =>
  (await viewer.data<{ changelist: { open_comments: number } }>(`{ changelist(id: "${id}") { open_comments } }`))
    .changelist.open_comments;

describe('comments on a draft', () => {
  it('comments on a draft are written, answered, resolved, reopened, edited and deleted, each with its event', async () => {
    const { id, version } = await written();
    await commentOn(ben, id, { version, body: ' In general: <b>good</b> ' });
    await commentOn(ben, id, { version, body: 'Why two?', path: 'a.sbs', line: 2 });
    const [general, line] = await threads(id);
    expect(general).toMatchObject({ body: 'In general: <b>good</b>', path: null, outdated: false, is_mine: false });
    expect(line).toMatchObject({
      path: 'a.sbs',
      line: 2,
      original_path: 'a.sbs',
      original_line: 2,
      version,
      outdated: false,
    });
    const lineId = line?.id ?? '';
    await commentOn(ann, id, { version, body: 'Because.', thread_id: lineId });
    expect((await threads(id))[1]?.replies).toEqual([expect.objectContaining({ body: 'Because.', is_mine: true })]);
    expect(await open(id)).toBe(2);
    await changeComment(ann, lineId, { resolved: true });
    expect((await threads(id))[1]).toMatchObject({
      resolved: expect.any(String) as string,
      resolved_by: { name: expect.any(String) as string },
    });
    expect(await open(id)).toBe(1);
    await changeComment(ben, lineId, { resolved: false });
    expect(await open(id)).toBe(2);
    await changeComment(ben, general?.id ?? '', { body: 'Better' });
    expect((await threads(id))[0]).toMatchObject({ body: 'Better', edited: expect.any(String) as string });
    await changeComment(ben, general?.id ?? '', null);
    await changeComment(ben, lineId, null);
    expect(await threads(id)).toEqual([
      expect.objectContaining({ id: lineId, body: '', deleted: expect.any(String) as string }),
    ]);
    expect(await open(id)).toBe(0);
    expect(await readMessages(account, '^DRAFT_COMMENT')).toEqual([
      'Person commented on the draft Ads.',
      'Person commented on the draft Ads at a.sbs.',
      'Person commented on the draft Ads.',
      'Person resolved a comment of Person on the draft Ads.',
      'Person reopened a comment of Person on the draft Ads.',
      'Person edited a comment on the draft Ads.',
      'Person deleted a comment on the draft Ads.',
      'Person deleted a comment on the draft Ads.',
    ]);
  });

  it('follow their line through savings and moves, or are outdated', async () => {
    const { id, version } = await written();
    for (const line of [1, 3]) await commentOn(ben, id, { version, body: `On ${line}`, path: 'a.sbs', line });
    const text = ['// new', '// one', '// two', '// THREE', '// four'].join('\n');
    await saveDraft(ann, id, { version, files: [{ path: 'a.sbs', text }] });
    expect(await threads(id)).toMatchObject([
      { path: 'a.sbs', line: 2, outdated: false, original_line: 1 },
      { path: null, line: null, outdated: true, original_line: 3 },
    ]);
    await saveDraft(ann, id, {
      version: version + 1,
      files: [{ path: 'b/c.sbs', original_path: 'a.sbs', text: TEXT }],
    });
    expect(await threads(id)).toMatchObject([
      { path: 'b/c.sbs', line: 1, outdated: false },
      { path: 'b/c.sbs', line: 3, outdated: false },
    ]);
    await saveDraft(ann, id, { version: version + 2, files: [{ path: 'b/c.sbs', text: null }] });
    expect(await threads(id)).toMatchObject([{ outdated: true }, { outdated: true }]);
  });

  it('comments on a draft are changed by their author only', async () => {
    const { id, version } = await written();
    await commentOn(ben, id, { version, body: 'Mine' });
    const [comment] = await threads(id);
    const refused = { __typename: 'ConflictError', message: 'Only its author can change a comment.' };
    expect(await changeComment(ann, comment?.id ?? '', { body: 'Yours' })).toEqual(refused);
    expect(await changeComment(ann, comment?.id ?? '', null)).toEqual(refused);
    expect(await threads(id)).toMatchObject([{ body: 'Mine', edited: null, deleted: null }]);
  });

  it('refuse what does not fit', async () => {
    const { id, version } = await written();
    const bad = async (more: object): Promise<string | undefined> =>
      (
        await ann.ask(
          `mutation ($id: ID!, $version: Int!, $body: String!, $path: String, $line: Int, $thread: ID) {
            comment_changelist(changelist_id: $id, version: $version, body: $body, path: $path, line: $line, thread_id: $thread) {
              __typename } }`,
          { id, version, body: 'x', ...more },
        )
      ).errors[0]?.message;
    expect(await bad({ body: ' \n ' })).toBe('body must not be blank.');
    expect(await bad({ body: 'x'.repeat(4_001) })).toBe('body has at most 4,000 characters, this one has 4,001.');
    expect(await bad({ body: 'a\0b' })).toBe('body cannot contain the NUL character. Remove it.');
    expect(await bad({ path: 'a.sbs' })).toBe('Give path and line together.');
    expect(await bad({ path: 'a.sbs', line: 0 })).toBe('line must be 1 or more.');
    expect(await bad({ path: 'a.sbs', line: 1, thread: randomUUID() })).toBe(
      'An answer has no path and line of its own.',
    );
    const place = (path: string, line: number) => commentOn(ann, id, { version, body: 'x', path, line });
    expect((await place('b.sbs', 1)).message).toBe('The draft has no file b.sbs.');
    expect((await place('a.sbs', 5)).message).toBe('a.sbs has no line 5.');
    expect(await commentOn(ann, id, { version: 1, body: 'x', path: 'a.sbs', line: 1 })).toMatchObject({
      __typename: 'StaleChangelistError',
    });
    expect(await commentOn(ann, id, { version, body: 'x', thread_id: randomUUID() })).toMatchObject({
      __typename: 'NotFoundError',
    });
    expect(await threads(id)).toEqual([]);
  });

  it('comments on a draft are 500 at most, deleted ones included', async () => {
    const { id, version } = await written();
    await rows(sql`
      insert into draft_comment (account_id, changelist_id, version, body, created_by)
      select ${account.accountId}, ${id}, 1, 'x', c.created_by from changelist c, generate_series(1, 499) where c.id = ${id}`);
    expect(await commentOn(ann, id, { version, body: 'last' })).toMatchObject({ __typename: 'Changelist' });
    expect(await commentOn(ann, id, { version, body: 'more' })).toMatchObject({
      message: 'A draft can have 500 comments at most.',
    });
    expect(await threads(id)).toHaveLength(500);
  });

  it('comments on a draft are read by viewers, and written by developers of the account', async () => {
    const { id, version } = await written();
    await commentOn(ann, id, { version, body: 'Seen' });
    const [comment] = await threads(id, viewer);
    expect(comment).toMatchObject({ body: 'Seen', is_mine: false });
    const call = `mutation { comment_changelist(changelist_id: "${id}", version: 1, body: "x") { __typename } }`;
    expect((await viewer.ask(call)).errors[0]?.message).toBe('You do not have access to this.');
    expect(await commentOn(stranger, id, { version, body: 'x' })).toMatchObject({ __typename: 'NotFoundError' });
    for (const change of [{ body: 'x' }, { resolved: true }, null])
      expect(await changeComment(stranger, comment?.id ?? '', change)).toMatchObject({ __typename: 'NotFoundError' });
    expect(await changeComment(ann, 'no id', null)).toMatchObject({ __typename: 'NotFoundError' });
  });
});

describe('rows of another account', () => {
  it.each(['draft_comment', 'draft_review'])('%s cannot be seen or written in SQL', async (table) => {
    const { id, version } = await written();
    await commentOn(ann, id, { version, body: 'x' });
    expect(await other.rows(sql`select 1 from ${sql.table(table)}`)).toEqual([]);
    const [row] = await rows(sql<{ person: string }>`select created_by as person from changelist where id = ${id}`);
    const column = sql.ref(table === 'draft_comment' ? 'created_by' : 'person_id');
    const more = table === 'draft_comment' ? sql`body` : sql`kind`;
    await expect(
      other.rows(sql`
        insert into ${sql.table(table)} (account_id, changelist_id, version, ${more}, ${column})
        values (${account.accountId}, ${id}, 1, 'approved', ${row?.person ?? ''})`),
    ).rejects.toThrow(/row-level security/);
  });
});
