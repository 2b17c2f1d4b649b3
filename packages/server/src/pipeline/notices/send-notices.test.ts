import { randomBytes } from 'node:crypto';
import { ReceiverError } from '@switchboard/connectors';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { addIntegrationRow } from '../../../testing/add-integration.ts';
import { addDownload } from '../../../testing/fill-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { createVault } from '../../identity/vault.ts';
import { announceGroups } from './announce-groups.ts';
import type { Deliver, Receiver } from './deliver.ts';
import { gatherFailures } from './gather-failures.ts';
import type { NoticeMessage } from './notice-message.ts';
import { NOTICE_ATTEMPTS, noticeBackoff, sendNotices } from './send-notices.ts';

const { database } = useDatabase();
const account = useAccount({ database }, {}, beforeEach);
const vault = createVault(randomBytes(32));
let sent: (NoticeMessage & { readonly target: Receiver['target']; readonly isRepeated: boolean })[];
let now: number;
let integration: { readonly id: string; readonly filters: readonly string[] };

beforeEach(async () => {
  sent = [];
  now = Date.now() + 60_000;
  integration = await addIntegrationRow(database, vault, account.accountId, [{ production: true, channel_id: 'C1' }]);
});

const accept: Deliver = async ({ target }, message, { isRepeated }) =>
  void sent.push({ ...message, target, isRepeated });
const send = (deliver: Deliver = accept) =>
  sendNotices({ database, vault, deliver, publicUrl: 'https://console.example', now: () => now });
/** A group of failures that is announced at once. */
async function fail(source: string): Promise<void> {
  await addDownload(database, account, {
    source,
    status: 'failed',
    failure_code: 'SOURCE_NOT_FOUND',
    finished: new Date(),
    message: `${source} is gone.`,
  });
  await gatherFailures(database);
  await announceGroups(database, now, 0);
}
const titles = (): string[] => sent.map(({ title }) => title);
const states = () => account.rows(sql`select state, attempts, problem from notice order by sequence`);
const status = async () =>
  (
    await account.rows<{ integration: string | null; filter: string | null }>(
      sql`select i.problem as integration, f.problem as filter from integration i join integration_filter f on f.integration_id = i.id`,
    )
  )[0];
const failing =
  (error: ReceiverError, isFailing: (message: NoticeMessage) => boolean = () => true): Deliver =>
  async (receiver, message, options) => {
    if (isFailing(message)) throw error;
    await accept(receiver, message, options);
  };

describe('notices', () => {
  it('notices are sent with their words, the secrets of the integration and the receiver', async () => {
    await fail('ads');
    let secrets: unknown;
    expect(
      await send(async (receiver, message, options) => {
        secrets = receiver.secrets;
        await accept(receiver, message, options);
      }),
    ).toBe(1);
    expect(secrets).toEqual({ token: 'xoxb-sample-1' });
    expect(sent).toMatchObject([
      {
        change: 'failed',
        title: 'Not found at the source (ads)',
        text: '1 download failed: ads, of 2026-11-20. ads is gone.',
        url: `https://console.example/app/${account.urlName}/downloads/list?causes=SOURCE_NOT_FOUND&bundleNames=ads`,
        target: { channel_id: 'C1' },
        isRepeated: false,
      },
    ]);
    expect(await send()).toBe(0);
  });

  it('notices of one filter are sent in order, also after a failed attempt', async () => {
    for (const source of ['first', 'second', 'third']) await fail(source);
    let failures = 1;
    const once = failing(new ReceiverError('away'), () => {
      failures -= 1;
      return failures >= 0;
    });
    expect(await send(once)).toBe(0);
    expect(await states()).toMatchObject([{ state: 'pending', attempts: 1, problem: 'away' }, {}, {}]);
    now += noticeBackoff(1);
    expect(await send(once)).toBe(3);
    expect(titles().map((title) => title.match(/\((.*)\)/)?.[1])).toEqual(['first', 'second', 'third']);
  });

  it('notices are sent again with the same id and words when the sender died before confirming', async () => {
    await fail('ads');
    const died = new Promise<void>(() => {});
    void send(async (receiver, message, options) => {
      await accept(receiver, message, options);
      await died;
    });
    await expect.poll(() => sent.length).toBe(1);
    expect(await send()).toBe(0);
    now += 120_001;
    expect(await send()).toBe(1);
    const [first, second] = sent;
    expect(second).toEqual({ ...first, isRepeated: true });
  });

  it('wait as long as the receiver asks', async () => {
    await fail('ads');
    await send(failing(new ReceiverError('slow down', { retryAfter: 300 })));
    now += 299_000;
    expect(await send()).toBe(0);
    now += 1_001;
    expect(await send()).toBe(1);
  });

  it('fail permanently after the last attempt, without blocking later ones', async () => {
    await fail('refused');
    await fail('next');
    const refuse = failing(new ReceiverError('no'), ({ title }) => title.includes('refused'));
    for (let attempt = 1; attempt <= NOTICE_ATTEMPTS; attempt += 1) {
      await send(refuse);
      now += noticeBackoff(attempt);
    }
    expect(titles()).toEqual(['Not found at the source (next)']);
    expect(await states()).toMatchObject([{ state: 'failed', problem: 'no' }, { state: 'sent' }]);
  });

  it('survive a receiver that is away for ten minutes', async () => {
    await fail('ads');
    const start = now;
    while (now - start < 600_000) {
      await send(failing(new ReceiverError('refused')));
      now += 30_000;
    }
    now += noticeBackoff(NOTICE_ATTEMPTS);
    expect(await send()).toBe(1);
  });
});

describe('an integration', () => {
  it('shows what keeps it from sending, with one event each way', {
    tags: 'spec:integration-errors-shown',
  }, async () => {
    await fail('ads');
    const revoked = new ReceiverError('The token was revoked.', { about: 'authorization' });
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      await send(failing(revoked));
      now += noticeBackoff(attempt);
    }
    expect(await status()).toEqual({ integration: 'The token was revoked.', filter: null });
    await send();
    expect(await status()).toEqual({ integration: null, filter: null });
    const events = await account.rows<{ code: string; message: string }>(
      sql`select code, message from event where code like 'INTEGRATION_%' order by id`,
    );
    expect(events).toEqual([
      {
        code: 'INTEGRATION_DEGRADED',
        message:
          'The integration Slack (Acme Media) cannot send notices: The token was revoked. They are sent once it works again.',
      },
      { code: 'INTEGRATION_RECOVERED', message: 'The integration Slack (Acme Media) sends notices again.' },
    ]);
  });

  it('shows what is wrong with a channel at the channel', async () => {
    await fail('ads');
    await send(failing(new ReceiverError('The channel is archived.', { about: 'target' })));
    expect(await status()).toEqual({ integration: null, filter: 'The channel is archived.' });
  });

  it('an integration is not degraded by a receiver that is away for a moment', async () => {
    await fail('ads');
    await send(failing(new ReceiverError('503')));
    expect(await status()).toEqual({ integration: null, filter: null });
    now += noticeBackoff(1);
    await send(failing(new ReceiverError('503')));
    expect(await status()).toEqual({ integration: '503', filter: null });
  });

  it('an integration that is removed takes its pending notices along', async () => {
    await fail('ads');
    await account.rows(sql`delete from integration where id = ${integration.id}`);
    expect(await states()).toEqual([]);
    expect(await send()).toBe(0);
  });
});
