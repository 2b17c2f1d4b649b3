import { beforeAll, describe, expect, test } from 'vitest';
import { queryAsSuperuser } from '../../../testing/database.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { useFilledAccount } from '../../../testing/isolation/use-filled-account.ts';
import { EXPORTED_PARTS } from './exported-parts.ts';

const server = useGraphqlServer();
const filled = useFilledAccount(server);
const other = useFilledAccount(server);
const viewer = useClient(server, filled, ['viewer']);
let support = '';
let secrets: readonly string[] = [];
beforeAll(async () => {
  support = await server.tokenOf({}, ['cs']);
  const rows = await queryAsSuperuser<{ secret: string }>(
    server.databaseUrl,
    `select encode(secrets, 'hex') as secret from key where account_id = $1 and secrets is not null
      union all select encode(hash, 'hex') from service_token where account_id = $1`,
    [filled.accountId],
  );
  secrets = rows.map(({ secret }) => secret);
});

const request = (token: string, urlName = filled.urlName) =>
  fetch(`${server.url}/api/${urlName}/export`, {
    headers: { authorization: `Bearer ${token}`, 'request-id': 'request-12345' },
  });
type Line = { readonly kind: string; readonly [name: string]: unknown };
async function linesFor(token: string, urlName?: string): Promise<readonly Line[]> {
  const response = await request(token, urlName);
  expect([response.status, response.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringContaining('.jsonl'),
  ]);
  return (await response.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

describe('the export of an account', () => {
  test('contains every kind of definition, no secret and nothing of another account', async () => {
    const lines = await linesFor(filled.person.token);
    const kinds = new Set(lines.map(({ kind }) => kind));
    expect(EXPORTED_PARTS.map(({ kind }) => kind).filter((kind) => !kinds.has(kind))).toEqual(['source_contract']);
    expect(lines.find(({ kind }) => kind === 'account')).toMatchObject({ url_name: filled.urlName });
    expect(lines.find(({ kind }) => kind === 'user')).toMatchObject({
      email: filled.email,
      roles: expect.arrayContaining(['cs']) as unknown,
    });
    expect(lines.find(({ kind, id }) => kind === 'version' && id === filled.draftId)).toMatchObject({
      files: [{ path: `${filled.word}.sbs`, sha256: expect.any(String) as unknown }],
    });
    const text = JSON.stringify(lines);
    expect(text).toContain(`// ${filled.word}`);
    for (const foreign of [other.word, other.accountId, other.email]) expect(text).not.toContain(foreign);
    expect(secrets.length).toBeGreaterThan(0);
    for (const secret of secrets) expect(text).not.toContain(secret);
    for (const name of ['secrets', 'wrapped_key', 'hash', 'token']) expect(text).not.toContain(`"${name}":`);
  });

  test('pages through more rows than one transaction reads, each once', async () => {
    await queryAsSuperuser(
      server.databaseUrl,
      `insert into changelist (account_id, description) select $1, 'Version ' || n from generate_series(1, 450) n`,
      [filled.accountId],
    );
    const versions = (await linesFor(filled.person.token)).filter(({ kind }) => kind === 'version');
    expect(versions.length).toBeGreaterThan(450);
    expect(new Set(versions.map(({ id }) => id)).size).toBe(versions.length);
  });

  test('needs its permission, and is recorded', async () => {
    expect((await request(viewer.token)).status).toBe(403);
    expect((await request(viewer.token, other.urlName)).status).toBe(403);
    await linesFor(filled.person.token);
    const entries = await queryAsSuperuser(
      server.databaseUrl,
      `select kind from audit_entry where account_id = $1 and kind = 'account_exported'`,
      [filled.accountId],
    );
    expect(entries.length).toBeGreaterThan(0);
  });

  test('reaches a deactivated account for who manages all accounts, until its erasure has begun', async () => {
    await queryAsSuperuser(server.databaseUrl, `update account set status = 'deactivated' where id = $1`, [
      other.accountId,
    ]);
    expect((await request(other.person.token, other.urlName)).status).toBe(403);
    expect((await request(filled.person.token, other.urlName)).status).toBe(403);
    expect((await linesFor(support, other.urlName)).length).toBeGreaterThan(10);
    await queryAsSuperuser(server.databaseUrl, 'update account set erasure_started = now() where id = $1', [
      other.accountId,
    ]);
    expect((await request(support, other.urlName)).status).toBe(403);
  });
});
