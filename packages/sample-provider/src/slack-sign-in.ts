import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** The Slack app that the stand-in knows. */
export const SLACK_APP = { client_id: 'sample-slack-app', client_secret: 'sample-slack-secret' } as const;

/** Faults of the sign-in at Slack's stand-in, chosen on the consent page. */
export const SLACK_SIGN_IN_FAULTS = {
  'wrong-state': 'redirects with another state',
  'no-state': 'redirects without the state',
  'no-code': 'redirects without a code',
  'team-error': 'redirects with error=invalid_team_for_non_distributed_app',
  'wrong-code': 'redirects with a code that Slack does not know',
  'user-token': 'gives a token of the person instead of the app',
  rotating: 'gives a token that ends, as apps with token rotation do',
  revoked: 'gives a token that is rejected at once',
} as const;

type Fault = keyof typeof SLACK_SIGN_IN_FAULTS;
type Form = Readonly<Record<string, string | undefined>>;
type Code = { readonly redirectUri: string; readonly fault: Fault | null };

export type SlackSignIn = {
  /** The answer of `oauth.v2.access`. */
  exchange(form: Form, authorization: string): Readonly<Record<string, unknown>>;
};

const CALLBACK = '/api/oauth/callback';
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
const isFault = (text: unknown): text is Fault => typeof text === 'string' && Object.hasOwn(SLACK_SIGN_IN_FAULTS, text);

/** Adds Slack's page of consent, and what gives the token of a workspace for its answer. */
export function addSlackSignIn(app: FastifyInstance, tokenPrefix: string): SlackSignIn {
  const codes = new Map<string, Code>();

  app.get('/slack/oauth/v2/authorize', (request, reply) => {
    const asked = request.query as Form;
    const problem = problemOf(asked);
    if (problem !== null) return reply.code(400).type('text/plain').send(problem);
    return reply.type('text/html; charset=utf-8').send(page(asked));
  });
  app.post('/slack/oauth/v2/authorize', (request, reply) => {
    const form = request.body as Form;
    const problem = problemOf({ ...form, scope: 'chat:write' });
    if (problem !== null) return reply.code(400).type('text/plain').send(problem);
    const fault = isFault(form['fault']) ? form['fault'] : null;
    const code = randomBytes(16).toString('hex');
    const to = new URL(form['redirect_uri'] ?? '');
    if (fault !== 'wrong-code') codes.set(code, { redirectUri: to.href, fault });
    const answer = form['decision'] === 'allow' ? { code } : { error: 'access_denied' };
    const given: Record<string, string> = { ...answer, state: form['state'] ?? '' };
    if (fault === 'wrong-state') given['state'] = randomBytes(32).toString('base64url');
    if (fault === 'no-state') delete given['state'];
    if (fault === 'no-code' || fault === 'team-error') delete given['code'];
    if (fault === 'team-error') given['error'] = 'invalid_team_for_non_distributed_app';
    for (const [name, value] of Object.entries(given)) to.searchParams.set(name, value);
    return reply.redirect(to.href, 302);
  });

  function exchange(form: Form, authorization: string): Readonly<Record<string, unknown>> {
    const [id, secret] = Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
      .toString()
      .split(':');
    if (id !== SLACK_APP.client_id) return { ok: false, error: 'invalid_client_id' };
    if (secret !== SLACK_APP.client_secret) return { ok: false, error: 'bad_client_secret' };
    const code = codes.get(form['code'] ?? '');
    codes.delete(form['code'] ?? '');
    if (code === undefined) return { ok: false, error: 'invalid_code' };
    if (code.redirectUri !== form['redirect_uri']) return { ok: false, error: 'bad_redirect_uri' };
    const { fault } = code;
    const token = randomBytes(12).toString('hex');
    return {
      ok: true,
      access_token: fault === 'revoked' ? `xoxb-revoked-${token}` : `${tokenPrefix}-${token}`,
      token_type: fault === 'user-token' ? 'user' : 'bot',
      scope: 'chat:write,channels:read,groups:read,channels:history,groups:history',
      bot_user_id: 'U01',
      app_id: 'A01',
      team: { id: 'T01', name: 'Acme Media' },
      enterprise: null,
      authed_user: { id: 'U02' },
      ...(fault === 'rotating' ? { expires_in: 43_200, refresh_token: `xoxe-1-${token}` } : {}),
    };
  }
  return { exchange };
}

/** Why Slack shows an error instead of the page of consent; null when it does not. */
function problemOf({ client_id, redirect_uri = '', scope = '' }: Form): string | null {
  if (client_id !== SLACK_APP.client_id) return 'invalid_client_id';
  if (!URL.canParse(redirect_uri) || new URL(redirect_uri).pathname !== CALLBACK) return 'bad_redirect_uri';
  return scope.split(',').includes('chat:write') ? null : 'invalid_scope';
}

function page({ client_id = '', redirect_uri = '', state = '' }: Form): string {
  const hidden = Object.entries({ client_id, redirect_uri, state }).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  const faults = Object.entries(SLACK_SIGN_IN_FAULTS).map(
    ([name, text]) => `<option value="${name}">${escapeHtml(`${name}: ${text}`)}</option>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Stand-in of Slack</title></head>
<body>
<h1>Stand-in of Slack</h1>
<p><strong>${escapeHtml(client_id)}</strong> asks to post messages in the workspace Acme Media.</p>
<form method="post" action="/slack/oauth/v2/authorize">
${hidden.join('\n')}
<p><label>Fault <select name="fault"><option value="">none</option>${faults.join('')}</select></label></p>
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Deny</button>
</form>
</body>
</html>
`;
}
