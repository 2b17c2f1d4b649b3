import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { buildAccount, buildDraft } from '../../../testing/build-account.ts';
import { createDatabase, queryAsSuperuser } from '../../../testing/database.ts';
import { addDownload, addEvent, addFlow, addUpload } from '../../../testing/fill-account.ts';
import { startGraphqlServer } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';

// Its tests close connections of the server.
const server = useGraphqlServer({ makeDatabase: createDatabase });
const mine = useAccount(server);
const theirs = useAccount(server);
const me = useClient(server, mine, ['viewer']);
const other = useClient(server, theirs, ['viewer']);

type Changes = {
  downloads: { id: string; status: string; parts: unknown[] }[];
  uploads: { id: string }[];
  events: { id: string; message: string }[];
  changelists: { id: string; status: string }[];
  overflow: boolean;
};
type Message = { data?: { changes: Changes }; errors?: { message: string; extensions: Record<string, unknown> }[] };

const TEXT =
  'subscription { changes { downloads { id status parts { id } } uploads { id } events { id message } changelists { id status } incidents overflow } }';

/** Reads the stream as the console does. */
async function follow(as = me, account = mine) {
  const leave = new AbortController();
  const response = await fetch(`${server.url}/api/graphql`, {
    method: 'POST',
    signal: leave.signal,
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      'request-id': 'request-12345',
      authorization: `Bearer ${as.token}`,
      'account-uri': account.urlName,
    },
    body: JSON.stringify({ query: TEXT }),
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  /** The next piece of the stream between empty lines; null at its end. */
  const piece = async (): Promise<string | null> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const found = text.slice(0, end);
        text = text.slice(end + 2);
        return found;
      }
      const read = await reader?.read();
      if (!read || read.done) return null;
      text += read.value;
    }
  };
  const next = async (): Promise<Message | 'complete' | null> => {
    for (;;) {
      const found = await piece();
      if (found === null) return null;
      if (found.startsWith('event: complete')) return 'complete';
      const data = /^data: (.*)$/m.exec(found)?.[1];
      if (data) return JSON.parse(data) as Message;
    }
  };
  const changes = async (): Promise<Changes> => {
    const message = await next();
    if (message === null || message === 'complete' || !message.data) throw new Error(JSON.stringify(message));
    return message.data.changes;
  };
  return { response, piece, next, changes, leave: () => leave.abort() };
}

describe('the stream', () => {
  test('begins with a heartbeat and sends each change with its state at that time', async () => {
    const client = await follow();
    expect(client.response.headers.get('content-type')).toContain('text/event-stream');
    expect(await client.piece()).toBe(':');
    const id = await addDownload(server.database, mine, { status: 'downloading' });
    expect(await client.changes()).toEqual({
      downloads: [{ id, status: 'downloading', parts: [] }],
      uploads: [],
      events: [],
      changelists: [],
      incidents: [],
      overflow: false,
    });
    await mine.rows(sql`update download set status = 'completed' where id = ${id}`);
    expect((await client.changes()).downloads).toEqual([{ id, status: 'completed', parts: [] }]);
    const flow = await addFlow(server.database, mine);
    const upload = await addUpload(server.database, mine, flow);
    expect((await client.changes()).uploads).toEqual([{ id: upload }]);
    const draft = await buildDraft(server.database, mine, '// A draft');
    expect((await client.changes()).changelists).toEqual([{ id: draft, status: 'draft' }]);
    await mine.rows(sql`update changelist set status = 'archived' where id = ${draft}`);
    expect((await client.changes()).changelists).toEqual([{ id: draft, status: 'archived' }]);
    client.leave();
  });

  test('names a draft that is commented on, reviewed, opened and closed, but not each time that a tab reports', async () => {
    const client = await follow();
    await client.piece();
    const id = await buildDraft(server.database, mine, '// A draft');
    await client.changes();
    const draft = [{ id, status: 'draft' }];
    const person = sql`(select person_id from membership where account_id = ${mine.accountId} limit 1)`;
    const of = sql`${mine.accountId}, ${id}`;
    for (const change of [
      sql`insert into draft_comment (account_id, changelist_id, version, body, created_by) values (${of}, 1, 'x', ${person})`,
      sql`insert into draft_review (account_id, changelist_id, version, kind, person_id) values (${of}, 1, 'requested', ${person})`,
      sql`insert into draft_presence (account_id, changelist_id, tab_id, person_id, is_editing)
        values (${of}, uuidv7(), ${person}, false)`,
      sql`update draft_presence set is_editing = true`,
    ]) {
      await mine.rows(change);
      expect((await client.changes()).changelists).toEqual(draft);
    }
    await mine.rows(sql`update draft_presence set seen = now()`);
    const event = await addEvent(server.database, mine);
    expect(await client.changes()).toMatchObject({ events: [{ id: event }], changelists: [] });
    await mine.rows(sql`delete from draft_presence`);
    expect((await client.changes()).changelists).toEqual(draft);
    client.leave();
  });

  test('each message loads its data again', async () => {
    const client = await follow();
    await client.piece();
    const id = await addDownload(server.database, mine);
    expect((await client.changes()).downloads[0]?.parts).toEqual([]);
    await mine.inAccount(async (tx) => {
      await sql`insert into download_part (account_id, download_id, name, project, tables, columns, row_count, dirty_row_count,
        dirty_row_status, new_dirty_row_count, new_dirty_row_status, bytes)
        values (${mine.accountId}, ${id}, 'ads', 'x', '[]', '[]', 1, 0, 'none', 0, 'none', 1)`.execute(tx);
      await sql`update download set status = 'completed' where id = ${id}`.execute(tx);
    });
    expect((await client.changes()).downloads[0]?.parts).toHaveLength(1);
    client.leave();
  });

  test('many clients get the same changes, and none of other accounts', async () => {
    const clients = await Promise.all(Array.from({ length: 20 }, () => follow()));
    for (const client of clients) await client.piece();
    await addEvent(server.database, theirs, { message: 'canary' });
    const id = await addEvent(server.database, mine, { message: 'Seen by all' });
    for (const client of clients) expect((await client.changes()).events).toEqual([{ id, message: 'Seen by all' }]);
    for (const client of clients) client.leave();
  });

  test('cuts what does not fit into a message, and marks it as an overflow', async () => {
    const client = await follow();
    await client.piece();
    await mine.rows(sql`
      insert into event (account_id, severity, code, message)
      select ${mine.accountId}, 'info', 'RETRIED', 'many' from generate_series(1, 300)`);
    const changes = await client.changes();
    expect(changes.overflow).toBe(true);
    expect(changes.events).toHaveLength(200);
    client.leave();
  });

  test('clients fetch again after the database closed its connection, and get changes from then on', async () => {
    const client = await follow();
    await client.piece();
    const ended = await queryAsSuperuser(
      server.databaseUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'listen switchboard_changes'`,
    );
    expect(ended).toHaveLength(1);
    expect((await client.changes()).overflow).toBe(true);
    const id = await addEvent(server.database, mine, { message: 'After the break' });
    expect((await client.changes()).events).toEqual([{ id, message: 'After the break' }]);
    client.leave();
  });

  test('forgets clients that disconnect', async () => {
    await expect.poll(() => server.feed.followers()).toBe(0);
    const clients = await Promise.all(Array.from({ length: 5 }, () => follow()));
    for (const client of clients) await client.piece();
    expect(server.feed.followers()).toBe(5);
    for (const client of clients) client.leave();
    await expect.poll(() => server.feed.followers()).toBe(0);
  });

  test('the stream is refused for other accounts, as any call is', async () => {
    expect((await follow(me, theirs)).response.status).toBe(403);
    expect((await follow(other, mine)).response.status).toBe(403);
  });

  test('completes when the server closes the feed', async () => {
    const own = await startGraphqlServer();
    const account = await buildAccount(own.database);
    const reader = own.feed.follow(account.accountId);
    const waiting = reader.next();
    await own.stop();
    expect((await waiting).done).toBe(true);
  });
});
