import {
  type Egress,
  hasSlackMessage,
  PAGERDUTY_ADDRESS,
  postSlackMessage,
  postTeamsCard,
  ReceiverError,
  sendPagerDutyEvent,
  sendWebhook,
} from '@switchboard/connectors';
import type { IntegrationValues } from '@switchboard/model/integrations/validate-integration';
import type { MailTransport } from '../../identity/mail/mail-transport.ts';
import type { Secrets } from '../../identity/vault.ts';
import type { NoticeMessage } from './notice-message.ts';
import { slackMessage } from './slack-message.ts';
import { webhookBody } from './webhook-body.ts';

/** Where a notice goes. */
export type Receiver = {
  readonly type: string;
  readonly secrets: Secrets;
  readonly configuration: IntegrationValues;
  /** Target of the filter: its channel, name or address. */
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
  readonly mail: MailTransport;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

const LINK_TEXT = 'Open the list';
const COLORS = { failed: 'attention', resolved: 'good', test: 'accent' } as const;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Nothing has failed yet, or only late. */
const isWarning = (facts: NoticeMessage['facts']): boolean =>
  facts !== null && (facts.kind === 'late_uploads' || facts.transfer === 'key');

/** How notices are handed to each type of integration. */
export function createDeliver({ egress, slackApi, mail, now }: DeliverParts): Deliver {
  const slack: Deliver = async ({ secrets, target }, message, { isRepeated }) => {
    const connection = { egress, api: slackApi, token: secrets['token'] ?? '' };
    const channel = textOf(target['channel_id']);
    // Slack has no key of idempotency: what may have been posted already is searched by its mark.
    if (isRepeated && (await hasSlackMessage(connection, channel, message.id)) === true) return;
    await postSlackMessage(connection, { channel, mark: message.id, ...slackMessage(message) });
  };
  const teams: Deliver = async ({ secrets }, { change, title, text, account, url }) =>
    postTeamsCard(egress, secrets['url'] ?? '', {
      title,
      text,
      footer: `Switchboard · ${account}`,
      link: { title: LINK_TEXT, url },
      color: COLORS[change],
    });
  const pagerDuty: Deliver = async ({ secrets, configuration }, message) => {
    const { change, groupId, title, text, account, url, facts } = message;
    const given = configuration['address'];
    const address = typeof given === 'string' ? given.replace(/\/+$/, '') : PAGERDUTY_ADDRESS;
    const send = (action: 'trigger' | 'resolve') =>
      sendPagerDutyEvent(egress, address, secrets['routing_key'] ?? '', {
        action,
        dedupKey: groupId,
        summary: `${title}: ${text}`,
        source: `Switchboard · ${account}`,
        severity: change === 'test' ? 'info' : isWarning(facts) ? 'warning' : 'error',
        link: { href: url, text: LINK_TEXT },
        details: facts ?? {},
      });
    await send(change === 'resolved' ? 'resolve' : 'trigger');
    // A test must not keep anybody awake.
    if (change === 'test') await send('resolve');
  };
  const webhook: Deliver = async ({ secrets }, message) =>
    sendWebhook({
      egress,
      url: secrets['url'] ?? '',
      secret: secrets['signing_secret'] ?? '',
      id: message.id,
      body: webhookBody(message),
      now: now(),
    });
  const email: Deliver = async ({ target }, { id, title, text, account, url }) => {
    const address = textOf(target['address']);
    await mail({
      id,
      to: { name: '', email: address },
      subject: `${title} · ${account}`,
      text: `${text}\n\n${LINK_TEXT}:\n${url}\n\nSwitchboard sends this because ${address} is in an integration of ${account}.\n`,
    }).catch((error: unknown) => {
      throw new ReceiverError(`The mail was not accepted: ${error instanceof Error ? error.message : String(error)}`);
    });
  };
  const receivers: Readonly<Record<string, Deliver>> = {
    slack,
    'hidden-slack': slack,
    teams,
    pagerduty: pagerDuty,
    webhook,
    email,
  };
  return async (receiver, message, options) => {
    const deliver = receivers[receiver.type];
    if (deliver === undefined) throw new ReceiverError(`Integrations of type ${receiver.type} send nothing.`);
    await deliver(receiver, message, options);
  };
}
