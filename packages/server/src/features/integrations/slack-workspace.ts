import {
  type Egress,
  ReceiverError,
  type SlackChannelInfo,
  slackChannels,
  slackIdentity,
} from '@switchboard/connectors';
import type { LimitedCalls } from './limit-calls.ts';

export type ChannelList = { readonly channels: readonly SlackChannelInfo[]; readonly error: string | null };

export type SlackWorkspaces = {
  /** Team and name behind a token. Throws ReceiverError. */
  identify(accountId: string, token: string): Promise<{ readonly team_name: string; readonly name: string }>;
  /** The channels that a token sees: for a minute from memory. A failure is part of the result. */
  channels(accountId: string, token: string): Promise<ChannelList>;
};

const KEPT_MS = 60_000;
const KEPT_LISTS = 200;

type Kept = { readonly until: number; readonly list: Promise<ChannelList> };

/** Reads Slack workspaces for the forms of integrations, a few calls of an account at a time. */
export function createSlackWorkspaces(
  egress: Egress,
  api: string,
  limited: LimitedCalls,
  now: () => number,
): SlackWorkspaces {
  const kept = new Map<string, Kept>();

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
