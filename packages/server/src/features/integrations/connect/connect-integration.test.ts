import { SLACK_APP, SLACK_SIGN_IN_FAULTS } from '@switchboard/sample-provider';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { useAccount } from '../../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../../testing/hooks/use-server.ts';
import { useSlack } from '../../../../testing/hooks/use-slack.ts';
import { addIntegration, integrationsOf, removeIntegration } from '../../../../testing/integration-answers.ts';
import { readMessages } from '../../../../testing/read-rows.ts';
import { comeBack, consent, openAtSlack, signInAtProvider } from '../../../../testing/sign-in-window.ts';

const slack = useSlack();
const server = useGraphqlServer({ slackApi: slack.api });
const account = useAccount(server);
const elsewhere = useAccount(server);
const operator = useClient(server, account, ['operator']);
const tester = useClient(server, account, ['tester']);
const viewer = useClient(server, account, ['viewer']);
const stranger = useClient(server, elsewhere, ['operator']);
/** Loses the role within a test. */
const leaver = useClient(server, account, ['operator']);

beforeEach(async () => {
  server.clients.set('slack', { id: SLACK_APP.client_id, secret: SLACK_APP.client_secret, origin: null });
  await server.database.withSystem(async (tx) => {
    for (const table of ['oauth_sign_in', 'integration', 'event'])
      await sql`delete from ${sql.table(table)} where account_id = ${account.accountId}`.execute(tx);
  });
});

const open = (variables = {}, by = operator) => openAtSlack(server, by, { name: 'window 1', ...variables });
const route = () => `/app/${account.urlName}/integrations`;
const failed = (reason: string) => ({ path: '/oauthinvalid', query: { route: route(), name: 'window 1', reason } });

describe('connecting Slack', () => {
  it('asks for consent with a state, and stores the token of the workspace in the vault', {
    tags: 'spec:integrations-connect',
  }, async () => {
    const window = await open();
    const url = new URL(window.url);
    expect(url.href).toContain(`${slack.api().replace('/api', '')}/oauth/v2/authorize?`);
    expect(url.searchParams.get('redirect_uri')).toBe(`${server.url}/api/oauth/callback`);
    expect(url.searchParams.get('scope')).toBe('chat:write,channels:read,groups:read,channels:history,groups:history');
    const shown = await signInAtProvider(window);
    const [integration] = await integrationsOf(operator);
    expect(shown).toEqual({ path: '/oauthsuccess', query: { route: route(), name: 'window 1', id: integration?.id } });
    expect(integration).toMatchObject({
      integration_type: 'slack',
      label: 'Slack (Acme Media)',
      status: 'active',
      version: 1,
      public_authorization: { team_name: 'Acme Media', name: 'switchboard', error: null },
      filters: [],
    });
    const { integration: offered } = await operator.data<{ integration: { assistance: { channels: unknown[] } } }>(
      `{ integration(id: "${integration?.id}") { assistance { channels { name } } } }`,
    );
    expect(offered.assistance.channels).toHaveLength(4);
    expect(await readMessages(account)).toEqual(['Person added the integration Slack (Acme Media).']);
    expect(await account.rows(sql`select from oauth_sign_in`)).toEqual([]);
  });

  it('keeps tokens, codes and secrets out of the database, the log and answers', async () => {
    const window = await open();
    const shown = await signInAtProvider(window);
    const columns = await account.rows(sql`
      select (to_jsonb(i) - array['secrets', 'wrapped_key'])::text as text from integration i union all select to_jsonb(e)::text from event e`);
    const texts = JSON.stringify([shown, columns, await integrationsOf(operator), server.log]);
    for (const secret of ['xoxb-', SLACK_APP.client_secret, new URL(window.url).searchParams.get('state') ?? 'none'])
      expect(texts).not.toContain(secret);
  });

  it.each([
    [{ decision: 'deny' }, 'denied'],
    [{ fault: 'no-code' }, 'provider'],
    [{ fault: 'team-error' }, 'provider'],
    [{ fault: 'wrong-code' }, 'rejected'],
    [{ fault: 'user-token' }, 'provider'],
    [{ fault: 'rotating' }, 'rotating'],
    [{ fault: 'revoked' }, 'unusable'],
  ] as const)('%j ends with the reason %s and stores nothing', async (answer, reason) => {
    expect(await signInAtProvider(await open(), answer)).toEqual(failed(reason));
    expect(await integrationsOf(operator)).toEqual([]);
    expect(await readMessages(account)).toEqual([]);
    expect(await account.rows(sql`select from oauth_sign_in`)).toEqual([]);
  });

  it.each(['wrong-state', 'no-state'])('connecting Slack is not completed by an answer with %s', async (fault) => {
    const foreign = { path: '/oauthinvalid', query: { reason: 'foreign' } };
    expect(await signInAtProvider(await open(), { fault })).toEqual(foreign);
    expect(await integrationsOf(operator)).toEqual([]);
  });

  it('knows every fault of the stand-in', () => {
    expect(Object.keys(SLACK_SIGN_IN_FAULTS)).toHaveLength(8);
  });

  it.each([
    [{ kind: 'status', status: 503 } as const, 'provider'],
    [{ kind: 'silent' } as const, 'timeout'],
    [{ kind: 'lost' } as const, 'unreachable'],
  ])('ends with the reason of %j', async (fault, reason) => {
    slack.standIn.fault = (method) => (method === 'oauth.v2.access' ? fault : null);
    expect(await signInAtProvider(await open())).toEqual(failed(reason));
  });

  it('says that the client of the installation is wrong', async () => {
    server.clients.set('slack', { id: SLACK_APP.client_id, secret: 'wrong', origin: null });
    expect(await signInAtProvider(await open())).toEqual(failed('client'));
  });

  it('connecting Slack is completed only by the browser that began it, and once', async () => {
    const window = await open();
    const to = await consent(window);
    expect((await comeBack(to, '')).query['reason']).toBe('foreign');
    expect((await comeBack(to, window.cookie)).path).toBe('/oauthsuccess');
    expect((await comeBack(to, window.cookie)).query['reason']).toBe('expired');
    expect(await integrationsOf(operator)).toHaveLength(1);
  });
});

describe('connecting Slack again', () => {
  it('replaces the token under a new version, and keeps receivers', { tags: 'spec:call-start-oauth' }, async () => {
    await signInAtProvider(await open());
    const [added] = await integrationsOf(operator);
    const filters = [{ production: true, configuration: { channel_id: 'C02ALERTS' } }];
    await addIntegration(operator, { id: added?.id, filters });
    const stored = await account.rows(sql`select secrets from integration`);
    expect((await signInAtProvider(await open({ id: added?.id }))).query['id']).toBe(added?.id);
    const [again, ...others] = await integrationsOf(operator);
    expect(others).toEqual([]);
    expect(again).toMatchObject({ version: 3, filters: [{ configuration: { channel_name: 'data-alerts' } }] });
    expect(await account.rows(sql`select secrets from integration`)).not.toEqual(stored);
    expect((await readMessages(account)).at(-1)).toBe('Person changed the integration Slack (Acme Media).');
  });

  it('does not bring back one that was removed meanwhile', async () => {
    await signInAtProvider(await open());
    const [added] = await integrationsOf(operator);
    const window = await open({ id: added?.id });
    await removeIntegration(operator, added?.id ?? '');
    expect(await signInAtProvider(window)).toEqual(failed('missing'));
    expect(await integrationsOf(operator)).toEqual([]);
  });
});

describe('start_oauth for an integration', () => {
  const offers = async (by = operator, type = 'slack') =>
    (await by.data<{ offered: boolean }>(`{ offered: integration_sign_in(type: "${type}") }`)).offered;

  it('needs the permission to change integrations, also when Slack answers', {
    tags: 'spec:permission-manage-integrations',
  }, async () => {
    await expect(open({}, viewer)).rejects.toThrow('You do not have access to this.');
    await expect(offers(viewer)).rejects.toThrow('NOT_ALLOWED');
    const window = await open({}, leaver);
    await server.database.withSystem((tx) =>
      sql`
        update membership set role = 'viewer'
        where account_id = ${account.accountId} and person_id in (select person_id from oauth_sign_in)
      `.execute(tx),
    );
    expect(await signInAtProvider(window)).toEqual(failed('not_allowed'));
    expect(await integrationsOf(operator)).toEqual([]);
  });

  it('start_oauth for an integration is offered where the installation has a client', async () => {
    expect(await offers()).toBe(true);
    expect(await offers(operator, 'webhook')).toBe(false);
    expect(await offers(operator, 'hidden-slack')).toBe(false);
    expect(await offers(tester, 'hidden-slack')).toBe(true);
    server.clients.clear();
    expect(await offers()).toBe(false);
    await expect(open()).rejects.toThrow(
      'No OAuth client is configured for slack. Ask an administrator to add one to OAUTH_CLIENTS.',
    );
  });

  it('refuses other types, hidden types and integrations of other accounts', async () => {
    await expect(open({ type: 'webhook' })).rejects.toThrow('Webhook integrations are not connected by signing in.');
    await expect(open({ type: 'hidden-slack' })).rejects.toThrow('There is no integration type hidden-slack.');
    await signInAtProvider(await open());
    const [added] = await integrationsOf(operator);
    await expect(open({ id: added?.id }, stranger)).rejects.toThrow('There is no such integration.');
    await expect(open({ id: 'x' })).rejects.toThrow('There is no such integration.');
    await expect(open({ entity: 'account' })).rejects.toThrow('entity must be credential or integration.');
  });
});
