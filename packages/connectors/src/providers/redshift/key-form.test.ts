import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyKey } from '../../key-forms/verify-key.ts';
import { buildContext } from '../../testing/context.ts';
import { changeKey } from '../../testing/harness.ts';
import { createTestRedshift, type TestRedshift } from '../../testing/redshift/server.ts';

let redshift: TestRedshift;
beforeAll(async () => {
  redshift = await createTestRedshift();
});
afterAll(() => redshift.close());

it('takes a login with an access key, and one without, which serves downloads', async () => {
  const none = { aws_access_key_id: null, aws_secret_access_key: null, endpoint: null };
  for (const key of [redshift.key, changeKey(redshift.key, none)])
    expect(await verifyKey(key, buildContext())).toEqual({ ok: true, tried: true });
});

it.each([
  [{ password: 'wrong' }, 'password', 'incorrect_user_or_password'],
  [{ db_name: 'nowhere' }, 'db_name', 'database_does_not_exist'],
  [{ port: 1 }, 'port', 'port_inaccessible'],
  [{ aws_secret_access_key: 'wrong' }, 'aws_secret_access_key', 'incorrect_secret_access_key'],
  [{ aws_access_key_id: 'AKIAUNKNOWN' }, 'aws_access_key_id', 'unknown_access_key'],
  [{ aws_secret_access_key: null }, 'aws_secret_access_key', 'field_required'],
] as const)('says what is wrong with %j', async (change, field, typeId) => {
  expect(await verifyKey(changeKey(redshift.key, change), buildContext())).toMatchObject({
    ok: false,
    problems: [{ typeId, field }],
  });
});
