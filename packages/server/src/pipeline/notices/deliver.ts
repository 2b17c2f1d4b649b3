import { type Egress, hasSlackMessage, postSlackMessage, ReceiverError } from '@switchboard/connectors';
import type { IntegrationValues } from '@switchboard/model';
import type { Secrets } from '../../identity/vault.ts';
import type { NoticeMessage } from './notice-message.ts';
import { slackMessage } from './slack-message.ts';

/** Where a notice goes. */
export type Receiver = {
  readonly type: string;
  readonly secrets: Secrets;
  /** Of the filter: its channel, name or address. */
  readonly target: IntegrationValues;
};

export type DeliveryOptions = {
  /** An earlier attempt may have delivered it. */
  readonly isRepeated: boolean;
};

/** Hands a notice over. Returns once the receiver has it. @throws ReceiverError */
export type Deliver = (receiver: Receiver, message: NoticeMessage, options: DeliveryOptions) => Promise<void>;

export type DeliverParts = {
  readonly egress: Egress;
  /** Address of Slack's Web API without a slash at its end. */
  readonly slackApi: string;
};

/** How notices are handed to each type of integration. */
export function createDeliver({ egress, slackApi }: DeliverParts): Deliver {
  const slack: Deliver = async ({ secrets, target }, message, { isRepeated }) => {
    const connection = { egress, api: slackApi, token: secrets['token'] ?? '' };
    const channel = String(target['channel_id'] ?? '');
    // Slack has no key of idempotency: what may have been posted already is looked for by its mark.
    if (isRepeated && (await hasSlackMessage(connection, channel, message.id)) === true) return;
    await postSlackMessage(connection, { channel, mark: message.id, ...slackMessage(message) });
  };
  const receivers: Readonly<Record<string, Deliver>> = { slack, 'hidden-slack': slack };
  return async (receiver, message, options) => {
    const deliver = receivers[receiver.type];
    if (deliver === undefined) throw new ReceiverError(`Integrations of type ${receiver.type} send nothing.`);
    await deliver(receiver, message, options);
  };
}
