import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addDownload, addUnitOf } from '../../../testing/fill-account.ts';
import { createClient } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useGraphqlServer } from '../../../testing/hooks/use-server.ts';

const server = useGraphqlServer();
const account = useAccount(server);
const FIELDS =
  '__typename ... on KeptData { kept_kinds { kind days is_own installation_days min_days due due_bytes } }';
const READ = 'query($account: String!) { kept_data(account: $account) { kept_kinds { kind days is_own due } } }';
const SAVE = `mutation($account: String!, $kind: String!, $days: Int, $as_installation: Boolean) {
  save_kept_data(account: $account, kind: $kind, days: $days, as_installation: $as_installation) { ${FIELDS} } }`;
type Kinds = { readonly kept_kinds: readonly { readonly kind: string }[] };

test('an administrator sets for how long an account keeps a kind, sees what would go, and the audit log has it', async () => {
  const id = await addDownload(server.database, account, { status: 'failed', finished: '2020-01-01T00:00:00Z' });
  await addUnitOf(server.database, account, id, { kind: 'download' });
  await account.rows(
    sql`update download set raw = '[{"key": "acct/x;bytes=7;sha256=${sql.raw('0'.repeat(64))}"}]' where id = ${id}`,
  );
  const support = createClient(server, { token: await server.tokenOf({}, ['cs']) });
  const save = async (more: object): Promise<object | undefined> => {
    const input = { account: account.urlName, kind: 'raw_files', ...more };
    const { save_kept_data: saved } = await support.data<{ save_kept_data: Kinds }>(SAVE, input);
    return saved.kept_kinds.find(({ kind }) => kind === 'raw_files');
  };
  expect(await save({ days: 60 })).toEqual({
    kind: 'raw_files',
    days: 60,
    is_own: true,
    installation_days: null,
    min_days: 30,
    due: 1,
    due_bytes: 7,
  });
  const { kept_data: kept } = await support.data<{ kept_data: Kinds }>(READ, { account: account.urlName });
  expect(kept.kept_kinds.find(({ kind }) => kind === 'units')).toEqual({
    kind: 'units',
    days: null,
    is_own: false,
    due: null,
  });
  expect(await save({ as_installation: true })).toMatchObject({ days: null, is_own: false, due: null });
  const entries = await account.rows(
    sql`select after from audit_entry where kind = 'data_retention_changed' order by sequence`,
  );
  expect(entries).toEqual([{ after: { raw_files: 60 } }, { after: { raw_files: 'installation' } }]);
});

test('days that are too few, and unknown kinds and accounts, are refused', async () => {
  const support = createClient(server, { token: await server.tokenOf({}, ['cs']) });
  const input = { account: account.urlName, kind: 'units', days: 89 };
  await expect(support.data(SAVE, input)).rejects.toThrow('between 90 and 36500');
  await expect(support.data(SAVE, { ...input, kind: 'rows' })).rejects.toThrow('kind must be one of');
  expect(await support.data(SAVE, { ...input, account: 'unknown', days: 90 })).toMatchObject({
    save_kept_data: { __typename: 'NotFoundError' },
  });
});
