import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { addKey } from '../src/identity/keys/add-key.ts';
import { branchDraft, saveDraft } from '../testing/draft-calls.ts';
import { createClient } from '../testing/graphql-server.ts';
import { useAccount } from '../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../testing/hooks/use-server.ts';
import { useStarted } from '../testing/hooks/use-started.ts';
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

type Program = ReturnType<typeof createClient>;

/** A program with a token that may not publish. */
async function program(): Promise<Program> {
  const { change } = await developer.data<{ change: { token: string } }>(
    'mutation { change: create_service_token(name: "ci", days: 1) { ... on NewServiceToken { token } } }',
  );
  return createClient(server, { token: change.token, account: account.urlName });
}

/** Tests a new draft of this text with new downloads, and returns how its downloads ended. */
async function testDraft(by: Program, text: string): Promise<readonly Outcome[]> {
  const draft = await branchDraft(by);
  await saveDraft(by, draft.id, { version: draft.version, files: [{ path: 'a.sbs', text }] });
  const { saved } = await by.data<{ saved: { __typename: string; message?: string } }>(
    `mutation { saved: save_changelist(changelist_id: "${draft.id}", action: "proof", test_exports: ["ads"], fetch_new_downloads: true) {
      __typename ... on ConflictError { message } } }`,
  );
  expect(saved).toEqual({ __typename: 'SaveChangelistOk' });
  const outcomes = (): Promise<Outcome[]> =>
    account.rows(sql<Outcome>`select d.status, d.message from download d join flow f on f.account_id = d.account_id and f.proof_id = d.proof_id
      where f.changelist_id = ${draft.id}`);
  await expect
    .poll(async () => (await outcomes()).map(({ status }) => status), { timeout: 60_000 })
    .toSatisfy(
      (all: string[]) => all.length > 0 && all.every((one) => ['completed', 'failed', 'blocked'].includes(one)),
    );
  return outcomes();
}
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
