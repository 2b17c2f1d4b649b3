import {
  type Egress,
  ReceiverError,
  type SlackChannelInfo,
  slackChannels,
  slackIdentity,
} from '@switchboard/connectors';
import { RequestError } from '../../graphql/request-error.ts';

export type ChannelList = { readonly channels: readonly SlackChannelInfo[]; readonly error: string | null };

export type SlackWorkspaces = {
  /** Team and name behind a token. Throws ReceiverError. */
  identify(accountId: string, token: string): Promise<{ readonly team_name: string; readonly name: string }>;
  /** The channels that a token sees: for a minute from memory. A failure is part of the result. */
  channels(accountId: string, token: string): Promise<ChannelList>;
};

/** Calls of one account at the same time. */
const AT_ONCE = 4;
const RETRY_SECONDS = 5;
const KEPT_MS = 60_000;
const KEPT_LISTS = 200;

type Kept = { readonly until: number; readonly list: Promise<ChannelList> };

/** Reads Slack workspaces for the forms of integrations, a few calls of an account at a time. */
export function createSlackWorkspaces(egress: Egress, api: string, now: () => number): SlackWorkspaces {
  const running = new Map<string, number>();
  const kept = new Map<string, Kept>();

  async function limited<T>(accountId: string, call: () => Promise<T>): Promise<T> {
    const count = running.get(accountId) ?? 0;
    if (count >= AT_ONCE) throw new RequestError('RATE_LIMITED', { seconds: RETRY_SECONDS });
    running.set(accountId, count + 1);
    try {
      return await call();
    } finally {
      const left = (running.get(accountId) ?? 1) - 1;
      if (left === 0) running.delete(accountId);
      else running.set(accountId, left);
    }
  }
  const read = async (accountId: string, token: string): Promise<ChannelList> => {
    try {
      return { channels: await limited(accountId, () => slackChannels({ egress, api, token })), error: null };
    } catch (error) {
      if (error instanceof ReceiverError) return { channels: [], error: error.message };
      throw error;
    }
  };
  return {
    identify: (accountId, token) =>
      limited(accountId, async () => {
        const { team, user } = await slackIdentity({ egress, api, token });
        return { team_name: team, name: user };
      }),
    async channels(accountId, token) {
      const key = `${accountId} ${token}`;
      const known = kept.get(key);
      if (known !== undefined && known.until > now()) return known.list;
      const list = read(accountId, token);
      const forget = (): void => void kept.delete(key);
      kept.set(key, { until: now() + KEPT_MS, list });
      if (kept.size > KEPT_LISTS) kept.delete(kept.keys().next().value ?? '');
      // What failed is asked for again the next time.
      const found = await list.catch((error: unknown) => {
        forget();
        throw error;
      });
      if (found.error !== null) forget();
      return found;
    },
  };
}
