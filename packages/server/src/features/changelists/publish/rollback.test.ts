import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  ADS_SCRIPT,
  branchDraft,
  rollBackTo,
  type SaveArguments,
  type SavedAnswer,
  saveDraft,
  writeDraft,
} from '../../../../testing/draft-calls.ts';
import { useAccount } from '../../../../testing/hooks/use-account.ts';
import { useGlobalClient, useGraphqlServer } from '../../../../testing/hooks/use-server.ts';
import { readFiles, readMessages, readStatus } from '../../../../testing/read-rows.ts';

const server = useGraphqlServer();
const account = useAccount(server, {}, beforeEach);
const { rows } = account;
const ann = useGlobalClient(server, account, 'developer');
const save = (id: string, more: SaveArguments): Promise<SavedAnswer> => saveDraft(ann, id, more);

describe('rolling back', () => {
  test('publishes the files of a former version again', async () => {
    const first = await writeDraft(ann, 'First');
    await save(first.id, { action: 'publish' });
    const second = await branchDraft(ann, 'Second');
    await save(second.id, {
      version: 1,
      files: [{ path: 'a.sbs', text: ADS_SCRIPT.replaceAll('ads', 'clicks') }],
      action: 'publish',
    });
    expect(await rows(sql`select name from download_declaration where status = 'active'`)).toEqual([
      { name: 'clicks' },
    ]);
    const rolled = await rollBackTo(ann, first.id);
    expect(rolled).toMatchObject({
      __typename: 'SaveChangelistOk',
      changelist: { status: 'running', description: 'Rollback to First' },
    });
    expect(await readFiles(account, rolled.changelist?.id ?? '')).toEqual(await readFiles(account, first.id));
    expect(await rows(sql`select branched_from from changelist where status = 'running'`)).toEqual([
      { branched_from: first.id },
    ]);
    expect(await readStatus(account, 'changelist', second.id)).toBe('replaced');
    expect(await rows(sql`select name from download_declaration where status = 'active'`)).toEqual([{ name: 'ads' }]);
    expect((await readMessages(account)).at(-1)).toBe(
      'Person published the former version First again, in place of Second.',
    );
  });

  test('rolling back is refused for versions that were not published, and for the published one', async () => {
    const draft = await writeDraft(ann);
    expect(await rollBackTo(ann, draft.id)).toMatchObject({
      message: 'Only a version that was published can be published again.',
    });
    expect(await rollBackTo(ann, account.changelistId)).toMatchObject({
      message: 'This version is the published one.',
    });
    expect(await rollBackTo(ann, randomUUID())).toMatchObject({ __typename: 'NotFoundError' });
    expect(await rows(sql`select count(*)::int as count from changelist`)).toEqual([{ count: 2 }]);
  });

  test('rolling back to a version that no longer compiles changes nothing', async () => {
    const first = await writeDraft(ann);
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
    expect(await rollBackTo(ann, broken)).toMatchObject({ __typename: 'CompilationErrors' });
    expect(await readStatus(account, 'changelist', first.id)).toBe('running');
    expect(await rows(sql`select count(*)::int as count from changelist`)).toEqual([{ count: 2 }]);
  });
});
