import type { Egress } from '../network/egress.ts';
import { post } from './post.ts';
import { ReceiverError } from './receiver-error.ts';

export const PAGERDUTY_ADDRESS = 'https://events.pagerduty.com';
const LONGEST_SUMMARY = 1_024;

export type PagerDutyEvent = {
  readonly action: 'trigger' | 'resolve';
  /** The same for the beginning and the end: repeated events change nothing. */
  readonly dedupKey: string;
  readonly summary: string;
  readonly source: string;
  readonly severity: 'critical' | 'error' | 'warning' | 'info';
  readonly link: { readonly href: string; readonly text: string };
  readonly details: unknown;
};

/** Sends an event of the Events API v2, which accepts it with 202. @throws ReceiverError */
export async function sendPagerDutyEvent(
  egress: Egress,
  address: string,
  routingKey: string,
  { action, dedupKey, summary, source, severity, link, details }: PagerDutyEvent,
): Promise<void> {
  const body = {
    routing_key: routingKey,
    event_action: action,
    dedup_key: dedupKey,
    client: 'Switchboard',
    client_url: link.href,
    links: [link],
    payload: { summary: summary.slice(0, LONGEST_SUMMARY), source, severity, custom_details: details },
  };
  const { status } = await post({
    egress,
    url: `${address}/v2/enqueue`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (status === 202) return;
  throw new ReceiverError(`PagerDuty refused the event (${status}): check the integration key.`, {
    code: String(status),
    about: 'authorization',
  });
}
