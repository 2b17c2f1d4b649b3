import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ask, buildAccount, type GraphqlServer, publishText, startGraphqlServer } from '@switchboard/server/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Ended, runCommand } from '../../test/run-command.ts';

const SCRIPT = `download ads from { type: "http"; url: "https://example.com/ads.csv"; format: "csv"; } using { site: string; clicks: integer; };
table t is select site, clicks from ads;
upload t to { type: "file"; path: "t.csv"; };
`;
const CHANGED = SCRIPT.replace('select site, clicks', 'select site, clicks + 1 as clicks');
const BROKEN = SCRIPT.replace('from ads;', 'from adz;');

let server: GraphqlServer;
let account: Awaited<ReturnType<typeof buildAccount>>;
let person: string;
let token: string;
let folder: string;

const askAs = async <Data>(query: string): Promise<Data> => {
  const answer = await ask(server, { token: person, account: account.urlName }, query);
  expect(answer.errors).toEqual([]);
  return answer.data as Data;
};

beforeAll(async () => {
  server = await startGraphqlServer();
  account = await buildAccount(server.database);
  await publishText(server.database, account, SCRIPT);
  person = await server.tokenOf({ [account.accountId]: ['developer'] });
  const created = await askAs<{ made: { token: string } }>(
    'mutation { made: create_service_token(name: "ci", days: 1, may_publish: true) { ... on NewServiceToken { token } } }',
  );
  token = created.made.token;
}, 60_000);
afterAll(() => server.stop());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchboard-push-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const run = (args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Ended> =>
  runCommand(args, folder, {
    SWITCHBOARD_URL: server.url,
    SWITCHBOARD_ACCOUNT: account.urlName,
    SWITCHBOARD_TOKEN: token,
    ...more,
  });
const write = (path: string, text: string): Promise<void> => writeFile(join(folder, path), text);
const read = (path: string): Promise<string> => readFile(join(folder, path), 'utf8');
const drafts = async (): Promise<readonly { readonly id: string; readonly description: string }[]> =>
  (await askAs<{ drafts: { nodes: { id: string; description: string }[] } }>('{ drafts { nodes { id description } } }'))
    .drafts.nodes;
const published = async (): Promise<readonly { readonly path: string; readonly text: string }[]> =>
  (
    await askAs<{ script: { files: { path: string; text: string }[] } }>(
      '{ script: published_changelist { files(opened_paths: ["a.sbs", "sites/b.sbs"]) { path text } } }',
    )
  ).script.files;

describe('scripts in a folder', () => {
  test('scripts in a folder are pulled, compared, pushed into a draft, and published', async () => {
    expect(await run(['pull'])).toMatchObject({
      code: 0,
      out: 'a.sbs\n',
      err: 'Pulled the published version: 1 file written, 0 deleted.\n',
    });
    expect(await read('a.sbs')).toBe(SCRIPT);
    expect(await run(['diff'])).toMatchObject({ code: 0, out: '' });

    await write('a.sbs', CHANGED);
    await mkdir(join(folder, 'sites'));
    await write('sites/b.sbs', '// sites\n');
    const { code, out } = await run(['diff']);
    expect(code).toBe(1);
    expect(out.split('\n')).toEqual([
      '--- a/a.sbs',
      '+++ b/a.sbs',
      '@@ -1,3 +1,3 @@',
      ` ${SCRIPT.split('\n')[0]}`,
      '-table t is select site, clicks from ads;',
      '+table t is select site, clicks + 1 as clicks from ads;',
      ' upload t to { type: "file"; path: "t.csv"; };',
      '--- /dev/null',
      '+++ b/sites/b.sbs',
      '@@ -0,0 +1,1 @@',
      '+// sites',
      '',
    ]);
    expect(await run(['push'])).toMatchObject({
      code: 2,
      err: 'error the published version cannot be changed. Create a draft of it with --new "description".\n',
    });

    const pushed = await run(['push', '--new', 'One click more']);
    expect(pushed).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^Pushed One click more .*: 2 files changed\.$/m) as string,
    });
    expect((await drafts()).map(({ description }) => description)).toEqual(['One click more']);
    expect(await run(['push'])).toMatchObject({ code: 0, err: 'There are no changes to push.\n' });
    expect(await published()).toEqual([{ path: 'a.sbs', text: SCRIPT }]);

    await rm(join(folder, 'sites'), { recursive: true });
    expect(await run(['push', '--publish'])).toMatchObject({ code: 0 });
    expect(await published()).toEqual([{ path: 'a.sbs', text: CHANGED }]);
    expect(await drafts()).toEqual([]);
  });

  test('scripts in a folder are published from a checkout without a pull, and with errors not at all', async () => {
    await write('a.sbs', BROKEN);
    const before = await published();
    const refused = await run(['push', '--new', 'Release 1', '--publish']);
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/^a\.sbs:2:\d+ error .*adz/);
    expect(refused.err).toContain('Nothing was pushed: a script with errors cannot be published.');
    expect([await published(), await drafts()]).toEqual([before, []]);
    await write('a.sbs', `${SCRIPT}// 1\n`);
    expect(await run(['push', '--new', 'Release 1', '--publish'])).toMatchObject({ code: 0 });
    expect(await published()).toEqual([{ path: 'a.sbs', text: `${SCRIPT}// 1\n` }]);
  });

  test('scripts in a folder are not lost when somebody else saved the draft, nor when files here were changed', async () => {
    await run(['pull']);
    await run(['push', '--new', 'Shared']);
    const [draft] = await drafts();
    const { draft: here } = await askAs<{ draft: { version: number } }>(
      `{ draft: changelist(id: "${draft?.id}") { version } }`,
    );
    await askAs(`mutation { save_changelist(changelist_id: "${draft?.id}", version: ${here.version}, changelist: {
      files: [{ path: "a.sbs", text: "// theirs" }] }) { __typename } }`);
    await write('a.sbs', '// mine\n');
    expect(await run(['push'])).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /^The draft was changed by Person .* since it was pulled\. Nothing was pushed/,
      ) as string,
    });
    expect(await run(['pull'])).toMatchObject({
      code: 1,
      err: 'a.sbs\n1 file changed here would be lost. Push first, or pull with --force.\n',
    });
    expect(await read('a.sbs')).toBe('// mine\n');
    expect(await run(['pull', '--force'])).toMatchObject({ code: 0, out: 'a.sbs\n' });
    expect(await read('a.sbs')).toBe('// theirs');
  });

  test('scripts in a folder are never written outside of the folder', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'switchboard-outside-'));
    await run(['pull']);
    await mkdir(join(folder, 'sites'));
    await write('sites/b.sbs', '// sites\n');
    await run(['push', '--new', 'With a folder']);
    await rm(join(folder, 'sites'), { recursive: true });
    await symlink(outside, join(folder, 'sites'));
    expect(await run(['pull'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('outside of the folder') as string,
    });
    expect(await readdir(outside)).toEqual([]);
    await rm(outside, { recursive: true });
  });

  test.each([
    ['no token', { SWITCHBOARD_TOKEN: '' }, 'error The service token is missing: set SWITCHBOARD_TOKEN.'],
    ['no account', { SWITCHBOARD_ACCOUNT: '' }, 'error The account is missing: set SWITCHBOARD_ACCOUNT or --account.'],
    ['no URL', { SWITCHBOARD_URL: 'console' }, 'error The address of the server is not a URL: console.'],
    ['a wrong token', { SWITCHBOARD_TOKEN: `sbt_${'A'.repeat(43)}` }, 'does not take the token of SWITCHBOARD_TOKEN.'],
    ['another account', { SWITCHBOARD_ACCOUNT: 'elsewhere' }, 'error The token is not for account elsewhere'],
  ])('ask for what is missing or wrong: %s', async (_, env, message) => {
    const ended = await run(['pull'], env);
    expect(ended).toMatchObject({ code: 2, out: '', err: expect.stringContaining(message) as string });
    expect(ended.err).not.toContain(token);
  });

  test('report a server that does not answer, and a draft that does not exist', async () => {
    expect(await run(['diff'], { SWITCHBOARD_URL: 'http://127.0.0.1:9' })).toMatchObject({
      code: 1,
      err: 'error http://127.0.0.1:9 does not answer. Check the address, and that the server runs.\n',
    });
    expect(await run(['pull', crypto.randomUUID()])).toMatchObject({
      code: 2,
      err: expect.stringContaining('has no draft') as string,
    });
  });
});

test('a call that the server has no room for is sent again when it says', async () => {
  let refusals = 0;
  const crowded = createServer((request, response) => {
    if (refusals < 1) {
      refusals += 1;
      response.writeHead(429, { 'retry-after': '1' }).end('{}');
      return;
    }
    const { method, headers } = request;
    const forwarded = { ...headers } as Record<string, string>;
    for (const name of ['host', 'connection', 'content-length', 'transfer-encoding', 'expect']) delete forwarded[name];
    void text(request)
      .then((body) => fetch(`${server.url}${request.url}`, { method: method ?? 'POST', headers: forwarded, body }))
      .then(async (answer) => response.writeHead(answer.status).end(await answer.text()));
  });
  crowded.listen(0, '127.0.0.1');
  await once(crowded, 'listening');
  const { port } = crowded.address() as AddressInfo;
  const { code, out } = await run(['pull'], { SWITCHBOARD_URL: `http://127.0.0.1:${port}` });
  crowded.closeAllConnections();
  crowded.close();
  expect([code, refusals]).toEqual([0, 1]);
  expect(out).not.toBe('');
});
