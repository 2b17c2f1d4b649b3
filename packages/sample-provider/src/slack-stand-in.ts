import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addSlackSignIn, type SlackSignIn } from './slack-sign-in.ts';

export type SlackChannel = {
  readonly id: string;
  readonly name: string;
  readonly purpose: string;
  readonly is_general: boolean;
  /** Whether the app is in it. */
  readonly is_member: boolean;
  readonly is_archived?: boolean;
};

export type SlackMessage = {
  readonly ts: string;
  readonly channel: string;
  readonly text: string;
  readonly blocks: unknown;
  readonly metadata: unknown;
};

/** A fault to inject into a call. */
export type SlackFault =
  | { readonly kind: 'error'; readonly error: string; readonly needed?: string }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: string }
  /** The connection stays open without an answer. */
  | { readonly kind: 'silent' }
  /** The call is carried out, and the connection breaks before the answer. */
  | { readonly kind: 'lost' };

/** A stand-in of the part of Slack's Web API that integrations use, below `/slack/api`. */
export type SlackStandIn = {
  /** Messages that were posted, oldest first. */
  readonly messages: SlackMessage[];
  /** Methods that were called, oldest first. */
  readonly calls: string[];
  /** May be replaced while it runs. */
  fault: (method: string) => SlackFault | null;
  register(app: FastifyInstance): void;
};

export const SLACK_CHANNELS: readonly SlackChannel[] = [
  { id: 'C01GENERAL', name: 'general', purpose: 'Company-wide announcements', is_general: true, is_member: true },
  { id: 'C02ALERTS', name: 'data-alerts', purpose: 'What fails in pipelines', is_general: false, is_member: true },
  { id: 'C03LATE', name: 'late-reports', purpose: '', is_general: false, is_member: true },
  { id: 'C04FINANCE', name: 'finance', purpose: 'Invoices', is_general: false, is_member: false },
];
const ARCHIVED = { ...SLACK_CHANNELS[2], id: 'C05OLD', name: 'old-alerts', is_archived: true } as SlackChannel;

/** Prefix of valid tokens. */
export const SLACK_TOKEN = 'xoxb-sample';
const PAGE = 2;

type Arguments = Readonly<Record<string, string>>;
type Answer = Readonly<Record<string, unknown>>;

const FORM = 'application/x-www-form-urlencoded';

export function createSlackStandIn(): SlackStandIn {
  const messages: SlackMessage[] = [];
  const calls: string[] = [];
  let posted = 0;
  let signIn: SlackSignIn | undefined;

  const post = ({ channel = '', text = '', blocks, metadata }: Arguments): Answer => {
    const known = [...SLACK_CHANNELS, ARCHIVED].find(({ id }) => id === channel);
    if (known === undefined) return { ok: false, error: 'channel_not_found' };
    if (known.is_archived === true) return { ok: false, error: 'is_archived' };
    if (!known.is_member) return { ok: false, error: 'not_in_channel' };
    posted += 1;
    const ts = `${Math.floor(Date.now() / 1000)}.${String(posted).padStart(6, '0')}`;
    messages.push({ ts, channel, text, blocks: parsed(blocks), metadata: parsed(metadata) });
    return { ok: true, channel, ts };
  };
  const list = ({ cursor = '0' }: Arguments): Answer => {
    const from = Number(cursor) || 0;
    const channels = SLACK_CHANNELS.slice(from, from + PAGE).map(({ purpose, ...channel }) => ({
      ...channel,
      purpose: { value: purpose },
    }));
    const next = from + PAGE < SLACK_CHANNELS.length ? String(from + PAGE) : '';
    return { ok: true, channels, response_metadata: { next_cursor: next } };
  };
  const methods: Readonly<Record<string, (args: Arguments) => Answer>> = {
    'auth.test': () => ({ ok: true, team: 'Acme Media', user: 'switchboard', team_id: 'T01', user_id: 'U01' }),
    'conversations.list': list,
    'conversations.history': ({ channel = '' }) => ({
      ok: true,
      messages: messages.filter((message) => message.channel === channel).toReversed(),
    }),
    'chat.postMessage': post,
  };

  const standIn: SlackStandIn = {
    messages,
    calls,
    fault: () => null,
    register(app) {
      app.register(async (scope) => {
        // The provider may have one for all its forms.
        if (!scope.hasContentTypeParser(FORM))
          scope.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) =>
            done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
          );
        signIn = addSlackSignIn(scope, SLACK_TOKEN);
        // For people who try the demo: what integrations have posted.
        scope.get('/slack/messages', () => messages);
        scope.post<{ Params: { method: string }; Body: Arguments | null }>('/slack/api/:method', (request, reply) =>
          answer(request, reply),
        );
      });
    },
  };

  async function answer(
    request: FastifyRequest<{ Params: { method: string }; Body: Arguments | null }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { method } = request.params;
    calls.push(method);
    const fault = standIn.fault(method);
    if (fault?.kind === 'silent') return reply.hijack();
    if (fault?.kind === 'status')
      return reply
        .code(fault.status)
        .headers(fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter })
        .send('<html>This is not JSON.</html>');
    if (fault?.kind === 'error')
      return reply.send({ ok: false, error: fault.error, ...(fault.needed ? { needed: fault.needed } : {}) });
    const run = methods[method];
    const isKnown = (request.headers.authorization ?? '').startsWith(`Bearer ${SLACK_TOKEN}`);
    const result =
      method === 'oauth.v2.access'
        ? (signIn?.exchange(request.body ?? {}, request.headers.authorization ?? '') ?? {})
        : !isKnown
          ? { ok: false, error: 'invalid_auth' }
          : (run?.(request.body ?? {}) ?? { ok: false, error: 'unknown_method' });
    if (fault?.kind !== 'lost') return reply.send(result);
    reply.hijack();
    request.raw.socket.destroy();
    return reply;
  }
  return standIn;
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
