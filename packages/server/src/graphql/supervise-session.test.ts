import { describe, expect, test } from 'vitest';
import { SessionRefused } from '../identity/session.ts';
import { superviseSession } from './supervise-session.ts';

const within = <T>(promise: Promise<T>, ms: number): Promise<T | 'still watching'> =>
  Promise.race([promise, new Promise<'still watching'>((resolve) => setTimeout(resolve, ms, 'still watching'))]);

function watch(confirm: () => Promise<void>, tokenEnds: number | null) {
  let stop: () => void = () => {};
  const ended = new Promise<'ended'>((resolve) => {
    stop = superviseSession({ confirm, tokenEnds }, () => resolve('ended'), { checkMs: 5, now: () => 1_000 });
  });
  return { ended, stop };
}

describe('superviseSession', () => {
  test('ends when the token does', async () => {
    expect(await watch(async () => {}, 1_020).ended).toBe('ended');
    expect(await watch(async () => {}, 500).ended).toBe('ended');
  });

  test('ends when the person may no longer view the account', async () => {
    let checks = 0;
    const confirm = async () => {
      checks += 1;
      if (checks === 3) throw new SessionRefused(401, 'EMAIL_NOT_RECOGNIZED', 'blocked');
    };
    expect(await watch(confirm, null).ended).toBe('ended');
    expect(checks).toBe(3);
  });

  test('continues while the database is away, and for tokens that expire in a hundred years', async () => {
    const { ended, stop } = watch(() => Promise.reject(new Error('ECONNREFUSED')), 4e12);
    expect(await within(ended, 40)).toBe('still watching');
    stop();
  });

  test('stops checking once stopped', async () => {
    let checks = 0;
    const confirm = async () => {
      checks += 1;
    };
    const { ended, stop } = watch(confirm, null);
    stop();
    expect(await within(ended, 30)).toBe('still watching');
    expect(checks).toBe(0);
  });
});
