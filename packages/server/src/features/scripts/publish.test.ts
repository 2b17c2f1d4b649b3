import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltAccount, buildAccount } from '../../../testing/build-account.ts';
import { createDatabase, type TestDatabase } from '../../../testing/database.ts';
import { type Database, openDatabase, type Tx } from '../../db/database.ts';
import { branchChangelist, createDraft, filesOfChangelist } from './changelists.ts';
import { publishDraft, publishScript } from './publish.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const SCRIPT = `
  download ads from { type: "http"; url: "http://127.0.0.1/{YYYY-MM-DD}"; format: "csv"; } using { site: string; };
  upload ads to { type: "file"; path: "ads/{YYYY-MM-DD}.csv"; };
`;
const FILES = [
  { path: 'a.sbs', text: SCRIPT },
  { path: 'b.sbs', text: '// Notes' },
];

let made: TestDatabase;
let database: Database;
let account: BuiltAccount;
let personId: string;

beforeAll(async () => {
  made = await createDatabase();
  database = openDatabase({ url: made.url });
  const person = await database.withSystem((tx) =>
    sql<{ id: string }>`insert into person (email, name) values ('olivia@test', 'Olivia') returning id`.execute(tx),
  );
  personId = person.rows[0]?.id ?? '';
});
beforeEach(async () => {
  account = await buildAccount(database);
});
afterAll(async () => {
  await database.close();
  await made.drop();
});

const inAccount = <Result>(use: (tx: Tx) => Promise<Result>): Promise<Result> =>
  database.withAccount(account.accountId, use);
type Row = { readonly status: string; readonly branched_from: string | null };
const rowOf = async (id: string): Promise<Row | undefined> =>
  (
    await inAccount((tx) =>
      sql<Row>`select status, branched_from, version, created_by, updated_by, published_by from changelist where id = ${id}`.execute(
        tx,
      ),
    )
  ).rows[0];
const draft = (files = FILES) =>
  inAccount((tx) => createDraft(tx, { accountId: account.accountId, description: 'Draft', files, personId }));
const publish = (of: { changelistId: string; version: number }, force = false) =>
  inAccount((tx) => publishDraft(tx, { accountId: account.accountId, ...of, personId, now: NOW, force }));

describe('publishing a draft', () => {
  it('turns the draft itself into the running changelist, and the former becomes replaced', async () => {
    const made = await draft();
    expect(await publish(made)).toMatchObject({ kind: 'published', changelistId: made.changelistId });
    expect(await rowOf(made.changelistId)).toEqual({
      status: 'running',
      branched_from: account.changelistId,
      version: 2,
      created_by: personId,
      updated_by: personId,
      published_by: personId,
    });
    expect(await rowOf(account.changelistId)).toMatchObject({ status: 'replaced' });
    expect(await publish({ ...made, version: 2 })).toEqual({ kind: 'not_draft' });
  });

  it('needs a merge when another script was published since it was branched, unless it is forced', async () => {
    const first = await draft();
    const second = await draft();
    await publish(first);
    expect(await publish(second)).toEqual({ kind: 'needs_merge' });
    expect(await rowOf(first.changelistId)).toMatchObject({ status: 'running' });
    expect(await publish(second, true)).toMatchObject({ kind: 'published' });
    expect(await rowOf(first.changelistId)).toMatchObject({ status: 'replaced' });
  });

  it('refuses a draft that was saved since it was read', async () => {
    const made = await draft();
    expect(await publish({ ...made, version: made.version + 1 })).toEqual({ kind: 'stale' });
    expect(await rowOf(made.changelistId)).toMatchObject({ status: 'draft' });
  });

  it('refuses a draft with errors and leaves what runs', async () => {
    const made = await draft([{ path: 'a.sbs', text: 'upload nothing to nowhere;' }]);
    expect(await publish(made)).toMatchObject({ kind: 'refused' });
    expect(await rowOf(account.changelistId)).toMatchObject({ status: 'running' });
  });

  it('finds no draft of another account', async () => {
    const made = await draft();
    account = await buildAccount(database);
    expect(await publish(made)).toEqual({ kind: 'not_found' });
  });
});

describe('the files of a changelist', () => {
  type FileRow = { readonly id: string; readonly path: string; readonly sha256: string };
  const filesIn = async (changelistId: string): Promise<readonly FileRow[]> =>
    (
      await inAccount((tx) =>
        sql<FileRow>`select id, path, sha256 from changelist_file where changelist_id = ${changelistId} order by path`.execute(
          tx,
        ),
      )
    ).rows;
  const texts = async (): Promise<number> =>
    (await inAccount((tx) => sql`select from script_text`.execute(tx))).rows.length;

  it('are shared by a branch: no text is copied, and each file keeps its id', async () => {
    const published = await inAccount((tx) =>
      publishScript(tx, { accountId: account.accountId, description: 'One', files: FILES, personId, now: NOW }),
    );
    if (published.kind !== 'published') throw new Error(JSON.stringify(published.messages));
    const before = await texts();
    const branch = await inAccount((tx) =>
      branchChangelist(tx, {
        accountId: account.accountId,
        from: published.changelistId,
        description: 'Copy of One',
        personId,
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
