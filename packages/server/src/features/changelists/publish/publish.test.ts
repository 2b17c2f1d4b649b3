import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildAccount } from '../../../../testing/build-account.ts';
import { ADS_SCRIPT } from '../../../../testing/draft-calls.ts';
import { useAccount, usePerson } from '../../../../testing/hooks/use-account.ts';
import { useDatabase } from '../../../../testing/hooks/use-database.ts';
import { IDLE_QUEUE } from '../../../../testing/idle-queue.ts';
import { filesOfChangelist } from '../../../pipeline/state/stored-script.ts';
import { saveChangelist } from '../save-changelist.ts';
import { branchChangelist, createDraft } from '../stored-changelist.ts';
import { publishScript } from './publish.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const FILES = [
  { path: 'a.sbs', text: ADS_SCRIPT },
  { path: 'b.sbs', text: '// Notes' },
];

const { database } = useDatabase();
const account = useAccount({ database }, {}, beforeEach);
const { inAccount, rows } = account;
const person = usePerson({ database });

type Row = { readonly status: string; readonly branched_from: string | null };
const rowOf = async (id: string): Promise<Row | undefined> => {
  const [row] = await rows(
    sql<Row>`select status, branched_from, version, created_by, updated_by, published_by from changelist where id = ${id}`,
  );
  return row;
};
const draft = (files = FILES) =>
  inAccount((tx) =>
    createDraft(tx, { accountId: account.accountId, description: 'Draft', files, personId: person.id }),
  );
const publish = (
  of: { changelistId: string; version: number },
  force = false,
  { accountId }: { readonly accountId: string } = account,
) => {
  const request = { ...of, description: null, files: [], action: { kind: 'publish', force } } as const;
  const actor = { id: person.id, name: 'Ann' };
  return saveChangelist({ database, queue: IDLE_QUEUE, now: () => NOW }, { ...request, accountId, actor });
};

describe('publishing a draft', () => {
  it('makes the draft the running changelist, and marks the former one as replaced', async () => {
    const made = await draft();
    expect(await publish(made)).toMatchObject({ kind: 'saved', changelistId: made.changelistId });
    expect(await rowOf(made.changelistId)).toEqual({
      status: 'running',
      branched_from: account.changelistId,
      version: 2,
      created_by: person.id,
      updated_by: person.id,
      published_by: person.id,
    });
    expect(await rowOf(account.changelistId)).toMatchObject({ status: 'replaced' });
    expect(await publish({ ...made, version: 2 })).toMatchObject({ kind: 'refused' });
  });

  it('needs a merge when another script was published since it was branched, unless it is forced', async () => {
    const first = await draft();
    const second = await draft();
    await publish(first);
    expect(await publish(second)).toEqual({ kind: 'needs_merge' });
    expect(await rowOf(first.changelistId)).toMatchObject({ status: 'running' });
    expect(await publish(second, true)).toMatchObject({ kind: 'saved' });
    expect(await rowOf(first.changelistId)).toMatchObject({ status: 'replaced' });
  });

  it('refuses a draft that was saved since it was read', async () => {
    const made = await draft();
    expect(await publish({ ...made, version: made.version + 1 })).toMatchObject({ kind: 'stale' });
    expect(await rowOf(made.changelistId)).toMatchObject({ status: 'draft' });
  });

  it('refuses a draft with errors, and the running changelist stays', async () => {
    const made = await draft([{ path: 'a.sbs', text: 'upload nothing to nowhere;' }]);
    expect(await publish(made)).toMatchObject({ kind: 'errors' });
    expect(await rowOf(account.changelistId)).toMatchObject({ status: 'running' });
  });

  it('finds no draft of another account', async () => {
    const made = await draft();
    const other = await buildAccount(database);
    expect(await publish(made, false, other)).toEqual({ kind: 'not_found' });
  });
});

describe('the files of a changelist', () => {
  type FileRow = { readonly id: string; readonly path: string; readonly sha256: string };
  const filesIn = (changelistId: string): Promise<readonly FileRow[]> =>
    rows(
      sql<FileRow>`select id, path, sha256 from changelist_file where changelist_id = ${changelistId} order by path`,
    );
  const texts = async (): Promise<number> => (await rows(sql`select from script_text`)).length;

  it('the files of a changelist are shared by a branch: no text is copied, and each file keeps its id', async () => {
    const published = await inAccount((tx) =>
      publishScript(tx, {
        accountId: account.accountId,
        description: 'One',
        files: FILES,
        personId: person.id,
        now: NOW,
      }),
    );
    if (published.kind !== 'published') throw new Error(JSON.stringify(published.messages));
    const before = await texts();
    const branch = await inAccount((tx) =>
      branchChangelist(tx, {
        accountId: account.accountId,
        from: published.changelistId,
        description: 'Copy of One',
        personId: person.id,
      }),
    );
    expect(await texts()).toBe(before);
    expect(await filesIn(branch?.changelistId ?? '')).toEqual(await filesIn(published.changelistId));
    expect(await inAccount((tx) => filesOfChangelist(tx, account.accountId, branch?.changelistId ?? ''))).toEqual(
      FILES,
    );
    expect(await rowOf(branch?.changelistId ?? '')).toMatchObject({ branched_from: published.changelistId });
  });

  it('keep their ids when a draft replaces their texts', async () => {
    const first = await draft();
    await publish(first);
    const second = await draft([...FILES.slice(0, 1), { path: 'b.sbs', text: '// More notes' }]);
    const [before, after] = [await filesIn(first.changelistId), await filesIn(second.changelistId)];
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after.map(({ sha256 }, index) => sha256 === before[index]?.sha256)).toEqual([true, false]);
    expect(await texts()).toBe(3);
  });
});
