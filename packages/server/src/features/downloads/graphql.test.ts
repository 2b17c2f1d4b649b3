import { formatDateTime } from '@switchboard/model';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BuiltAccount, buildAccount } from '../../../testing/build-account.ts';
import { buildSource } from '../../../testing/build-plan.ts';
import { addDownload } from '../../../testing/fill-account.ts';
import { ask, type GraphqlServer, startGraphqlServer } from '../../../testing/graphql-server.ts';

let server: GraphqlServer;
let account: BuiltAccount;
let token: string;
const HOUR = 3_600_000;

beforeAll(async () => {
  server = await startGraphqlServer();
  account = await buildAccount(server.database, { sources: [buildSource('ads')] });
  token = await server.tokenOf({ [account.accountId]: ['viewer'] });
});
afterAll(() => server.stop());

async function waitingText(id: string): Promise<unknown> {
  const answer = await ask(
    server,
    { token, account: account.urlName },
    `{ download(id: "${id}") { waiting_text { text tooltip } } }`,
  );
  expect(answer.errors).toEqual([]);
  return (answer.data as { download: { waiting_text: unknown } }).download.waiting_text;
}

test('a download that waits for its source says when that was and will be looked at', async () => {
  const now = Date.now();
  const last = new Date(now - HOUR);
  const next = new Date(now + HOUR);
  await server.database.withAccount(account.accountId, (tx) =>
    sql`insert into source (account_id, name, project, connector, scheduled_through, last_probe, next_probe)
      values (${account.accountId}, 'ads', 'marketing', 'http', now(), ${last}, ${next})`.execute(tx),
  );
  const shown = (time: Date): string =>
    `${formatDateTime(time.toISOString(), { now: new Date(), timezone: 'UTC' })} UTC`;
  expect(await waitingText(await addDownload(server.database, account, { source: 'ads', status: 'queued' }))).toEqual({
    text: 'Checking for new files',
    tooltip: `Last probe: ${shown(last)}. Next probe: ${shown(next)}.`,
  });
});

test('a source that nobody has published is said to be without a probe', async () => {
  const id = await addDownload(server.database, account, { source: 'never published', status: 'queued' });
  expect(await waitingText(id)).toEqual({
    text: 'Checking for new files',
    tooltip: 'Source has not been probed yet. Next probe will be scheduled shortly.',
  });
});

test('an id that is none is no download', async () => {
  const answer = await ask(server, { token, account: account.urlName }, '{ download(id: "ads") { id } }');
  expect(answer).toMatchObject({ data: { download: null }, errors: [] });
});
