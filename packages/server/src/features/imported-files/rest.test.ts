import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { LIMITS } from '@switchboard/model/limits';
import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { buildAccount } from '../../../testing/build-account.ts';
import type { Client as Person } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { showFolder } from '../../db/export-folders.ts';

const server = useGraphqlServer();
const account = useAccount(server);
const developer = useClient(server, account, ['developer']);
const operator = useClient(server, account, ['operator']);

const folderOf = (id: string): string => join(server.importFolder, id, 'imported');

async function put(file: string, body: BodyInit, by: Pick<Person, 'token'> = developer, type = 'text/csv') {
  const answer = await fetch(`${server.url}/api/${account.urlName}/imports/${file}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${by.token}`, 'content-type': type },
    body,
  });
  return { status: answer.status, body: (await answer.json()) as { errors?: { message: string }[] } };
}

it('keeps a file in the folder of its account, and replaces it by the next one', async () => {
  expect(await put('orders.csv', 'id,total\n1,2.50\n')).toEqual({
    status: 200,
    body: { path: 'imported/orders.csv', bytes: 16 },
  });
  expect(await put('orders.csv', 'id,total\n1,3\n')).toMatchObject({ status: 200 });
  const folder = folderOf(account.accountId);
  expect(readFileSync(join(folder, 'orders.csv'), 'utf8')).toBe('id,total\n1,3\n');
  expect(readdirSync(folder)).toEqual(['orders.csv']);
  // Sources wait for a minute after the last change of a file that may still grow; this one is complete.
  expect(statSync(join(folder, 'orders.csv')).mtimeMs).toBeLessThan(Date.now() - 60_000);
});

it('keeps every byte of a large file', async () => {
  const content = Buffer.alloc(8 * 1024 ** 2, 'a,ä,"b\n"\n');
  expect(await put('large.csv', content)).toMatchObject({ status: 200 });
  const held = readFileSync(join(folderOf(account.accountId), 'large.csv'));
  expect(createHash('sha256').update(held).digest('hex')).toBe(createHash('sha256').update(content).digest('hex'));
});

it.each(['orders', '..%2Forders.csv', '.csv', 'Orders.csv', '9.csv', 'a%00.csv', 'a-b.csv', `${'a'.repeat(64)}.csv`])(
  'refuses the name %s',
  async (file) => {
    const { status, body } = await put(file, 'a\n1\n');
    expect([status, body.errors?.[0]?.message]).toEqual([400, expect.stringContaining('must be lower-case letters')]);
  },
);

it('refuses other contents, an empty file and a file that is too large, and leaves what was there', async () => {
  await put('kept.csv', 'a\n1\n');
  expect(await put('kept.csv', '{}', developer, 'application/json')).toMatchObject({ status: 400 });
  expect(await put('kept.csv', '')).toMatchObject({ status: 400 });
  const { status, body } = await put('kept.csv', Buffer.alloc(LIMITS.importedFileBytes + 1, 'a'));
  expect([status, body.errors?.[0]?.message]).toEqual([
    400,
    expect.stringMatching(/^kept\.csv has more than 50\.0 MB\. /),
  ]);
  const folder = folderOf(account.accountId);
  expect(readFileSync(join(folder, 'kept.csv'), 'utf8')).toBe('a\n1\n');
  expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
});

it('leaves nothing of a file whose connection breaks', async () => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `PUT /api/${account.urlName}/imports/broken.csv HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${developer.token}\r\ncontent-type: text/csv\r\ncontent-length: 1000\r\n\r\na,b\n`,
  );
  const folder = folderOf(account.accountId);
  const held = (): readonly string[] => readdirSync(folder).filter((name) => name.includes('broken'));
  await expect.poll(held).toHaveLength(1);
  socket.destroy();
  await expect.poll(held).toEqual([]);
});

it('needs the permission to develop scripts, in this account', async () => {
  expect(await put('mine.csv', 'a\n1\n', operator)).toMatchObject({ status: 403 });
  const other = await buildAccount(server.database);
  const stranger = { token: await server.tokenOf({ [other.accountId]: ['developer'] }) };
  expect(await put('mine.csv', 'a\n1\n', stranger)).toMatchObject({ status: 403 });
  expect(readdirSync(folderOf(account.accountId))).not.toContain('mine.csv');
});

it('an account has a limit of files, which replacing one does not count against', async () => {
  const full = await buildAccount(server.database);
  const token = await server.tokenOf({ [full.accountId]: ['developer'] });
  const folder = folderOf(full.accountId);
  mkdirSync(folder, { recursive: true });
  for (let file = 0; file < LIMITS.importedFiles; file += 1) writeFileSync(join(folder, `f${file}.csv`), 'a\n');
  const send = (file: string) =>
    fetch(`${server.url}/api/${full.urlName}/imports/${file}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
      body: 'b\n',
    });
  expect((await send('more.csv')).status).toBe(400);
  expect((await send('f0.csv')).status).toBe(200);
});

it('refuses a file while workers read another folder', async () => {
  const worker = new Client({ connectionString: server.databaseUrl });
  await worker.connect();
  onTestFinished(() => worker.end());
  await worker.query(showFolder(1));
  const { status, body } = await put('split.csv', 'a\n1\n');
  expect([status, body.errors?.[0]?.message]).toEqual([
    400,
    expect.stringContaining('their DATA_DIR are different folders'),
  ]);
});
