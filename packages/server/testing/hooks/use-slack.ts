import { createSampleProvider, type SlackStandIn } from '@switchboard/sample-provider';
import { afterAll, beforeAll, beforeEach } from 'vitest';

export type UsedSlack = {
  /** Address of the stand-in's Web API, once it has started. */
  readonly api: () => string;
  readonly standIn: SlackStandIn;
};

/** The stand-in of Slack for the tests of the calling file: without messages and faults before each. */
export function useSlack(): UsedSlack {
  const provider = createSampleProvider({ now: Date.now, port: 0 });
  let origin = '';
  beforeAll(async () => {
    origin = await provider.listen();
  });
  afterAll(() => provider.close());
  beforeEach(() => {
    provider.slack.messages.length = 0;
    provider.slack.calls.length = 0;
    provider.slack.fault = () => null;
  });
  return { api: () => `${origin}/slack/api`, standIn: provider.slack };
}
