import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SessionRefused } from '../identity/session.ts';
import { createChangeFeed } from './change-feed.ts';
import { superviseSession } from './supervise-session.ts';

/** Lets timers run that are due within some milliseconds. */
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

const PERSON = 'a person';
const ACCOUNT = 'an account';
const feed = createChangeFeed();
const refuse = () => Promise.reject(new SessionRefused(401, 'EMAIL_NOT_RECOGNIZED', 'blocked'));

function watch(confirm: () => Promise<void>, tokenEnds: number | null, checkMs = 5) {
  let ends = 0;
  const session = { person: { id: PERSON, email: 'p@test.test', name: 'P' }, accountId: ACCOUNT };
  const context = { confirm, tokenEnds, session, changes: feed };
  const end = () => {
    ends += 1;
  };
  const stop = superviseSession(context, end, { checkMs, now: () => 1_000 });
  return { ends: () => ends, stop };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('superviseSession', () => {
  test('ends when the token does', async () => {
    const { ends } = watch(async () => {}, 1_020);
    await pass(19);
    expect(ends()).toBe(0);
    await pass(1);
    expect(ends()).toBe(1);
  });

  test('ends at once when the token has ended', async () => {
    const { ends } = watch(async () => {}, 500);
    await pass(1);
    expect(ends()).toBe(1);
  });

  test('ends when the person may no longer view the account', async () => {
    let checks = 0;
    const confirm = async () => {
      checks += 1;
      if (checks === 3) throw new SessionRefused(401, 'EMAIL_NOT_RECOGNIZED', 'blocked');
    };
    const { ends } = watch(confirm, null);
    await pass(14);
    expect([checks, ends()]).toEqual([2, 0]);
    await pass(60_000);
    expect([checks, ends()]).toEqual([3, 1]);
  });

  test.each([
    ['the person', () => feed.accessChange(PERSON)],
    ['the account', () => feed.accessChange(ACCOUNT)],
    ['anyone, if signals were lost', () => feed.gap()],
  ])('checks at once when the access changes of %s', async (_, change) => {
    const { ends } = watch(refuse, null, 60_000);
    feed.accessChange('another person');
    await pass(10);
    expect(ends()).toBe(0);
    change();
    await pass(0);
    expect(ends()).toBe(1);
  });

  test('continues while the database is away, and for tokens that expire in a hundred years', async () => {
    let checks = 0;
    const confirm = () => {
      checks += 1;
      return Promise.reject(new Error('ECONNREFUSED'));
    };
    const { ends, stop } = watch(confirm, 4e12);
    await pass(40);
    expect([checks, ends()]).toEqual([8, 0]);
    stop();
  });

  test('stops checking once stopped', async () => {
    let checks = 0;
    const confirm = async () => {
      checks += 1;
    };
    const { ends, stop } = watch(confirm, null);
    stop();
    await pass(60_000);
    expect([checks, ends()]).toEqual([0, 0]);
  });
});
