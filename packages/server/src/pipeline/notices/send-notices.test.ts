import type { ErrorCode, Purpose, Severity } from '@switchboard/model';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { recordEvent } from '../attempts/unit-status.ts';
import { NOTICE_ATTEMPTS, type Notice, noticeBackoff, sendNotices } from './send-notices.ts';

const { database } = useDatabase();
const account = useAccount({ database }, {}, beforeEach);
let sent: Notice[];
let now: number;

beforeEach(async () => {
  sent = [];
  now = Date.now() + 1_000;
  await database.withSystem((tx) => sql`delete from notice`.execute(tx));
});

const rows = (text: string): Promise<unknown[]> => account.rows(sql`${sql.raw(text)}`);
const subscribe = (recipient: string, flag: 'production' | 'backfills' | 'proofs' | 'late_uploads') =>
  rows(`insert into notice_subscription (account_id, channel, recipient, ${flag})
    values ('${account.accountId}', 'slack', '${recipient}', true)`);
type Recorded = {
  readonly message: string;
  readonly code?: ErrorCode;
  readonly purpose?: Purpose;
  readonly severity?: Severity;
};
const record = (event: Recorded) =>
  database.withAccount(account.accountId, (tx) =>
    recordEvent(tx, {
      accountId: account.accountId,
      severity: 'error',
      purpose: 'production',
      code: 'INTERNAL',
      ...event,
    }),
  );
const run = (slack: (notice: Notice) => Promise<void> = async (notice) => void sent.push(notice)) =>
  sendNotices(database, { slack }, () => now);
const texts = (): string[] => sent.map(({ recipient, message }) => `${recipient}: ${message}`);

describe('notices', () => {
  it('are written in the transaction of their event for the subscribers of its kind', async () => {
    await subscribe('#production', 'production');
    await subscribe('#backfills', 'backfills');
    await subscribe('#tests', 'proofs');
    await subscribe('#late', 'late_uploads');
    await record({ message: 'failed' });
    await record({ message: 'backfill failed', purpose: 'backfill' });
    await record({ message: 'test failed', purpose: 'proof' });
    await record({ message: 'late', code: 'UPLOAD_LATE', severity: 'warn' });
    await record({ message: 'completed', severity: 'info' });
    const rolledBack = database.withAccount(account.accountId, async (tx) => {
      await recordEvent(tx, {
        accountId: account.accountId,
        severity: 'error',
        code: 'INTERNAL',
        message: 'never happened',
      });
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(await run()).toBe(4);
    expect(texts().sort()).toEqual([
      '#backfills: backfill failed',
      '#late: late',
      '#production: failed',
      '#tests: test failed',
    ]);
    expect(await run()).toBe(0);
  });

  it('of one subscription are sent in order, also after a failed attempt', async () => {
    await subscribe('#production', 'production');
    for (const message of ['first', 'second', 'third']) await record({ message });
    let failures = 1;
    const once = async (notice: Notice): Promise<void> => {
      failures -= 1;
      if (failures >= 0) throw new Error('channel is away');
      sent.push(notice);
    };
    expect(await run(once)).toBe(0);
    expect(await rows('select state, attempts, problem from notice order by sequence limit 1')).toEqual([
      { state: 'pending', attempts: 1, problem: 'channel is away' },
    ]);
    now += noticeBackoff(1);
    expect(await run(once)).toBe(3);
    expect(texts()).toEqual(['#production: first', '#production: second', '#production: third']);
  });

  it('are sent again with the same id when the sender died before confirming', async () => {
    await subscribe('#production', 'production');
    await record({ message: 'failed' });
    const died = new Promise<void>(() => {});
    void run(async (notice) => {
      sent.push(notice);
      await died;
    });
    await expect.poll(() => sent.length).toBe(1);
    expect(await run()).toBe(0);
    now += 60_001;
    expect(await run()).toBe(1);
    expect(sent[0]?.id).toBe(sent[1]?.id);
  });

  it('fail permanently after the last attempt, without blocking later ones', async () => {
    await subscribe('#production', 'production');
    await record({ message: 'refused' });
    await record({ message: 'next' });
    const refuse = async (notice: Notice): Promise<void> => {
      if (notice.message === 'refused') throw new Error('no such channel');
      sent.push(notice);
    };
    for (let attempt = 1; attempt <= NOTICE_ATTEMPTS; attempt += 1) {
      await run(refuse);
      now += noticeBackoff(attempt);
    }
    expect(texts()).toEqual(['#production: next']);
    expect(await rows('select state, problem from notice order by sequence')).toEqual([
      { state: 'failed', problem: 'no such channel' },
      { state: 'sent', problem: null },
    ]);
  });

  it('stay pending for channels without a sender', { tags: 'proof:notices-without-sender' }, async () => {
    await subscribe('#production', 'production');
    await record({ message: 'failed' });
    expect(await sendNotices(database, {}, () => now)).toBe(0);
    expect(await rows('select state from notice')).toEqual([{ state: 'pending' }]);
  });
});
