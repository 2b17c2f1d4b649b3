import { randomBytes } from 'node:crypto';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { rotateMasterKey } from '../../src/identity/master-keys/rotate-master-key.ts';
import { SEALED_COLUMNS } from '../../src/programs/sealed-columns.ts';
import { buildAccount } from '../../testing/build-account.ts';
import { useDatabase } from '../../testing/hooks/use-database.ts';
import { addSealedValues, outcomesOf, rotateUnderLoad, startProgram, tryAll } from './rotate-under-load.ts';

const loaded = useDatabase({ own: true });
const plain = useDatabase({ own: true });
const folder = useFolder('rotation');

/** Binary columns that no master key opens: hashes, public keys, and what data keys seal. */
const OTHER_COLUMNS = [
  'audit_entry.hash',
  'audit_entry.previous_hash',
  'audit_stream.secrets',
  'factor_link.hash',
  'integration.secrets',
  'invitation.token_hash',
  'key.secrets',
  'oauth_sign_in.browser_hash',
  'oauth_sign_in.state_hash',
  'passkey.public_key',
  'password_reset.token_hash',
  'recovery_code.hash',
  'saml_assertion.id_hash',
  'service_token.hash',
  'sign_in_failure.email_hash',
  'sign_in_level.key_hash',
  'sso_attempt.state_hash',
  'sso_connection.secrets',
];

test('rotates the master key while units run: nothing fails, and the old key opens nothing afterwards', async () => {
  const days = 7;
  const run = await rotateUnderLoad(loaded, folder, days);
  expect(run.openedBefore).toEqual({ values: 6, opened: 6 });
  expect(run.openAtEnd).toBeGreaterThan(0);
  expect(run.outcomes).toEqual(outcomesOf(days));
  expect(run.requests).toEqual({ all: days, withKey: days });
  expect(run.result).toMatchObject({ done: run.result.total, unopened: [] });

  expect(await tryAll(loaded.database, run.oldKey)).toMatchObject({ opened: 0 });
  const all = await tryAll(loaded.database, run.newKey);
  expect(all).toEqual({ values: all.values, opened: all.values });
  await (await startProgram(loaded.url, folder, [run.newKey], 'api')).stop();
  await expect(startProgram(loaded.url, folder, [run.oldKey], 'api')).rejects.toThrow('MASTER_KEY does not match');
});

test('the program does not start without a master key that rows need, and names it', async () => {
  const { database, url } = plain;
  const [first, second] = [randomBytes(32), randomBytes(32)];
  await addSealedValues(database, await buildAccount(database), first);
  await database.withIdentity((tx) => sql`delete from signing_key`.execute(tx));
  const program = startProgram(url, folder, [second], 'api');
  await expect(program).rejects.toThrow(
    /^The master key [0-9a-f]{16} is missing: 1 rows of "key" are sealed with it\./,
  );

  const lost = await rotateMasterKey(database, SEALED_COLUMNS, second);
  expect(lost).toMatchObject({ done: 2, total: 6 });
  expect(lost.unopened.map(({ table }) => table)).toEqual(['key', 'integration', 'authenticator_app', 'oidc_payload']);
  expect(await rotateMasterKey(database, SEALED_COLUMNS, [second, first])).toEqual({ done: 6, total: 6, unopened: [] });
  expect(await tryAll(database, first)).toEqual({ values: 6, opened: 0 });
  await (await startProgram(url, folder, [second], 'api')).stop();
});

test('every binary column of the database is rotated, or known to hold nothing that a master key seals', async () => {
  const { rows } = await plain.database.withSystem((tx) =>
    sql<{ name: string }>`
      select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.atttypid = 'bytea'::regtype
        and a.attnum > 0 and not a.attisdropped and not c.relispartition`.execute(tx),
  );
  const sealed = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...OTHER_COLUMNS, ...sealed].toSorted());
});
