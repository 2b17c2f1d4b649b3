import { SLACK_TOKEN, type SlackFault } from '@switchboard/sample-provider';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { useSlack } from '../../../testing/hooks/use-slack.ts';
import {
  addIntegration,
  askToSaveIntegration,
  INTEGRATION_FIELDS,
  integrationsOf,
  pathsOf,
  removeIntegration,
  type ShownIntegration,
  saveIntegration,
} from '../../../testing/integration-answers.ts';

const slack = useSlack();
const server = useGraphqlServer({ slackApi: slack.api });
const account = useAccount(server);
const elsewhere = useAccount(server);
const operator = useClient(server, account, ['operator']);
const viewer = useClient(server, account, ['viewer']);
const tester = useClient(server, account, ['tester']);
const stranger = useClient(server, elsewhere, ['tester']);

const CANARY = `${SLACK_TOKEN}-canary-51f0`;
const authorization = { token: CANARY };
const ALERTS = { production: true, lateUploads: true, configuration: { channel_id: 'C02ALERTS' } };
let connected: ShownIntegration;

beforeAll(async () => {
  connected = await addIntegration(operator, { type: 'slack', authorization, filters: [] });
});
beforeEach(async () => {
  await saveIntegration(operator, { id: connected.id, filters: [] });
});
const version = async (): Promise<number> =>
  (await integrationsOf(operator)).find(({ id }) => id === connected.id)?.version ?? 0;

describe('a Slack integration', () => {
  it('a Slack integration is connected with a token, which is tried and never returned', {
    tags: ['spec:integration-fields', 'spec:call-save-integration', 'spec:call-integrations'],
  }, async () => {
    expect(connected).toMatchObject({
      integration_type: 'slack',
      label: 'Slack (Acme Media)',
      status: 'active',
      public_authorization: { team_name: 'Acme Media', name: 'switchboard', email: null, error: null },
      configuration: {},
      filters: [],
    });
    const answers = await Promise.all([
      viewer.ask(`{ integrations { nodes { ${INTEGRATION_FIELDS} } } }`),
      operator.ask(`{ integration(id: "${connected.id}") { ${INTEGRATION_FIELDS} assistance { channels { name } } } }`),
    ]);
    const stored = await account.rows(
      sql`select i::text as text from integration i union all select e::text from event e`,
    );
    expect(JSON.stringify([answers, stored, server.log])).not.toContain('canary');
  });

  it('a Slack integration has filters by channel, which keep their id', {
    tags: ['spec:integration-fields'],
  }, async () => {
    const saved = await addIntegration(operator, { id: connected.id, filters: [ALERTS] });
    expect(saved.filters).toEqual([
      {
        id: expect.any(String) as string,
        production: true,
        backfills: false,
        proofs: false,
        lateUploads: true,
        status: 'active',
        configuration: {
          channel_id: 'C02ALERTS',
          channel_name: 'data-alerts',
          is_general: false,
          is_member: true,
          name: null,
          address: null,
          error: null,
        },
      },
    ]);
    const [first] = saved.filters;
    const finance = { backfills: true, configuration: { channel_id: 'C04FINANCE' } };
    const changed = await addIntegration(operator, {
      id: connected.id,
      filters: [finance, { ...ALERTS, id: first?.id, proofs: true }],
    });
    expect(changed.filters.map(({ configuration }) => configuration['channel_name'])).toEqual([
      'finance',
      'data-alerts',
    ]);
    expect(changed.filters[1]).toMatchObject({ id: first?.id, proofs: true });
  });

  it('offers channels to people who may change it', { tags: 'spec:integration-fields' }, async () => {
    const query = `{ integration(id: "${connected.id}") { assistance { error channels { id name purpose is_general is_member } } } }`;
    type Offered = { integration: { assistance: { channels: { name: string }[]; error: string | null } } };
    const { integration } = await operator.data<Offered>(query);
    expect(integration.assistance.error).toBeNull();
    expect(integration.assistance.channels[0]).toEqual({
      id: 'C02ALERTS',
      name: 'data-alerts',
      purpose: 'What fails in pipelines',
      is_general: false,
      is_member: true,
    });
    expect((await viewer.data<Offered>(query)).integration.assistance.channels).toEqual([]);
  });

  it('a Slack integration is refused with the place of each problem', {
    tags: ['spec:slack-rows', 'spec:slack-channel-required'],
  }, async () => {
    const before = await version();
    expect(
      pathsOf(
        await saveIntegration(operator, {
          id: connected.id,
          filters: [{ production: true }, { configuration: { channel_id: 'C02ALERTS' } }],
        }),
      ),
    ).toEqual([
      'filters[0].configuration.channel_id: This field is required',
      'filters[1]: At least one option must be selected',
    ]);
    const unknown = { production: true, configuration: { channel_id: 'C99' } };
    expect(pathsOf(await saveIntegration(operator, { id: connected.id, filters: [unknown] }))).toEqual([
      'filters[0].configuration.channel_id: Slack knows no such channel: choose another one.',
    ]);
    expect(await version()).toBe(before);
  });

  it.each<[string, unknown, string]>([
    ['authorization', { token: 7 }, 'authorization.token: '],
    ['authorization', { secret: 'x' }, 'authorization.secret: Slack integrations have no field secret.'],
    ['configuration', { items: [] }, 'configuration.items: Slack integrations have no field items.'],
    ['filters', [{ production: 'yes' }], 'filters[0].production: '],
    ['filters', [{ id: 'x' }], 'filters[0].id: '],
    ['filters', 'all', 'filters: '],
  ])('a Slack integration with a malformed %s %j is refused', async (name, value, problem) => {
    const problems = pathsOf(await saveIntegration(operator, { id: connected.id, [name]: value }));
    expect(problems.some((each) => each.startsWith(problem))).toBe(true);
  });

  it('keeps its token, and is saved without Slack when no channel is new', async () => {
    const { filters } = await addIntegration(operator, { id: connected.id, filters: [ALERTS] });
    slack.standIn.fault = () => ({ kind: 'status', status: 503 });
    const again = await addIntegration(operator, {
      id: connected.id,
      filters: [{ ...ALERTS, id: filters[0]?.id, backfills: true }],
    });
    expect(again.filters[0]).toMatchObject({ backfills: true, configuration: { channel_name: 'data-alerts' } });
  });

  it('a Slack integration is not saved over a change of somebody else', async () => {
    const opened = await version();
    await addIntegration(tester, { id: connected.id, filters: [ALERTS] });
    const [problem = ''] = pathsOf(await saveIntegration(operator, { id: connected.id, version: opened, filters: [] }));
    expect(problem).toMatch(
      /^null: Person \d+ changed this integration at \d\d:\d\d UTC, after you opened it\. Nothing was saved\.$/,
    );
  });

  it.each<[string, SlackFault | null, string]>([
    ['rejects the token', null, 'authorization.token: Slack rejected the token (invalid_auth).'],
    [
      'has revoked it',
      { kind: 'error', error: 'token_revoked' },
      'authorization.token: The token was revoked: reinstall the Slack app and enter its token (token_revoked).',
    ],
    ['answers 503', { kind: 'status', status: 503 }, 'null: 127.0.0.1:'],
    ['is silent', { kind: 'silent' }, 'null: 127.0.0.1'],
  ])('a Slack integration is not added when Slack %s', async (_, fault, problem) => {
    slack.standIn.fault = () => fault;
    const token = fault === null ? 'xoxb-other' : CANARY;
    const saved = await saveIntegration(operator, { type: 'slack', authorization: { token } });
    expect(pathsOf(saved)[0]).toContain(problem);
    expect(await integrationsOf(operator)).toHaveLength(1);
  });
});

describe('a test message', () => {
  type Tried = { readonly __typename: string; readonly errors?: { path: string | null; message: string }[] };
  const test = async (filter: string, by = operator): Promise<Tried> =>
    (
      await by.data<{ test_integration: Tried }>(
        `mutation ($id: ID!, $filter: ID!) { test_integration(id: $id, filter_id: $filter) {
          __typename ... on IntegrationErrors { errors { path message } } } }`,
        { id: connected.id, filter },
      )
    ).test_integration;
  const filterOf = async (channel: string): Promise<string> => {
    const saved = await addIntegration(operator, {
      id: connected.id,
      filters: [{ production: true, configuration: { channel_id: channel } }],
    });
    return saved.filters[0]?.id ?? '';
  };
  const shown = async () => (await integrationsOf(viewer)).find(({ id }) => id === connected.id);

  it('a test message is posted to the channel of a filter', async () => {
    expect((await test(await filterOf('C02ALERTS'))).__typename).toBe('SaveIntegrationOk');
    expect(slack.standIn.messages).toMatchObject([
      { channel: 'C02ALERTS', text: expect.stringMatching(/^Test message: Person \d+ tries/) as string },
    ]);
  });

  it.each<[string, SlackFault | null, string, string | null]>([
    ['C04FINANCE', null, 'The Slack app is not in the channel: invite it (not_in_channel).', 'filters[0]'],
    [
      'C02ALERTS',
      { kind: 'error', error: 'account_inactive' },
      'The Slack app or its workspace was removed (account_inactive).',
      'authorization',
    ],
    [
      'C02ALERTS',
      { kind: 'error', error: 'missing_scope', needed: 'chat:write' },
      'The token lacks a scope (missing_scope: chat:write).',
      'authorization',
    ],
    ['C02ALERTS', { kind: 'status', status: 429, retryAfter: '30' }, 'asks to slow down (429), for 30 seconds.', null],
    ['C02ALERTS', { kind: 'status', status: 500 }, 'answered 500.', null],
    ['C02ALERTS', { kind: 'silent' }, 'sent nothing for', null],
    ['C02ALERTS', { kind: 'lost' }, 'the connection was closed by the other side.', null],
  ])(
    'a test message to %s that fails with %j is shown in the integration, until one arrives',
    { tags: 'spec:integration-errors-shown' },
    async (channel, fault, message, path) => {
      const filter = await filterOf(channel);
      slack.standIn.fault = () => fault;
      const tried = await test(filter);
      expect(tried.errors?.[0]).toMatchObject({ path, message: expect.stringContaining(message) as string });
      const degraded = await shown();
      expect(degraded?.status).toBe('degraded');
      const places = [degraded?.public_authorization['error'], degraded?.filters[0]?.configuration['error']];
      expect(places[path === 'filters[0]' ? 1 : 0]).toContain(message);
      if (channel !== 'C02ALERTS') return;
      slack.standIn.fault = () => null;
      await test(filter);
      expect(await shown()).toMatchObject({ status: 'active', public_authorization: { error: null } });
    },
  );

  it('a test message is sent by people with the permission, in their own account', async () => {
    const filter = await filterOf('C02ALERTS');
    await expect(test(filter, viewer)).rejects.toThrow('NOT_ALLOWED');
    expect((await test(filter, stranger)).__typename).toBe('InvalidIntegration');
    expect((await test('nothing')).__typename).toBe('InvalidIntegration');
    expect(slack.standIn.messages).toEqual([]);
  });
});

describe('integrations', () => {
  it('integrations are removed with their secrets', { tags: ['spec:call-remove-integration'] }, async () => {
    const { id } = await addIntegration(operator, { type: 'slack', authorization, filters: [ALERTS] });
    expect(await removeIntegration(viewer, id).catch((error: Error) => error.message)).toContain('NOT_ALLOWED');
    expect(await removeIntegration(stranger, id)).toBe('InvalidIntegration');
    expect(await removeIntegration(operator, id)).toBe('RemoveIntegrationOk');
    expect(await removeIntegration(operator, id)).toBe('InvalidIntegration');
    expect(await account.rows(sql`select from integration_filter where integration_id = ${id}`)).toEqual([]);
    const events = await account.rows<{ message: string }>(
      sql`select message from event where code like 'INTEGRATION_%' order by id desc limit 2`,
    );
    expect(events.map(({ message }) => message.replace(/^Person \d+ /, ''))).toEqual([
      'removed the integration Slack (Acme Media).',
      'added the integration Slack (Acme Media).',
    ]);
  });

  it('integrations of a hidden type are kept from people without its permission', {
    tags: ['spec:integrations-types', 'spec:permission-hidden-integrations'],
  }, async () => {
    const { id } = await addIntegration(tester, { type: 'hidden-slack', authorization, filters: [] });
    expect((await integrationsOf(tester)).map((each) => each.integration_type)).toContain('hidden-slack');
    expect((await integrationsOf(operator)).map((each) => each.integration_type)).not.toContain('hidden-slack');
    expect(await operator.data(`{ integration(id: "${id}") { id } }`)).toEqual({ integration: null });
    expect((await saveIntegration(operator, { id, filters: [ALERTS] })).__typename).toBe('InvalidIntegration');
    expect(await removeIntegration(operator, id)).toBe('InvalidIntegration');
    expect(pathsOf(await saveIntegration(operator, { type: 'hidden-slack', authorization }))).toEqual([
      'integration_type: There is no integration type hidden-slack.',
    ]);
    await removeIntegration(tester, id);
  });

  it('integrations of a type that this version does not know are shown, and removed', {
    tags: 'spec:integrations-types',
  }, async () => {
    const [row] = await account.rows(sql<{ id: string }>`
      insert into integration (account_id, type) values (${account.accountId}, 'pigeon') returning id`);
    const found = (await integrationsOf(viewer)).find((each) => each.integration_type === 'pigeon');
    expect(found).toMatchObject({ id: row?.id, status: 'other', label: 'pigeon' });
    expect((await saveIntegration(operator, { id: row?.id })).__typename).toBe('InvalidIntegration');
    expect(await removeIntegration(operator, row?.id ?? '')).toBe('RemoveIntegrationOk');
  });

  it('integrations are changed by people with the permission, in their own account', {
    tags: 'spec:permission-manage-integrations',
  }, async () => {
    expect(await askToSaveIntegration(viewer, { id: connected.id })).toMatchObject({ status: 403 });
    expect(await integrationsOf(stranger)).toEqual([]);
    expect(await stranger.data(`{ integration(id: "${connected.id}") { id } }`)).toEqual({ integration: null });
    expect((await saveIntegration(stranger, { id: connected.id })).__typename).toBe('InvalidIntegration');
    expect((await saveIntegration(operator, { id: 'nothing' })).__typename).toBe('InvalidIntegration');
  });
});
