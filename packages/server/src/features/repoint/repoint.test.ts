import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { useAccount, usePerson } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { IDLE_QUEUE } from '../../../testing/idle-queue.ts';
import { saveKey } from '../../../testing/key-answers.ts';
import { publishText } from '../../../testing/publish-text.ts';
import { filesOfChangelist } from '../../pipeline/state/stored-script.ts';
import { saveChangelist } from '../changelists/save-changelist.ts';
import { createDraft } from '../changelists/stored-changelist.ts';

const server = useGraphqlServer();
const account = useAccount(server, {}, beforeEach);
const elsewhere = useAccount(server);
const developer = useClient(server, account, ['developer'], beforeEach);
const operator = useClient(server, account, ['operator'], beforeEach);
const person = usePerson(server);
const stranger = useClient(server, elsewhere, ['developer']);

const download = (name: string, key = 'api') => `download ${name} from {
  type: "http"; key: "${key}"; url: "https://ads.example/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; lookback_days: 2;
} using { day: date; id: integer; };`;
const SCRIPT = `${download('ads')}
${download('clicks')}
${download('costs', 'other')}
table daily is select day, id from ads;
upload daily to { type: "file"; path: "daily/{YYYY-MM-DD}.csv"; format: "csv"; };`;

type Item = { id: string; name: string; line: number; key: string; is_draft: boolean; problem: string | null };
type Outcome = {
  id: string;
  outcome: string;
  message: string | null;
  item: { name: string; is_draft: boolean } | null;
};
const preview = async (from = 'api', to = 'next', by = developer): Promise<Item[]> => {
  const { preview_repoint: found } = await by.data<{ preview_repoint: { items?: Item[]; message?: string } }>(
    `{ preview_repoint(from: "${from}", to: "${to}") {
      ... on RepointPreview { items { id kind name project path line key is_test is_draft changelist problem } }
      ... on InvalidCredential { message } } }`,
  );
  if (found.items === undefined) throw new Error(found.message);
  return found.items;
};
const repoint = async (items: readonly string[], from = 'api', to = 'next', by = developer) => {
  type Answer = { repoint_key: { changelist_id?: string | null; outcomes?: Outcome[]; message?: string } };
  const { repoint_key: done } = await by.data<Answer>(
    `mutation ($items: [String!]!) { repoint_key(from: "${from}", to: "${to}", items: $items) {
      ... on RepointOk { changelist_id outcomes { id outcome message item { name is_draft } } }
      ... on InvalidCredential { message } } }`,
    { items },
  );
  if (done.outcomes === undefined) throw new Error(done.message);
  return {
    changelistId: done.changelist_id,
    outcomes: done.outcomes.map(({ outcome, item, message }) =>
      [item?.name ?? '-', item?.is_draft ? 'draft' : '', outcome, message ?? ''].filter(Boolean).join(' '),
    ),
  };
};
const idsOf = (items: readonly Item[]) => items.map(({ id }) => id);
const keysUsed = async () =>
  (
    await account.rows(sql<{ text: string }>`select d.name || ' ' || k.name as text from download_declaration d
      join key k on k.id = d.key_id order by d.name`)
  ).map(({ text }) => text);
const inAccount = <T>(use: Parameters<typeof server.database.withAccount<T>>[1]) =>
  server.database.withAccount(account.accountId, use);
const addDraft = (text: string) =>
  inAccount((tx) =>
    createDraft(tx, {
      accountId: account.accountId,
      description: 'My draft',
      files: [{ path: 'a.sbs', text }],
      personId: null,
    }),
  );
const textOf = async (changelistId: string) =>
  (await inAccount((tx) => filesOfChangelist(tx, account.accountId, changelistId)))[0]?.text ?? '';
const lastEvent = async () =>
  (await account.rows(sql<{ message: string }>`select message from event order by id desc limit 1`))[0]?.message;

beforeEach(async () => {
  for (const name of ['api', 'next', 'other'])
    await saveKey(developer, {
      name,
      credential_type: 'api_token',
      properties: { api_token: `canary-${name}`, hosts: '127.0.0.1:80' },
    });
  // Of a type that sources by HTTP do not take.
  await account.rows(sql`insert into key (account_id, name, type) values (${account.accountId}::uuid, 's3', 'sql')`);
  await publishText(server.database, account, SCRIPT);
});

describe('the preview', () => {
  it('lists every place of the published script and of drafts, also by a former name', async () => {
    await addDraft(`${SCRIPT}\n${download('more')}`);
    await saveKey(developer, { name: 'api', new_name: 'renamed' });
    const items = await preview('renamed');
    expect(items.map(({ name, line, key, is_draft }) => `${name} ${line} ${key} ${is_draft}`)).toEqual([
      'ads 2 api false',
      'clicks 5 api false',
      'ads 2 api true',
      'clicks 5 api true',
      'more 13 api true',
    ]);
    expect(items[0]).toMatchObject({ kind: 'download', project: 'a', path: 'a.sbs', is_test: false, problem: null });
    expect(items[2]).toMatchObject({ changelist: 'My draft' });
  });

  it('says where the other key cannot be used', async () => {
    const [problem] = (await preview('api', 's3')).map((item) => item.problem);
    expect(problem).toMatch(/takes no keys of this type\.$/);
  });

  it('the preview is refused for keys that are missing, the same, or suspended', async () => {
    await expect(preview('api', 'nothing')).rejects.toThrow('There is no key nothing.');
    await expect(preview('nothing', 'api')).rejects.toThrow('There is no key nothing.');
    await expect(preview('api', 'api')).rejects.toThrow('Choose another key.');
    await account.rows(sql`update key set status = 'suspended' where name = 'next'`);
    await expect(preview()).rejects.toThrow('Key next is suspended. Unsuspend it first.');
    await expect(preview('api', 'next', operator)).rejects.toThrow('NOT_ALLOWED');
    await expect(preview('api', 'next', stranger)).rejects.toThrow('There is no key api.');
  });
});

describe('pointing to another key', () => {
  it('publishes the script with it, in the transaction of the event and of both histories', async () => {
    const { changelistId, outcomes } = await repoint(idsOf(await preview()));
    expect(outcomes).toEqual(['ads repointed', 'clicks repointed']);
    expect(await keysUsed()).toEqual(['ads next', 'clicks next', 'costs other']);
    expect(await textOf(changelistId ?? '')).toBe(SCRIPT.replaceAll('"api"', '"next"'));
    expect((await lastEvent())?.replace(/^Person \d+/, 'Dora')).toBe(
      'Dora pointed ads, clicks from the key api to the key next.',
    );
    const changes = await account.rows(sql`
      select k.name, c.details from key_change c join key k on k.id = c.key_id where c.change = 'repointed' order by k.name`);
    expect(changes).toEqual([
      { name: 'api', details: { items: ['ads', 'clicks'], present: 'next' } },
      { name: 'next', details: { items: ['ads', 'clicks'], former: 'api' } },
    ]);
    const [by] = await account.rows(sql<{ n: number }>`
      select count(*)::int as n from changelist where status = 'running' and published_by is not null`);
    expect(by?.n).toBe(1);
    expect(await preview()).toEqual([]);
  });

  it('changes drafts only while publishing requires an approval', async () => {
    const draft = await addDraft(SCRIPT);
    await account.rows(sql`update account set requires_approval = true where id = ${account.accountId}`);
    const { changelistId, outcomes } = await repoint(idsOf(await preview()));
    expect(changelistId).toBeNull();
    const refused = 'refused Publishing requires the approval of another person.';
    expect(outcomes.map((outcome) => outcome.slice(0, 'clicks '.length + refused.length)).sort()).toEqual([
      'ads draft repointed',
      expect.stringContaining(`ads ${refused}`) as string,
      'clicks draft repointed',
      `clicks ${refused}`,
    ]);
    expect(await keysUsed()).toEqual(['ads api', 'clicks api', 'costs other']);
    expect(await textOf(draft.changelistId)).toBe(SCRIPT.replaceAll('"api"', '"next"'));
  });

  it('changes the chosen places only', async () => {
    const items = await preview();
    expect((await repoint(idsOf(items.filter(({ name }) => name === 'clicks')))).outcomes).toEqual([
      'clicks repointed',
    ]);
    expect(await keysUsed()).toEqual(['ads api', 'clicks next', 'costs other']);
  });

  it('changes drafts too, which then need no merge', async () => {
    const draft = await addDraft(`${SCRIPT}\n${download('more')}`);
    const { outcomes } = await repoint(idsOf(await preview()));
    expect(outcomes.slice(2)).toEqual(['ads draft repointed', 'clicks draft repointed', 'more draft repointed']);
    expect(await textOf(draft.changelistId)).not.toContain('"api"');
    const publish = (version: number) =>
      saveChangelist(
        { database: server.database, queue: IDLE_QUEUE, now: Date.now },
        {
          accountId: account.accountId,
          actor: { id: person.id, name: 'Ann' },
          changelistId: draft.changelistId,
          version,
          description: null,
          files: [],
          action: { kind: 'publish', force: false },
        },
      );
    expect((await publish(draft.version)).kind).toBe('stale');
    expect((await publish(draft.version + 1)).kind).toBe('saved');
    expect(await keysUsed()).toEqual(['ads next', 'clicks next', 'costs other', 'more next']);
  });

  it('leaves a draft that was not chosen as it is: it needs a merge', async () => {
    const draft = await addDraft(SCRIPT);
    await repoint(idsOf((await preview()).filter(({ is_draft }) => !is_draft)));
    expect(await textOf(draft.changelistId)).toBe(SCRIPT);
    const [row] = await account.rows(sql<{ behind: boolean }>`
      select d.base_id <> r.id as behind from changelist d, changelist r where d.status = 'draft' and r.status = 'running'`);
    expect(row?.behind).toBe(true);
  });

  it('changes nothing of what was changed since the preview', async () => {
    const draft = await addDraft(SCRIPT);
    const items = await preview();
    await account.rows(sql`update changelist set version = version + 1 where id = ${draft.changelistId}`);
    expect((await repoint(idsOf(items))).outcomes).toEqual([
      'ads repointed',
      'clicks repointed',
      '- changed_meanwhile It was changed meanwhile.',
      '- changed_meanwhile It was changed meanwhile.',
    ]);
    const stale = idsOf(items);
    expect(await repoint(stale)).toEqual({
      changelistId: null,
      outcomes: Array.from({ length: 4 }, () => '- changed_meanwhile It was changed meanwhile.'),
    });
    expect(await textOf(draft.changelistId)).toBe(SCRIPT);
  });

  it('publishes once when two people do it at the same time', async () => {
    const items = idsOf(await preview());
    const both = await Promise.all([repoint(items), repoint(items)]);
    expect(both.map(({ outcomes }) => outcomes[0]).sort()).toEqual([
      '- changed_meanwhile It was changed meanwhile.',
      'ads repointed',
    ]);
    expect(await account.rows(sql`select from changelist where status = 'running'`)).toHaveLength(1);
    expect(await keysUsed()).toEqual(['ads next', 'clicks next', 'costs other']);
  });

  it('pointing to another key is refused for a key of another type', async () => {
    const items = await preview('api', 's3');
    const { changelistId, outcomes } = await repoint(idsOf(items), 'api', 's3');
    expect(changelistId).toBeNull();
    expect(outcomes[0]).toMatch(/^ads refused .* takes no keys of this type\.$/);
    expect(await keysUsed()).toEqual(['ads api', 'clicks api', 'costs other']);
  });

  it('moves work that waits for the suspended key to the other one', async () => {
    await account.rows(sql`update key set status = 'suspended' where name = 'api'`);
    const [waiting] = await account.rows(sql<{ id: string }>`
      insert into download (account_id, source, project, report_date, trigger, changelist_id, status)
      select account_id, 'ads', 'a', '2026-11-20', 'x', id, 'queued' from changelist where status = 'running' returning id`);
    await account.rows(sql`
      insert into unit (account_id, id, kind, purpose, state, blocked_kind, blocked_by)
      values (${account.accountId}::uuid, ${waiting?.id}, 'download', 'production', 'held', 'key', 'api')`);
    const { changelistId } = await repoint(idsOf(await preview()));
    expect(await account.rows(sql`select d.changelist_id, u.state from download d join unit u on u.id = d.id`)).toEqual(
      [{ changelist_id: changelistId, state: 'ready' }],
    );
    expect(server.woken).toContain(waiting?.id);
  });

  it('needs the permission to publish', async () => {
    const items = idsOf(await preview());
    await expect(repoint(items, 'api', 'next', operator)).rejects.toThrow('NOT_ALLOWED');
    expect(await keysUsed()).toEqual(['ads api', 'clicks api', 'costs other']);
  });
});
