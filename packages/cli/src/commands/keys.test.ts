import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { startKeyServices } from '@switchboard/connectors/testing/key-services';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { createDatabase } from '@switchboard/server/testing';
import { createVault } from '@switchboard/server/vault';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand, startCommand } from '../../test/run-command.ts';

const KEYS = 250;
const folder = useFolder('keys');
const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const both = [newKey, oldKey].map((key) => key.toString('base64')).join(',');
let drop: () => Promise<void>;
let own: Client;
let env: Record<string, string>;

beforeAll(async () => {
  const made = await createDatabase();
  drop = made.drop;
  env = { DATABASE_URL: made.url, MASTER_KEY: both, DATA_DIR: folder };
  own = new Client({ connectionString: made.url });
  await own.connect();
  const accounts = await own.query<{ id: string }>(
    `insert into account (url_name, name) values ('acme', 'Acme') returning id`,
  );
  const accountId = accounts.rows[0]?.id ?? '';
  const vault = createVault(oldKey);
  const { rows } = await own.query<{ id: string }>(`select uuidv7() as id from generate_series(1, ${KEYS})`);
  for (const [at, { id }] of rows.entries()) {
    const sealed = await vault.seal({ kind: 'key', accountId, id, type: 'basic', version: 1 }, { password: `p${at}` });
    await own.query(
      `insert into key (account_id, id, name, type, version, secrets, sealed_type, wrapped_key, master_key_id)
       values ($1, $2, $3, 'basic', 1, $4, 'basic', $5, $6)`,
      [accountId, id, `key ${at}`, sealed.secrets, sealed.wrappedKey, sealed.masterKeyId],
    );
  }
});
afterAll(async () => {
  await own.end();
  await drop();
});

const sealedWith = async (key: Buffer): Promise<number> =>
  (await own.query(`select from key where master_key_id = $1`, [createVault(key).masterKeyId])).rowCount ?? 0;

test('a rotation that is killed in the middle continues where it ended', async () => {
  // The last row is locked: the command gets no further than the batches before it.
  await own.query('begin');
  await own.query('select from key order by id desc limit 1 for update');
  const rotation = startCommand(['keys', 'rotate'], folder, env);
  await expect.poll(() => rotation.written().out).toContain('200 of 250 sealed with the current master key');
  rotation.kill('SIGKILL');
  expect((await rotation.ended).code).toBeNull();
  await own.query('rollback');
  expect([await sealedWith(newKey), await sealedWith(oldKey)]).toEqual([200, 50]);

  const again = await runCommand(['keys', 'rotate'], folder, env);
  expect(again).toMatchObject({ code: 0, err: '' });
  expect(again.out).toMatch(/^200 of 250 sealed .*\n250 of 250 sealed .*\nAll 250 are\./);
  expect([await sealedWith(newKey), await sealedWith(oldKey)]).toEqual([250, 0]);
  expect(await runCommand(['keys', 'rotate'], folder, env)).toMatchObject({ code: 0, err: '' });

  // The run that was killed has begun a rotation, the next one has ended it, and the third found nothing to do.
  const [from, to] = [oldKey, newKey].map((key) => createVault(key).masterKeyId);
  const { rows } = await own.query(
    `select kind, actor, account_id, target_name, before, after from audit_entry where kind like 'master_key%' order by id`,
  );
  const entry = { actor: 'system', account_id: null, target_name: to };
  const [started, resumed, rotated] = [
    { ...entry, kind: 'master_key_rotation_started', before: { keys: [from] }, after: { values: 250, sealed: 0 } },
    { ...entry, kind: 'master_key_rotation_started', before: { keys: [from] }, after: { values: 250, sealed: 200 } },
    { ...entry, kind: 'master_key_rotated', before: { keys: [from] }, after: { values: 250, sealed: 250 } },
  ];
  expect(rows).toEqual([started, resumed, rotated]);
});

test('a new signing key is made where there is one', async () => {
  const masterKey = newKey.toString('base64');
  const none = await runCommand(['keys', 'rotate-signing'], folder, { ...env, MASTER_KEY: masterKey });
  expect(none).toMatchObject({
    code: 1,
    err: 'The installation has no signing key yet. Start Switchboard, which makes one.\n',
  });
  await own.query(`insert into signing_key (purpose, secret, created) values ('token', '', now() - interval '1 day')`);
  const made = await runCommand(['keys', 'rotate-signing'], folder, { ...env, MASTER_KEY: masterKey });
  expect(made).toMatchObject({ code: 0, err: '' });
  expect(made.out).toContain('A new key is published. It signs in five minutes');
  const { rows } = await own.query('select retired > now() as retires from signing_key order by created');
  expect(rows).toEqual([{ retires: true }, { retires: null }]);
  await own.query('delete from signing_key');
});

test('says which rows it cannot open, and changes none of them', async () => {
  const lost = { ...env, MASTER_KEY: randomBytes(32).toString('base64') };
  const refused = await runCommand(['keys', 'rotate'], folder, lost);
  expect(refused.code).toBe(1);
  expect(refused.err).toContain(`it was sealed with master key ${createVault(newKey).masterKeyId}.`);
  expect(refused.err).toContain('250 rows cannot be opened. Add their master key to MASTER_KEY');
  expect(await sealedWith(newKey)).toBe(250);
});

test('moves to a master key of a key service, and says when that service is away', async () => {
  const services = await startKeyServices();
  try {
    const reference = services.references.vault;
    const moving = {
      ...env,
      ...services.settings(join(folder, 'service-account.json')),
      MASTER_KEY: `${reference},${newKey.toString('base64')}`,
    };
    services.setAway(true);
    const away = await runCommand(['keys', 'rotate'], folder, moving);
    expect(away).toMatchObject({ code: 1, out: '' });
    expect(away.err).toContain(`The service of ${reference} cannot be reached: 127.0.0.1: `);
    expect(await sealedWith(newKey)).toBe(250);

    services.setAway(false);
    const moved = await runCommand(['keys', 'rotate'], folder, moving);
    expect(moved).toMatchObject({ code: 0, err: '' });
    expect(moved.out).toContain(`${reference} wraps its master key with the newest version of its key\n`);
    expect(moved.out).toContain('All 250 are.');
    expect(await sealedWith(newKey)).toBe(0);
  } finally {
    await services.close();
  }
});
