import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { addFlow } from '../../../../testing/fill-account.ts';
import { useAccount } from '../../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../../testing/hooks/use-server.ts';

const server = useGraphqlServer();
const account = useAccount(server);
const other = useAccount(server);
const viewer = useClient(server, account, ['viewer']);
const stranger = useClient(server, other, ['operator']);
let flow: string;

beforeAll(async () => {
  flow = await addFlow(server.database, account, { status: 'STOPPED', finished: new Date().toISOString() });
  const key = `acct/${account.accountId}/result/assertion-000.csv`;
  await server.store.put(key, Readable.from([Buffer.from('site,clicks\n=1+1,-1\n')]));
  const insert = (name: string, severity: string, outcome: string, more: readonly (number | string | null)[]) =>
    server.database.withAccount(account.accountId, (tx) =>
      sql`
        insert into assertion_result (account_id, flow_id, name, table_name, severity, outcome, row_count, allowed_low, allowed_high, rows_key, uploads)
        values (${account.accountId}, ${flow}, ${name}, 'daily', ${severity}, ${outcome}, ${sql.join([...more])}, array['daily'])
      `.execute(tx),
    );
  await insert('has_clicks', 'stop', 'passed', [0, null, null, null]);
  await insert('size', 'warn', 'failed', [3, 4.5, 18, null]);
  await insert('some', 'stop', 'failed', [12, null, null, key]);
});

const FIELDS = 'id name table severity outcome row_count allowed_low allowed_high uploads rows_file';

async function assertions(): Promise<readonly Record<string, unknown>[]> {
  const data = await viewer.data(`{ flow(id: "${flow}") { assertions { ${FIELDS} } } }`);
  return (data as { flow: { assertions: Record<string, unknown>[] } }).flow.assertions;
}

const get = async (file: unknown, token: string, urlName = account.urlName) => {
  const answer = await fetch(`${server.url}/api/${urlName}/files/${String(file)}`, {
    headers: { authorization: `Bearer ${token}`, 'request-id': 'request-12345' },
  });
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
};

test('a flow shows what its assertions gave, those that failed first', async () => {
  const [size, some, passed, ...more] = await assertions();
  expect(more).toEqual([]);
  expect(size).toMatchObject({
    name: 'size',
    table: 'daily',
    severity: 'warn',
    outcome: 'failed',
    row_count: 3,
    allowed_low: 4.5,
    allowed_high: 18,
    uploads: ['daily'],
    rows_file: null,
  });
  expect(some).toMatchObject({ name: 'some', row_count: 12, rows_file: `${String(some?.id)}_assertion_rows.csv.gz` });
  expect(passed).toMatchObject({ name: 'has_clicks', outcome: 'passed', allowed_low: null, rows_file: null });
});

test('the rows of an assertion are a file without formulas, for people of the account', async () => {
  const [size, some] = await assertions();
  const { status, headers, body } = await get(some?.rows_file, viewer.token);
  expect(status).toBe(200);
  expect(gunzipSync(body).toString()).toBe("site,clicks\n'=1+1,-1\n");
  expect(headers.get('content-disposition')).toContain('some_2026-11-20_assertion_rows.csv.gz');
  expect((await get(some?.rows_file, stranger.token, other.urlName)).status).toBe(404);
  expect((await get(some?.rows_file, stranger.token)).status).toBe(403);
  expect((await get(`${String(size?.id)}_assertion_rows.csv.gz`, viewer.token)).status).toBe(404);
});

test('the event of a failed assertion names the same file', async () => {
  const [, some] = await assertions();
  const add = (code: string, assertion: string) =>
    server.database.withAccount(account.accountId, (tx) =>
      sql`
        insert into event (account_id, severity, code, message, flow_id, parameters)
        values (${account.accountId}, 'error', ${code}, 'x', ${flow}, ${JSON.stringify({ assertion })}::jsonb)
      `.execute(tx),
    );
  await add('ASSERTION_FAILED', 'some');
  await add('ASSERTION_ROW_COUNT', 'size');
  await add('UPLOAD_STOPPED', 'some');
  expect(await viewer.data(`{ flow(id: "${flow}") { events { code rows_file } } }`)).toEqual({
    flow: {
      events: [
        { code: 'UPLOAD_STOPPED', rows_file: null },
        { code: 'ASSERTION_ROW_COUNT', rows_file: null },
        { code: 'ASSERTION_FAILED', rows_file: some?.rows_file },
      ],
    },
  });
});
