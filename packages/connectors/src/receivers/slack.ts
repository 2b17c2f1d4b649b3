import type { Egress } from '../network/egress.ts';
import { post } from './post.ts';
import { ReceiverError } from './receiver-error.ts';

export type SlackConnection = {
  readonly egress: Egress;
  /** Address of the Web API without a slash at its end. */
  readonly api: string;
  readonly token: string;
};

export type SlackIdentity = { readonly team: string; readonly user: string };
export type SlackChannelInfo = {
  readonly id: string;
  readonly name: string;
  readonly purpose: string;
  readonly is_general: boolean;
  /** Whether the app may post there. */
  readonly is_member: boolean;
};

export type SlackPost = {
  readonly channel: string;
  /** Shown where blocks are not, such as in notifications. */
  readonly text: string;
  readonly blocks: readonly unknown[];
  /** Marks the message, so that it can be recognised later. */
  readonly mark: string;
};

const CHANNEL_PAGE = 1_000;
const CHANNEL_PAGES = 10;
const HISTORY = 100;
const MARK_TYPE = 'switchboard_notice';

/** Advice for an error of Slack, by its code. `{code}` is added to each. */
const TEXTS: Readonly<Record<string, { readonly text: string; readonly about: ReceiverError['about'] }>> = {
  invalid_auth: { text: 'Slack rejected the token', about: 'authorization' },
  not_authed: { text: 'Slack rejected the token', about: 'authorization' },
  token_revoked: { text: 'The token was revoked: reinstall the Slack app and enter its token', about: 'authorization' },
  token_expired: { text: 'The token has expired: enter a new one', about: 'authorization' },
  account_inactive: { text: 'The Slack app or its workspace was removed', about: 'authorization' },
  missing_scope: { text: 'The token lacks a scope', about: 'authorization' },
  channel_not_found: { text: 'Slack knows no such channel: choose another one', about: 'target' },
  not_in_channel: { text: 'The Slack app is not in the channel: invite it', about: 'target' },
  is_archived: { text: 'The channel is archived: choose another one', about: 'target' },
  restricted_action: { text: 'A rule of the workspace keeps the app from posting there', about: 'target' },
  ratelimited: { text: 'Slack asks to slow down', about: 'receiver' },
};

type Answer = Readonly<Record<string, unknown>>;

/** Calls a method of the Web API. Throws ReceiverError also for an answer that is not ok. */
async function call(
  { egress, api, token }: SlackConnection,
  method: string,
  args: Readonly<Record<string, string>>,
): Promise<Answer> {
  const { status, text, retryAfter } = await post({
    egress,
    url: `${api}/${method}`,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(args).toString(),
  });
  const answer = readJson(text);
  if (answer['ok'] === true) return answer;
  const code = textOf(answer['error']);
  if (code === '') throw new ReceiverError(`Slack answered ${status}, and not as documented.`);
  const known = TEXTS[code];
  const needed = textOf(answer['needed']);
  const detail = needed === '' ? code.slice(0, 80) : `${code}: ${needed.slice(0, 200)}`;
  throw new ReceiverError(known === undefined ? `Slack answered: ${detail}.` : `${known.text} (${detail}).`, {
    code,
    about: known?.about ?? 'receiver',
    retryAfter,
  });
}

/** The app and workspace of the token. */
export async function slackIdentity(connection: SlackConnection): Promise<SlackIdentity> {
  const answer = await call(connection, 'auth.test', {});
  return { team: textOf(answer['team']), user: textOf(answer['user']) };
}

/** The channels that the app sees, sorted by name; archived ones are left out. At most 10,000. */
export async function slackChannels(connection: SlackConnection): Promise<readonly SlackChannelInfo[]> {
  const channels: SlackChannelInfo[] = [];
  let cursor = '';
  let types = 'public_channel,private_channel';
  for (let page = 0; page < CHANNEL_PAGES; page += 1) {
    const args = { types, exclude_archived: 'true', limit: String(CHANNEL_PAGE), ...(cursor === '' ? {} : { cursor }) };
    try {
      const answer = await call(connection, 'conversations.list', args);
      channels.push(...channelsOf(answer['channels']));
      cursor = textOf(recordOf(answer['response_metadata'])['next_cursor']);
    } catch (error) {
      // Without groups:read only public channels are listed.
      if (!(error instanceof ReceiverError) || error.code !== 'missing_scope' || types === 'public_channel')
        throw error;
      types = 'public_channel';
      continue;
    }
    if (cursor === '') break;
  }
  return channels.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** Posts a message, and returns once Slack has it. */
export async function postSlackMessage(
  connection: SlackConnection,
  { channel, text, blocks, mark }: SlackPost,
): Promise<void> {
  await call(connection, 'chat.postMessage', {
    channel,
    text,
    blocks: JSON.stringify(blocks),
    metadata: JSON.stringify({ event_type: MARK_TYPE, event_payload: { id: mark } }),
    unfurl_links: 'false',
  });
}

/** Whether a channel's latest messages have one with this mark; null when the app may not read them. */
export async function hasSlackMessage(
  connection: SlackConnection,
  channel: string,
  mark: string,
): Promise<boolean | null> {
  try {
    const args = { channel, limit: String(HISTORY), include_all_metadata: 'true' };
    const { messages } = await call(connection, 'conversations.history', args);
    return (
      Array.isArray(messages) &&
      messages.some((message) => {
        const metadata = recordOf(recordOf(message)['metadata']);
        return metadata['event_type'] === MARK_TYPE && recordOf(metadata['event_payload'])['id'] === mark;
      })
    );
  } catch (error) {
    if (error instanceof ReceiverError && error.code === 'missing_scope') return null;
    throw error;
  }
}

function channelsOf(given: unknown): readonly SlackChannelInfo[] {
  if (!Array.isArray(given)) return [];
  return given.map(recordOf).flatMap((channel) => {
    const id = textOf(channel['id']);
    if (id === '') return [];
    return [
      {
        id,
        name: textOf(channel['name']),
        purpose: textOf(recordOf(channel['purpose'])['value']),
        is_general: channel['is_general'] === true,
        is_member: channel['is_member'] === true,
      },
    ];
  });
}

function readJson(text: string): Answer {
  try {
    return recordOf(JSON.parse(text));
  } catch {
    return {};
  }
}

const recordOf = (value: unknown): Answer => (typeof value === 'object' && value !== null ? (value as Answer) : {});
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
