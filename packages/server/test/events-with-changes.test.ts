import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { connect } from '../src/db/connect.ts';
import { buildSource, buildUpload } from '../testing/build-plan.ts';
import { branchDraft, saveDraft } from '../testing/draft-calls.ts';
import { addDownload, addUnitOf } from '../testing/fill-account.ts';
import type { Client } from '../testing/graphql-server.ts';
import { useAccount } from '../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../testing/hooks/use-server.ts';
import { askToSaveKey, saveKey } from '../testing/key-answers.ts';

const server = useGraphqlServer();
const account = useAccount(server, {
  sources: [buildSource('ads')],
  uploads: [buildUpload('daily', { sources: ['ads'] })],
});
const operator = useClient(server, account, ['operator', 'developer']);

const key = (name: string, more: object = {}) => ({
  name,
  credential_type: 'api_token',
  properties: { api_token: 'secret', hosts: 'api.example' },
  ...more,
});

/** Acts that record an event: the table that each changes, its preparation, and the call. */
const ACTS: Readonly<
  Record<string, readonly [table: string, prepare: () => Promise<(by: Client) => Promise<unknown>>]>
> = {
  'adding a key': ['key', async () => (by) => askToSaveKey(by, key('new'))],
  'changing a key': [
    'key',
    async () => {
      await saveKey(operator, key('changed'));
      return (by) => askToSaveKey(by, key('changed', { new_name: 'renamed' }));
    },
  ],
  'deleting a key': [
    'key',
    async () => {
      await saveKey(operator, key('deleted'));
      return (by) => askToSaveKey(by, { name: 'deleted', status: 'archived' });
    },
  ],
  'abandoning a download': [
    'download',
    async () => {
      const id = await addDownload(server.database, account, { status: 'queued', source: 'ads' });
      await addUnitOf(server.database, account, id, { kind: 'download', state: 'ready' });
      return (by) => by.ask(`mutation { save_download(id: "${id}", status: "abandoned") { __typename } }`);
    },
  ],
  'launching a backfill': [
    'backfill',
    async () => (by) =>
      by.ask(`mutation { launch_backfill(upload_names: ["daily"], title: "January", description: "why",
      start_datetime: "2026-01-10T00:00:00.000Z", end_datetime: "2026-01-12T23:59:59.000Z") { __typename } }`),
  ],
  'publishing a draft': [
    'changelist',
    async () => {
      const draft = await branchDraft(operator);
      const saved = await saveDraft(operator, draft.id, { version: draft.version, description: 'Next' });
      return (by) => saveDraft(by, draft.id, { version: saved.changelist?.version ?? 0, action: 'publish' });
    },
  ],
};

/** Refuses rows of the account in a table while something runs: at once, or when their transaction commits. */
async function refusing<T>(table: string, when: 'at once' | 'at commit', run: () => Promise<T>): Promise<T> {
  const timing =
    when === 'at once'
      ? `trigger refuse before insert on ${table}`
      : `constraint trigger refuse after insert or update on ${table} deferrable initially deferred`;
  const administrator = await connect(server.databaseUrl);
  try {
    await administrator.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'The test refuses it.'; end $$;
      create ${timing} for each row when (new.account_id = '${account.accountId}') execute function refuse()`);
    return await run();
  } finally {
    await administrator.query(`drop trigger refuse on ${table}; drop function refuse()`);
    await administrator.end();
  }
}

/** Every row of the account, a text for each table. */
async function contents(): Promise<ReadonlyMap<string, string>> {
  const administrator = await connect(server.databaseUrl);
  try {
    const { rows: tables } = await administrator.query<{ name: string }>(`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attname = 'account_id' and not a.attisdropped
      order by 1`);
    const texts = new Map<string, string>();
    for (const { name } of tables) {
      const { rows } = await administrator.query<{ text: string | null }>(
        `select string_agg(t::text, e'\\n' order by t::text) as text from "${name}" t where account_id = $1`,
        [account.accountId],
      );
      texts.set(name, rows[0]?.text ?? '');
    }
    return texts;
  } finally {
    await administrator.end();
  }
}

const countEvents = async (): Promise<number> => (await account.rows(sql`select from event`)).length;

it.each(Object.entries(ACTS))('%s and its event happen both or not at all', async (_act, [table, prepare]) => {
  const act = await prepare();
  const before = await contents();
  await refusing('event', 'at once', () => act(operator).catch(() => undefined));
  expect(await contents(), 'the event was refused').toEqual(before);
  await refusing(table, 'at commit', () => act(operator).catch(() => undefined));
  expect(await contents(), 'the change was refused').toEqual(before);
  const events = await countEvents();
  await act(operator);
  expect(await countEvents()).toBeGreaterThan(events);
});
