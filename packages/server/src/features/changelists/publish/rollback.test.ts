import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  branchDraft,
  type DraftAnswer,
  rollBackTo,
  type SaveArguments,
  type SavedAnswer,
  saveDraft,
} from '../../../../testing/draft-calls.ts';
import { useAccount } from '../../../../testing/hooks/use-account.ts';
import { useGlobalClient, useGraphqlServer } from '../../../../testing/hooks/use-server.ts';

const server = useGraphqlServer();
const account = useAccount(server, {}, beforeEach);
const { rows } = account;
const ann = useGlobalClient(server, account, 'developer');
const save = (id: string, more: SaveArguments): Promise<SavedAnswer> => saveDraft(ann, id, more);
const branch = (description?: string, from?: string): Promise<DraftAnswer> => branchDraft(ann, description, from);
const rollBack = (id: string): Promise<SavedAnswer> => rollBackTo(ann, id);

const SCRIPT = `
  download ads from { type: "http"; url: "http://127.0.0.1/{YYYY-MM-DD}"; format: "csv"; } using { site: string; };
  upload ads to { type: "file"; path: "ads/{YYYY-MM-DD}.csv"; };
`;

/** A draft of a script that can be published. */
async function scripted(description?: string): Promise<DraftAnswer> {
  const draft = await branch(description);
  await save(draft.id, { version: draft.version, files: [{ path: 'a.sbs', text: SCRIPT }] });
  return { ...draft, version: draft.version + 1 };
}

const statusOf = async (id: string): Promise<string | undefined> =>
  (await rows(sql<{ status: string }>`select status from changelist where id = ${id}`))[0]?.status;
const filesOf = (id: string) =>
  rows(sql<{ path: string; text: string; id: string }>`
    select f.path, t.text, f.id from changelist_file f join script_text t using (account_id, sha256)
    where changelist_id = ${id} order by path`);
const events = async (): Promise<string[]> =>
  (await rows(sql<{ message: string }>`select message from event order by id`)).map(({ message }) =>
    message.replaceAll(/Person \d+/g, 'Person'),
  );

describe('rolling back', () => {
  test('publishes the files of a former version again', async () => {
    const first = await scripted('First');
    await save(first.id, { action: 'publish' });
    const second = await branch('Second');
    await save(second.id, {
      version: 1,
      files: [{ path: 'a.sbs', text: SCRIPT.replaceAll('ads', 'clicks') }],
      action: 'publish',
    });
    expect(await rows(sql`select name from download_declaration where status = 'active'`)).toEqual([
      { name: 'clicks' },
    ]);
    const rolled = await rollBack(first.id);
    expect(rolled).toMatchObject({
      __typename: 'SaveChangelistOk',
      changelist: { status: 'running', description: 'Rollback to First' },
    });
    expect(await filesOf(rolled.changelist?.id ?? '')).toEqual(await filesOf(first.id));
    expect(await rows(sql`select branched_from from changelist where status = 'running'`)).toEqual([
      { branched_from: first.id },
    ]);
    expect(await statusOf(second.id)).toBe('replaced');
    expect(await rows(sql`select name from download_declaration where status = 'active'`)).toEqual([{ name: 'ads' }]);
    expect((await events()).at(-1)).toBe('Person published the former version First again, in place of Second.');
  });

  test('rolling back is refused for versions that were not published, and for the published one', async () => {
    const draft = await scripted();
    expect(await rollBack(draft.id)).toMatchObject({
      message: 'Only a version that was published can be published again.',
    });
    expect(await rollBack(account.changelistId)).toMatchObject({ message: 'This version is the published one.' });
    expect(await rollBack(randomUUID())).toMatchObject({ __typename: 'NotFoundError' });
    expect(await rows(sql`select count(*)::int as count from changelist`)).toEqual([{ count: 2 }]);
  });

  test('rolling back to a version that no longer compiles changes nothing', async () => {
    const first = await scripted();
    await save(first.id, { action: 'publish' });
    // The first version of the account has no upload, but a file that is not a script.
    const broken = account.changelistId;
    await account.inAccount(async (tx) => {
      await sql`insert into script_text values (${account.accountId}, ${'0'.repeat(64)}, 'upload x to nowhere;')`.execute(
        tx,
      );
      await sql`insert into changelist_file (account_id, changelist_id, path, sha256)
        values (${account.accountId}, ${broken}, 'a.sbs', ${'0'.repeat(64)})`.execute(tx);
    });
    expect(await rollBack(broken)).toMatchObject({ __typename: 'CompilationErrors' });
    expect(await statusOf(first.id)).toBe('running');
    expect(await rows(sql`select count(*)::int as count from changelist`)).toEqual([{ count: 2 }]);
  });
});
