import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createEgress } from '../network/egress.ts';
import { serveHttp } from '../testing/http-server.ts';
import { sendPagerDutyEvent } from './pagerduty.ts';
import { postTeamsCard } from './teams.ts';
import { sendWebhook, webhookSignature } from './webhook.ts';

const egress = createEgress({ allowPrivate: ['127.0.0.1'], stallTimeoutMs: 200, now: Date.now });

type Got = { readonly url: string; readonly headers: IncomingHttpHeaders; readonly body: string };

/** A receiver of this machine that answers with a status and keeps what it gets. */
async function receive(status: number, headers: Record<string, string> = {}) {
  const got: Got[] = [];
  const origin = await serveHttp(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    got.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(status, headers).end();
  });
  return { origin, got };
}

const NOW = 1_674_087_231_000;
const webhook = (url: string) =>
  sendWebhook({ egress, url, secret: 'a secret of the receiver', id: 'n1', body: { type: 'notice' }, now: NOW });

describe('a webhook', () => {
  it('a webhook is signed as Standard Webhooks describes', async () => {
    // The example of the specification's own libraries.
    expect(
      webhookSignature(
        'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
        'msg_p5jXN8AQM9LWM0D4loKWxJek',
        1_614_265_330,
        '{"test": 2432232314}',
      ),
    ).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
    const { origin, got } = await receive(204);
    await webhook(`${origin}/hook?key=1`);
    const [{ url, headers, body } = { url: '', headers: {}, body: '' }] = got;
    expect([url, body]).toEqual(['/hook?key=1', '{"type":"notice"}']);
    expect(headers).toMatchObject({
      'webhook-id': 'n1',
      'webhook-timestamp': '1674087231',
      'webhook-signature': webhookSignature('a secret of the receiver', 'n1', 1_674_087_231, body),
      'content-type': 'application/json',
    });
  });

  it.each([
    [410, 'refused the notice (410).', 'authorization'],
    [302, 'redirects (302): enter the final address.', 'authorization'],
    [503, 'answered 503.', 'receiver'],
  ])('a webhook fails when the receiver answers %i', async (status, message, about) => {
    const { origin } = await receive(status, { location: 'https://elsewhere.example' });
    const failed = expect(webhook(`${origin}/canary`)).rejects;
    await failed.toMatchObject({ message: expect.stringContaining(message) as string, about });
    await expect(webhook(`${origin}/canary`)).rejects.not.toMatchObject({
      message: expect.stringContaining('canary') as string,
    });
  });

  it('a webhook is slowed down by 429', async () => {
    const { origin } = await receive(429, { 'retry-after': '9' });
    await expect(webhook(origin)).rejects.toMatchObject({ retryAfter: 9 });
  });
});

it('Teams gets an Adaptive Card with a link', async () => {
  const { origin, got } = await receive(202);
  const link = { title: 'Open the list', url: 'https://console.example/app/acme' };
  await postTeamsCard(egress, `${origin}/workflow`, { title: 'T', text: 'X', footer: 'F', link, color: 'attention' });
  expect(JSON.parse(got[0]?.body ?? '')).toMatchObject({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          type: 'AdaptiveCard',
          body: [{ text: 'T', color: 'attention' }, { text: 'X' }, { text: 'F' }],
          actions: [{ type: 'Action.OpenUrl', ...link }],
        },
      },
    ],
  });
});

describe('PagerDuty', () => {
  const event = {
    action: 'trigger',
    dedupKey: 'g1',
    summary: 'x'.repeat(2_000),
    source: 'Switchboard',
    severity: 'error',
    link: { href: 'https://console.example', text: 'Open the list' },
    details: { count: 3 },
  } as const;

  it('gets an event with the key of its group', async () => {
    const { origin, got } = await receive(202);
    await sendPagerDutyEvent(egress, origin, 'key', event);
    expect(got[0]?.url).toBe('/v2/enqueue');
    const body = JSON.parse(got[0]?.body ?? '') as { payload: { summary: string } };
    expect(body).toMatchObject({
      routing_key: 'key',
      event_action: 'trigger',
      dedup_key: 'g1',
      links: [event.link],
      payload: { source: 'Switchboard', severity: 'error', custom_details: { count: 3 } },
    });
    expect(body.payload.summary).toHaveLength(1_024);
  });

  it('refuses a wrong key with 400', async () => {
    const { origin } = await receive(400);
    await expect(sendPagerDutyEvent(egress, origin, 'canary', event)).rejects.toMatchObject({
      about: 'authorization',
      message: 'PagerDuty refused the event (400): check the integration key.',
    });
  });
});
