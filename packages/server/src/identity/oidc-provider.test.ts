import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { useHttpServer } from '../../testing/hooks/use-server.ts';

const server = useHttpServer();

test('the console knows the addresses of the discovery document', async () => {
  const settings = (await (await fetch(`${server.url}/console-settings.json`)).json()) as { endpoints: unknown };
  const document = (await (await fetch(`${server.url}/oidc/.well-known/openid-configuration`)).json()) as Record<
    string,
    unknown
  >;
  expect(settings.endpoints).toEqual({
    authorization: document['authorization_endpoint'],
    token: document['token_endpoint'],
    endSession: document['end_session_endpoint'],
  });
});

const ask = (redirectUri: string): Promise<Response> => {
  const { clientId, audience } = server.identity.client;
  const question = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    response_mode: 'form_post',
    scope: 'openid profile email',
    resource: audience,
    state: 'state-1',
    prompt: 'none',
    code_challenge: createHash('sha256').update(randomBytes(32)).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return fetch(`${server.url}/oidc/auth?${question.toString()}`, { redirect: 'manual' });
};

test('a silent question of a person who is signed out is answered by a form', async () => {
  const answer = await ask(`${server.url}/silent-callback`);
  expect(answer.status).toBe(200);
  const form = await answer.text();
  expect(form).toContain('name="error" value="login_required"');
  expect(form).toContain('name="state" value="state-1"');
});

test('a silent question that leads elsewhere is refused', async () => {
  const answer = await ask('https://evil.test/callback');
  expect(await answer.text()).not.toContain('login_required');
  expect(answer.headers.get('location')).toBeNull();
});

test.each([
  ['token', 'POST'],
  ['me', 'GET'],
])('the answer of /oidc/%s is readable by pages of the own origin only', async (path, method) => {
  const originAllowedTo = async (origin: string): Promise<string | null> => {
    const body = new URLSearchParams({ grant_type: 'refresh_token', client_id: server.identity.client.clientId });
    const answer = await fetch(`${server.url}/oidc/${path}`, {
      method,
      headers: { origin },
      ...(method === 'POST' ? { body } : {}),
    });
    return answer.headers.get('access-control-allow-origin');
  };
  for (const origin of [server.url, 'https://evil.test', 'null', `${server.url}.evil.test`])
    expect([origin, await originAllowedTo(origin)]).toEqual([origin, origin === server.url ? origin : null]);
});
