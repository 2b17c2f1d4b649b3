import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { addKey } from '../src/identity/keys/add-key.ts';
import { branchDraft, saveDraft } from '../testing/draft-calls.ts';
import { createClient } from '../testing/graphql-server.ts';
import { useAccount } from '../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../testing/hooks/use-server.ts';
import { useStarted } from '../testing/hooks/use-started.ts';
import { useWarehouse } from '../testing/hooks/use-warehouse.ts';
import { useWorkers } from '../testing/hooks/use-workers.ts';
import { csvAnswer, startSourceServer } from '../testing/source-server.ts';

const SECRET = 'canary-token-of-the-provider';

const server = useGraphqlServer({ wake: async (tx, unit) => workers.roles.queue.wake(tx, unit) });
const workers = useWorkers(server);
const account = useAccount(server);
const developer = useClient(server, account, ['developer']);

/** A server that keeps what it was asked, and the credentials that came with it. */
const useRecorder = () =>
  useStarted(async () => {
    const seen: string[] = [];
    const answer = csvAnswer('site,clicks', ['a,1']);
    const { url, stop } = await startSourceServer((request, response) => {
      seen.push(`${request.url} ${request.headers.authorization}`);
      answer(request, response);
    });
    return { url, host: new URL(url).host, seen, stop };
  });
const provider = useRecorder();
const canary = useRecorder();

const scriptOf = (url: string): string => `
  download ads from { type: "http"; url: "${url}"; format: "csv"; key: "provider"; } using { site: string; clicks: integer; };
  upload ads to { type: "file"; path: "ads/{YYYY-MM-DD}.csv"; format: "csv"; };`;

beforeAll(async () => {
  await server.database.withAccount(account.accountId, (tx) =>
    addKey(tx, server.vault, account.accountId, {
      name: 'provider',
      type: 'api_token',
      properties: { hosts: provider.host },
      secrets: { api_token: SECRET },
    }),
  );
});

const warehouse = useWarehouse();
beforeAll(async () => {
  const { properties, ...key } = warehouse.key;
  await server.database.withAccount(account.accountId, (tx) =>
    addKey(tx, server.vault, account.accountId, {
      ...key,
      properties: { ...properties, test_places: 'sandbox, other_tests' },
    }),
  );
  await account.rows(sql`update account set requires_approval = true where id = ${account.accountId} returning id`);
});

/** For each destination through whose staging rows go: a key with test places, and the parameters of an upload. */
const STAGED = {
  databricks: [
    { host: 'one.cloud.databricks.com', test_places: 'main.sandbox, main.sandbox.loads' },
    { access_token: 'dapi-1' },
    'warehouse_id: "w1"; catalog: "main"; schema: "sales"; volume: "main.sales.loads";',
  ],
  redshift: [
    {
      host: 'one.redshift.amazonaws.com',
      port: 5439,
      db_name: 'dev',
      username: 'loader',
      aws_access_key_id: 'AKIA1',
      test_places: 'sandbox, s3://reports/tests',
    },
    { password: 'one', aws_secret_access_key: 'two' },
    'schema: "sales"; staging: "s3://reports/orders";',
  ],
} as const;

type Program = ReturnType<typeof createClient>;

/** A program with a token that may not publish. */
async function program(): Promise<Program> {
  const { change } = await developer.data<{ change: { token: string } }>(
    'mutation { change: create_service_token(name: "ci", days: 1, may_fetch_new_downloads: true) { ... on NewServiceToken { token } } }',
  );
  return createClient(server, { token: change.token, account: account.urlName });
}

type Answer = { readonly __typename: string; readonly message?: string };

/** Launches a test of a new draft of this text, with new downloads. */
async function launchTest(by: Program, text: string): Promise<Answer & { readonly draftId: string }> {
  const draft = await branchDraft(by);
  await saveDraft(by, draft.id, { version: draft.version, files: [{ path: 'a.sbs', text }] });
  const { saved } = await by.data<{ saved: Answer }>(
    `mutation { saved: save_changelist(changelist_id: "${draft.id}", action: "proof", test_exports: ["ads"], fetch_new_downloads: true) {
      __typename ... on ConflictError { message } } }`,
  );
  return { ...saved, draftId: draft.id };
}

/** How the downloads or uploads of a test ended, once they did. */
async function outcomesOf(kind: 'download' | 'upload', by: Program, text: string): Promise<readonly Outcome[]> {
  const { draftId, ...launched } = await launchTest(by, text);
  expect(launched).toEqual({ __typename: 'SaveChangelistOk' });
  const of =
    kind === 'download'
      ? sql`download r join flow f on f.account_id = r.account_id and f.proof_id = r.proof_id`
      : sql`upload r join flow f on f.account_id = r.account_id and f.id = r.flow_id`;
  const outcomes = (): Promise<Outcome[]> =>
    account.rows(sql<Outcome>`select r.status, r.message from ${of} where f.changelist_id = ${draftId}`);
  await expect
    .poll(async () => (await outcomes()).map(({ status }) => status), { timeout: 60_000 })
    .toSatisfy(
      (all: string[]) => all.length > 0 && all.every((one) => ['completed', 'failed', 'blocked'].includes(one)),
    );
  return outcomes();
}
const testDraft = (by: Program, text: string) => outcomesOf('download', by, text);
type Outcome = { readonly status: string; readonly message: string | null };

describe('a stored secret', { timeout: 120_000 }, () => {
  it('never reaches a host that its key is not bound to, whatever a draft of a program says', async () => {
    const by = await program();
    expect(await testDraft(by, scriptOf(`${provider.url}/reports?date={YYYY-MM-DD}`))).toMatchObject([
      { status: 'completed' },
    ]);
    expect(provider.seen).toEqual([expect.stringContaining(`Bearer ${SECRET}`)]);
    const [refused] = await testDraft(by, scriptOf(`${canary.url}/collect?date={YYYY-MM-DD}`));
    expect(canary.seen).toEqual([]);
    expect(refused?.message).toContain(canary.host);
    expect(workers.problems).toEqual([]);
  });
});

describe('the writes of a test run', { timeout: 120_000 }, () => {
  const into = (target: string): string => `
    download ads from { type: "http"; url: "${provider.url}/reports?date={YYYY-MM-DD}"; format: "csv"; key: "provider"; }
      using { site: string; clicks: integer; };
    upload ads to { type: "postgres"; key: "warehouse"; schema: "sales"; table: "orders"; mode: "truncate"; test: { ${target} }; };`;
  const count = async (table: string): Promise<unknown> =>
    (await warehouse.rows(`select count(*) from ${table}`))[0]?.[0];

  beforeAll(async () => {
    for (const schema of ['public', 'sandbox', 'sandbox_of_others']) {
      await warehouse.rows(`create schema if not exists ${schema}`);
      await warehouse.rows(
        `create table ${schema}.precious as select n as site, n as clicks from generate_series(1, 1000) n`,
      );
    }
  });

  it.each([
    ['the default schema', 'table: "precious";', 'the schema sales'],
    ['another schema', 'schema: "public"; table: "precious";', 'the schema public'],
    [
      'a schema whose name begins alike',
      'schema: "sandbox_of_others"; table: "precious";',
      'the schema sandbox_of_others',
    ],
  ])('a test run whose target is in %s is refused before anything runs', async (_, target, place) => {
    const { message } = await launchTest(await program(), into(target));
    expect(message).toBe(
      `ads: test runs may not write to ${place} with the key warehouse. Test places of the key: sandbox, other_tests. Name one of them in the test block, or have a person with the permission manage-keys add it to the key.`,
    );
    expect(await Promise.all(['public', 'sandbox_of_others'].map((schema) => count(`${schema}.precious`)))).toEqual([
      '1000',
      '1000',
    ]);
  });

  it.each([
    ['databricks', 'volume: "main.sales.loads";', 'the volume main.sales.loads'],
    ['databricks', 'volume: "main.sandbox.others";', 'the volume main.sandbox.others'],
    ['redshift', 'staging: "s3://reports/orders";', 'the folder reports/orders'],
    ['redshift', 'staging: "s3://reports/tests/../orders";', 'the folder reports/tests/../orders'],
  ])(
    'a test run into %s with %s is refused, because its rows would wait outside the test places',
    async (type, staging, place) => {
      const [properties, secrets, parameters] = STAGED[type as keyof typeof STAGED];
      const name = `${type}_${randomUUID().replaceAll('-', '').slice(0, 8)}`;
      await server.database.withAccount(account.accountId, (tx) =>
        addKey(tx, server.vault, account.accountId, { name, type, properties, secrets }),
      );
      const text = `
      download ads from { type: "http"; url: "${provider.url}/reports?date={YYYY-MM-DD}"; format: "csv"; key: "provider"; }
        using { site: string; clicks: integer; };
      upload ads to { type: "${type}"; key: "${name}"; ${parameters} table: "orders"; mode: "truncate";
        test: { schema: "sandbox"; table: "trial"; ${staging} }; };`;
      const { message } = await launchTest(await program(), text);
      expect(message).toContain(`ads: test runs may not write to ${place} with the key ${name}.`);
      expect(message).toContain('manage-keys');
    },
  );

  it('a test run replaces what tests made in a test place, and nothing else there', async () => {
    const by = await program();
    const [refused] = await outcomesOf('upload', by, into('schema: "sandbox"; table: "precious"; mode: "truncate";'));
    expect(refused).toEqual({
      status: 'failed',
      message:
        'ads: postgres · sandbox.precious was not made by a test run, and test runs replace only what they made. Name another place in the test block, or have it removed by its owner.',
    });
    expect(await count('sandbox.precious')).toBe('1000');
    for (let time = 1; time <= 2; time += 1) {
      const ended = await outcomesOf('upload', by, into('schema: "sandbox"; table: "trial"; mode: "truncate";'));
      expect(ended).toEqual([{ status: 'completed', message: null }]);
      expect(await count('sandbox.trial')).toBe('1');
    }
    expect(workers.problems).toEqual([]);
  });

  it('a test run writes files below the folder of tests only', async () => {
    const toFile = (path: string): string =>
      scriptOf(`${provider.url}/reports?date={YYYY-MM-DD}`).replace(
        'format: "csv"; };',
        `format: "csv"; test: { path: "${path}"; }; };`,
      );
    for (const path of ['trial.csv', 'tests/../precious.csv', 'tests.csv'])
      expect((await launchTest(await program(), toFile(path))).message).toBe(
        `ads: the parameter path names ${path}, but test runs write files only below tests/. Correct it, then retry.`,
      );
  });
});
