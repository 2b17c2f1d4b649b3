import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import {
  addIntegration,
  pathsOf,
  type ShownIntegration,
  saveIntegration,
} from '../../../testing/integration-answers.ts';

const server = useGraphqlServer();
const account = useAccount(server);
const operator = useClient(server, account, ['operator']);

type Got = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: Record<string, unknown> };
const got: Got[] = [];
let status = 202;
let origin = '';
const receiver = createServer((request, response) => void answer(request, response));
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  got.push({
    path: request.url ?? '',
    headers: request.headers,
    body: JSON.parse(Buffer.concat(chunks).toString()) as Got['body'],
  });
  response.writeHead(status).end();
}

beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
afterAll(() => void receiver.close());
beforeEach(() => {
  got.length = 0;
  status = 202;
});

const SECRET = 'canary-signing-secret';
const filters = [{ production: true }];
const test = async ({
  id,
  filters: of,
}: ShownIntegration): Promise<{ __typename: string; errors?: { message: string }[] }> =>
  (
    await operator.data<{ test_integration: { __typename: string } }>(
      `mutation ($id: ID!, $filter: ID!) { test_integration(id: $id, filter_id: $filter) {
        __typename ... on IntegrationErrors { errors { path message } } } }`,
      { id, filter: of[0]?.id },
    )
  ).test_integration;

describe('a webhook', () => {
  it('gets signed JSON, and its secrets are never returned', async () => {
    const authorization = { url: `${origin}/hook/canary-path`, signing_secret: SECRET };
    const saved = await addIntegration(operator, { type: 'webhook', authorization, filters });
    expect(saved.label).toBe(`Webhook (${new URL(origin).host})`);
    expect((await test(saved)).__typename).toBe('SaveIntegrationOk');
    const url = `${server.url}/app/${account.urlName}/integrations?id=${saved.id}`;
    expect(got).toMatchObject([
      {
        path: '/hook/canary-path',
        headers: { 'webhook-signature': expect.stringMatching(/^v1,/) as string },
        body: { type: 'notice.test', title: 'Test message', url },
      },
    ]);
    status = 404;
    expect((await test(saved)).errors?.[0]?.message).toBe(`${new URL(origin).host} refused the notice (404).`);
    const stored = await account.rows(sql`select i::text from integration i union all select e::text from event e`);
    expect(JSON.stringify([saved, stored, server.log])).not.toContain('canary');
  });
});

describe('PagerDuty', () => {
  it('gets a test that is over at once', async () => {
    const saved = await addIntegration(operator, {
      type: 'pagerduty',
      authorization: { routing_key: 'canary-key' },
      configuration: { address: origin },
      filters,
    });
    expect((await test(saved)).__typename).toBe('SaveIntegrationOk');
    expect(got.map(({ path, body }) => [path, body['event_action']])).toEqual([
      ['/v2/enqueue', 'trigger'],
      ['/v2/enqueue', 'resolve'],
    ]);
    expect(got[0]?.body['dedup_key']).toBe(got[1]?.body['dedup_key']);
    expect(
      pathsOf(
        await saveIntegration(operator, {
          id: saved.id,
          configuration: { address: 'https://elsewhere.example' },
          filters,
        }),
      ),
    ).toEqual([
      'authorization.routing_key: Enter Integration key again: Events API address changed, and stored secrets are not sent to another place.',
    ]);
  });
});

it('Teams gets a card', async () => {
  const saved = await addIntegration(operator, { type: 'teams', authorization: { url: `${origin}/teams` }, filters });
  expect((await test(saved)).__typename).toBe('SaveIntegrationOk');
  expect(got[0]?.body).toMatchObject({ type: 'message' });
});

it('mail goes to the addresses of an email integration', async () => {
  const saved = await addIntegration(operator, {
    type: 'email',
    filters: [{ production: true, configuration: { address: ' ops@acme.example ' } }],
  });
  expect(saved.filters[0]?.configuration).toMatchObject({ address: 'ops@acme.example' });
  expect((await test(saved)).__typename).toBe('SaveIntegrationOk');
  expect(server.mails).toMatchObject([
    { to: { email: 'ops@acme.example' }, subject: `Test message · ${account.urlName}` },
  ]);
});

describe('a test before saving', () => {
  type Tested = {
    readonly steps: readonly { readonly code: string; readonly status: string; readonly advice: string | null }[];
    readonly errors: readonly { readonly path: string | null; readonly message: string }[];
  };
  const testDraft = async (variables: object): Promise<Tested> =>
    (
      await operator.data<{ test_integration_draft: Tested }>(
        `mutation ($id: ID, $type: String, $authorization: JSON, $configuration: JSON, $filters: JSON) {
          test_integration_draft(id: $id, integration_type: $type, authorization: $authorization,
            configuration: $configuration, filters: $filters) {
            ... on IntegrationTest { steps { code status advice } errors { path message } } } }`,
        { filters, ...variables },
      )
    ).test_integration_draft;
  const shown = ({ steps }: Tested): string[] => steps.map(({ code, status }) => `${code} ${status}`);
  const stored = () => account.rows(sql`select id, version from integration order by id`);

  it('sends to the typed receiver step by step, names what failed, and stores nothing', async () => {
    const before = await stored();
    const authorization = { url: `${origin}/draft/canary-path`, signing_secret: SECRET };
    const sent = await testDraft({ type: 'webhook', authorization });
    expect(shown(sent)).toEqual(['connect ok', 'send ok']);
    expect(sent.errors).toEqual([]);
    expect(got).toMatchObject([{ path: '/draft/canary-path', body: { type: 'notice.test' } }]);
    status = 404;
    const refused = await testDraft({ type: 'webhook', authorization });
    expect(shown(refused)).toEqual(['connect ok', 'send failed']);
    expect(refused.errors[0]?.message).toBe(`${new URL(origin).host} refused the notice (404).`);
    expect(JSON.stringify([sent, refused, server.log])).not.toContain('canary');
    expect(await stored()).toEqual(before);
  });

  it('sends stored secrets to their stored place only', async () => {
    const { id } = await addIntegration(operator, {
      type: 'pagerduty',
      authorization: { routing_key: 'canary-key' },
      configuration: { address: origin },
      filters,
    });
    const kept = await testDraft({ id, configuration: { address: origin } });
    expect(shown(kept)).toEqual(['connect ok', 'send ok']);
    got.length = 0;
    const moved = await testDraft({ id, configuration: { address: 'https://elsewhere.example' } });
    expect(moved.steps).toEqual([]);
    expect(moved.errors).toMatchObject([{ path: 'authorization.routing_key' }]);
    expect(got).toEqual([]);
  });

  it('reports invalid values at their fields, without a step', async () => {
    const invalid = await testDraft({ type: 'webhook', authorization: {} });
    expect(invalid.steps).toEqual([]);
    expect(invalid.errors.map(({ path }) => path)).toContain('authorization.url');
  });
});
