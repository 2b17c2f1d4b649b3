import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { saveKey } from '../../../testing/key-answers.ts';
import { publishText } from '../../../testing/publish-text.ts';

const server = useGraphqlServer();
const account = useAccount(server);
const elsewhere = useAccount(server);
const operator = useClient(server, account, ['operator']);
const viewer = useClient(server, account, ['viewer']);
const stranger = useClient(server, elsewhere, ['tester']);

const SCRIPT = `
  download clicks from {
    type: "http"; key: "api"; url: "https://ads.example/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; lookback_days: 2;
  } using { day: date; id: integer; };
  download ads from {
    type: "http"; key: "api"; url: "https://ads.example/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; lookback_days: 2;
  } using { day: date; id: integer; };
  table daily is select day, id from ads;
  upload daily to { type: "file"; path: "daily/{YYYY-MM-DD}.csv"; format: "csv"; };`;

beforeAll(async () => {
  const properties = { api_token: 'canary-1b9f', prefix: 'Token', hosts: 'api.example' };
  await saveKey(operator, { name: 'api', credential_type: 'api_token', description: 'For ads.', properties });
  await saveKey(operator, {
    name: 'unused',
    credential_type: 'basic',
    properties: { username: 'u', password: 'p', hosts: 'api.example' },
  });
  await publishText(server.database, account, SCRIPT);
});

const NONE = { impactedDownloads: { nodes: [] }, impactedUploads: { nodes: [] } };

const details = async (field: string, by = viewer) => {
  const { data, errors } = await by.ask(`{ key: ${field} {
    name credential_type credential_type_name status description version suspended_reason properties properties_exist
    created created_by { name } updated updated_by { name } last_used last_used_by { kind name } next_affected { upload is_deadline }
    downloadsUsingKey { name project status } uploadsUsingKey { name }
  } }`);
  expect(errors).toEqual([]);
  return (data as { key: Record<string, unknown> | null }).key;
};
const using = async (): Promise<unknown> => (await details('credential(name: "api")'))?.['downloadsUsingKey'];
const impacted = (of: string, page = '', by = viewer) =>
  by.data(`{ impactedDownloads(credential: "${of}"${page}) { nodes { name status } }
    impactedUploads(credential: "${of}") { nodes { name status } } }`);

describe('a key', () => {
  it.each(['credential(name: "api")', 'keyDetails(keyName: "api")'])(
    'a key is shown by %s without its secrets, with which of them are stored',
    { tags: ['spec:call-credential', 'spec:call-key-details', 'spec:credential-fields'] },
    async (field) => {
      const person = { name: expect.stringMatching(/^Person \d+$/) as unknown };
      expect(await details(field)).toEqual({
        name: 'api',
        credential_type: 'api_token',
        credential_type_name: 'API token',
        status: 'active',
        description: 'For ads.',
        version: 1,
        suspended_reason: null,
        properties: { prefix: 'Token', hosts: 'api.example' },
        properties_exist: { api_token: true },
        created: expect.any(String) as unknown,
        created_by: person,
        updated: expect.any(String) as unknown,
        updated_by: person,
        last_used: null,
        last_used_by: null,
        next_affected: { upload: 'daily', is_deadline: false },
        downloadsUsingKey: [
          { name: 'ads', project: 'a', status: 'working' },
          { name: 'clicks', project: 'a', status: 'working' },
        ],
        uploadsUsingKey: [],
      });
    },
  );

  it('a key is found by its former name, and not once it is deleted', async () => {
    await saveKey(operator, { name: 'unused', new_name: 'spare' });
    expect(await details('credential(name: "unused")')).toMatchObject({ name: 'spare' });
    await saveKey(operator, { name: 'spare', status: 'archived' });
    expect(await details('credential(name: "spare")')).toBeNull();
    expect(await details('credential(name: "unused")')).toBeNull();
  });

  it('a key of another account is not found', async () => {
    expect(await details('credential(name: "api")', stranger)).toBeNull();
    expect(await impacted('api', '', stranger)).toEqual(NONE);
    expect(await details('credential(name: "a\\u0000b")')).toBeNull();
  });

  it('says when a run that uses it last completed, and of what', async () => {
    for (const [day, status, finished] of [
      ['2026-11-20', 'completed', '2026-11-20T06:00:00Z'],
      ['2026-11-21', 'completed', '2026-11-21T06:00:00Z'],
      ['2026-11-22', 'failed', '2026-11-22T06:00:00Z'],
    ])
      await account.rows(sql`insert into download (account_id, source, project, report_date, trigger, changelist_id, status, finished)
        select ${account.accountId}::uuid, 'clicks', 'a', ${day}::date, ${day}, id, ${status}, ${finished}::timestamptz
        from changelist where status = 'running'`);
    expect(await details('credential(name: "api")')).toMatchObject({
      last_used: '2026-11-21T06:00:00.000Z',
      last_used_by: { kind: 'download', name: 'clicks' },
    });
  });
});

describe('what depends on a key', () => {
  it('works, is suspended by itself, or is blocked by the key', { tags: 'spec:key-dependencies' }, async () => {
    await account.rows(sql`update download_declaration set status = 'suspended' where name = 'clicks'`);
    expect(await using()).toMatchObject([{ status: 'working' }, { status: 'suspended' }]);
    await account.rows(sql`update key set status = 'suspended' where name = 'api'`);
    expect(await using()).toMatchObject([{ status: 'blocked' }, { status: 'suspended' }]);
  });

  it('includes the uploads that read its downloads', { tags: 'spec:call-impacted' }, async () => {
    const ads = { name: 'ads', status: 'blocked' };
    const clicks = { name: 'clicks', status: 'suspended' };
    expect(await impacted('api')).toEqual({
      impactedDownloads: { nodes: [ads, clicks] },
      impactedUploads: { nodes: [{ name: 'daily', status: 'blocked' }] },
    });
    expect(await impacted('api', ', first: 1')).toMatchObject({ impactedDownloads: { nodes: [ads] } });
    expect(await impacted('api', ', last: 1')).toMatchObject({ impactedDownloads: { nodes: [clicks] } });
    expect(await impacted('nothing')).toEqual(NONE);
  });
});
