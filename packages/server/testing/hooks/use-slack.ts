import type { SlackStandIn } from '@switchboard/sample-provider';
import { beforeEach } from 'vitest';
import { useSampleProvider } from './use-sample-provider.ts';

export type UsedSlack = {
  /** Address of the stand-in's Web API, once it has started. */
  readonly api: () => string;
  readonly standIn: SlackStandIn;
};

/** The stand-in of Slack for the tests of the calling file: without messages and faults before each. */
export function useSlack(): UsedSlack {
  const sample = useSampleProvider();
  const { provider } = sample;
  beforeEach(() => {
    provider.slack.messages.length = 0;
    provider.slack.calls.length = 0;
    provider.slack.fault = () => null;
  });
  return { api: () => `${sample.origin}/slack/api`, standIn: provider.slack };
}
