import { createSampleProvider, SLACK_TOKEN, type SlackFault } from '@switchboard/sample-provider';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEgress } from '../network/egress.ts';
import { ReceiverError } from './receiver-error.ts';
import { hasSlackMessage, postSlackMessage, type SlackConnection, slackChannels, slackIdentity } from './slack.ts';

const provider = createSampleProvider({ now: Date.now, port: 0 });
const egress = createEgress({ allowPrivate: ['127.0.0.1'], stallTimeoutMs: 200, now: Date.now });
let connection: SlackConnection;

beforeAll(async () => {
  connection = { egress, api: `${await provider.listen()}/slack/api`, token: `${SLACK_TOKEN}-1` };
});
afterAll(() => provider.close());
beforeEach(() => {
  provider.slack.messages.length = 0;
  provider.slack.calls.length = 0;
  provider.slack.fault = () => null;
});

const failOnce = (fault: SlackFault, method = 'chat.postMessage'): void => {
  let left = 1;
  provider.slack.fault = (called) => {
    if (called !== method || left === 0) return null;
    left -= 1;
    return fault;
  };
};
const send = (channel = 'C02ALERTS', mark = 'm1') =>
  postSlackMessage(connection, { channel, text: 'Failed', blocks: [], mark });
const failureOf = async (call: Promise<unknown>): Promise<ReceiverError> => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ReceiverError)) throw new Error(`Expected a ReceiverError, got ${String(error)}.`);
  return error;
};

describe('a Slack workspace', () => {
  it('says whom the token speaks for, and lists its channels page by page', async () => {
    expect(await slackIdentity(connection)).toEqual({ team: 'Acme Media', user: 'switchboard' });
    const channels = await slackChannels(connection);
    expect(channels.map(({ name, is_member }) => [name, is_member])).toEqual([
      ['data-alerts', true],
      ['finance', false],
      ['general', true],
      ['late-reports', true],
    ]);
    expect(provider.slack.calls.filter((method) => method === 'conversations.list')).toHaveLength(2);
  });

  it('lists public channels with a token that may not see private ones', async () => {
    failOnce({ kind: 'error', error: 'missing_scope', needed: 'groups:read' }, 'conversations.list');
    expect(await slackChannels(connection)).toHaveLength(4);
  });

  it('takes a message, which is found again by its mark', async () => {
    await send();
    expect(provider.slack.messages).toMatchObject([{ channel: 'C02ALERTS', text: 'Failed' }]);
    expect(await hasSlackMessage(connection, 'C02ALERTS', 'm1')).toBe(true);
    expect(await hasSlackMessage(connection, 'C02ALERTS', 'm2')).toBe(false);
    failOnce({ kind: 'error', error: 'missing_scope', needed: 'channels:history' }, 'conversations.history');
    expect(await hasSlackMessage(connection, 'C02ALERTS', 'm1')).toBeNull();
  });
});

describe('a failure', () => {
  it.each<[string, SlackFault, Partial<ReceiverError>]>([
    ['a rejected token', { kind: 'error', error: 'invalid_auth' }, { about: 'authorization', code: 'invalid_auth' }],
    ['a revoked token', { kind: 'error', error: 'token_revoked' }, { about: 'authorization' }],
    ['an unknown error', { kind: 'error', error: 'fatal_error' }, { about: 'receiver', code: 'fatal_error' }],
    ['429', { kind: 'status', status: 429, retryAfter: '7' }, { retryAfter: 7, code: 'ratelimited' }],
    ['503', { kind: 'status', status: 503 }, { code: '503', about: 'receiver' }],
    ['404 in HTML', { kind: 'status', status: 404 }, { code: null }],
    ['silence', { kind: 'silent' }, { code: 'silent' }],
    ['a lost answer', { kind: 'lost' }, { code: null }],
  ])('%s is reported with what to do', async (_, fault, expected) => {
    failOnce(fault);
    expect(await failureOf(send())).toMatchObject(expected);
  });

  it.each([
    ['C04FINANCE', 'The Slack app is not in the channel: invite it (not_in_channel).'],
    ['C05OLD', 'The channel is archived: choose another one (is_archived).'],
    ['C99', 'Slack knows no such channel: choose another one (channel_not_found).'],
  ])('blames the channel %s', async (channel, message) => {
    expect(await failureOf(send(channel))).toMatchObject({ message, about: 'target' });
  });

  it('names the scope that the token lacks, and never the token', async () => {
    failOnce({ kind: 'error', error: 'missing_scope', needed: 'chat:write' });
    expect((await failureOf(send())).message).toBe('The token lacks a scope (missing_scope: chat:write).');
    const wrong = { ...connection, token: 'xoxb-canary-4711' };
    const { message } = await failureOf(slackIdentity(wrong));
    expect(message).toBe('Slack rejected the token (invalid_auth).');
  });

  it('names a host that refuses, or that is not allowed', async () => {
    const closed = { ...connection, api: 'http://127.0.0.1:1/slack/api' };
    expect((await failureOf(slackIdentity(closed))).message).toBe('127.0.0.1:1: the connection was refused.');
    const guarded = { ...connection, egress: createEgress({ allowPrivate: [], stallTimeoutMs: 200, now: Date.now }) };
    expect((await failureOf(slackIdentity(guarded))).message).toMatch(/is not allowed/);
  });
});
